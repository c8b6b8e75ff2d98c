import { Combobox } from "@base-ui/react/combobox";
import type { ListPath, OnePath, RecordAt } from "@nihol/contract/api/calls";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { recordQuery, recordsQuery } from "../../lib/list/use-list.ts";
import { type Format, useFormat } from "../../lib/text/format.ts";
import { filterWidth } from "./select-field.tsx";

/** Fields that any record has that can be referred to. */
type Referable = { id: number; name: Record<string, string> | string };
/** The lists that a record can be chosen from. */
export type ReferencePath = {
  [Path in ListPath & OnePath]: RecordAt<Path> extends Referable ? Path : never;
}[ListPath & OnePath];

export function referenceLabel(record: Referable, format: Format): string {
  return typeof record.name === "string" ? record.name : format.name(record.name);
}

export type ReferenceBoxProps = {
  /** Names it for those who hear it, and its list of records. */
  label: string;
  name?: string;
  /** The list call that offers the records: "/region". */
  path: ReferencePath;
  /** The list's own filters, as {region: "3"}. */
  filters?: Record<string, string>;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
  disabled?: boolean;
  /** True where it may be left empty again. */
  clearable?: boolean;
  placeholder?: string;
  className?: string;
  /** Attributes that tie the box to a label outside. */
  control?: { id?: string; "aria-describedby"?: string; "aria-invalid"?: true };
};

/**
 * Another record, found by typing; it searches on the server, so any number of records will do. What it offers is asked
 * for when somebody is about to open it: a list has up to six of these boxes, and its rows would come after them all.
 */
export function ReferenceBox(props: ReferenceBoxProps) {
  const { label, name, path, filters, value, onChange, disabled, clearable } = props;
  const { t } = useTranslation("app");
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed);
  const [isTouched, setIsTouched] = useState(false);
  const touch = () => setIsTouched(true);
  const found = useQuery({
    ...recordsQuery(path, { page_size: 50, search: search || undefined, ...filters }),
    enabled: isTouched,
  });
  const current = useQuery({ ...recordQuery(path, value ?? ""), enabled: Boolean(value) });
  const labels = new Map(
    (found.data?.results ?? []).map((one) => [String(one.id), referenceLabel(one, format)]),
  );
  if (value && current.data)
    labels.set(String(current.data.id), referenceLabel(current.data, format));

  return (
    <Combobox.Root
      name={name}
      disabled={disabled}
      items={(found.data?.results ?? []).map((one) => String(one.id))}
      filter={null}
      value={value ? String(value) : null}
      onValueChange={(next) => onChange(next === null ? null : Number(next))}
      itemToStringLabel={(id) => labels.get(id) ?? ""}
      onInputValueChange={(text, event) => setTyped(event.reason === "input-change" ? text : "")}
    >
      <Combobox.InputGroup
        onPointerEnter={touch}
        onFocus={touch}
        className={cx("control relative flex items-center pe-1!", props.className)}
      >
        <Combobox.Input
          {...(props.control ?? { "aria-label": label })}
          placeholder={props.placeholder ?? t("choose")}
          className="h-full min-w-0 grow bg-transparent text-ellipsis outline-none"
        />
        {value && clearable && (
          <Combobox.Clear
            aria-label={t("clear")}
            className="flex size-7 pointer-coarse:size-11 items-center justify-center text-ink-3"
          >
            <X className="size-3.5" />
          </Combobox.Clear>
        )}
        <Combobox.Trigger
          aria-label={t("open_list")}
          className="flex size-7 pointer-coarse:size-11 items-center justify-center text-ink-3"
        >
          <ChevronsUpDown className="size-3.5" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner role="region" aria-label={label} sideOffset={4} className="z-50">
          <Combobox.Popup className="popup max-h-72 w-(--anchor-width) overflow-y-auto p-1">
            <Combobox.Empty className="px-2.5 text-sm text-ink-3 not-empty:py-2">
              {found.isPending || found.isFetching ? t("loading") : t("nothing_here")}
            </Combobox.Empty>
            <Combobox.List>
              {(id: string) => (
                <Combobox.Item key={id} value={id} className="option">
                  <span className="grow">{labels.get(id)}</span>
                  <Combobox.ItemIndicator>
                    <Check className="size-3.5 text-accent" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

type FilterProps = Pick<ReferenceBoxProps, "label" | "path" | "filters"> & {
  /** Text that stands there while it filters nothing: "Any district". */
  any: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
};

/** A filter by another record, for toolbars; the address keeps its id as text. */
export function ReferenceFilter({ any, value, onChange, ...box }: FilterProps) {
  return (
    <ReferenceBox
      {...box}
      value={value ? Number(value) : null}
      onChange={(id) => onChange(id === null ? undefined : String(id))}
      placeholder={any}
      clearable
      className={filterWidth}
    />
  );
}

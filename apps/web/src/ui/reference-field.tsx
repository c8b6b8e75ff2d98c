import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../lib/format.ts";
import { listQuery, oneQuery } from "../lib/use-list.ts";
import { Field, type FieldLabels } from "./field.tsx";

/** What any record that can be referred to has. */
export type Referable = { id: number; name: Record<string, string> | string };

type Props = FieldLabels & {
  name: string;
  /** The list call that offers the records: "/region". */
  path: string;
  /** The list's own filters, as {region: "3"}. */
  filters?: Record<string, string>;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
  disabled?: boolean;
};

export function referenceLabel(record: Referable, format: Format): string {
  return typeof record.name === "string" ? record.name : format.name(record.name);
}

/** Another record, found by typing; it searches on the server, so any number of records will do. */
export function ReferenceField({
  label,
  hint,
  error,
  optional,
  name,
  path,
  filters,
  value,
  onChange,
  disabled,
}: Props) {
  const { t } = useTranslation("app");
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed);
  const found = useQuery(
    listQuery<Referable>(path, { page_size: 50, search: search || undefined, ...filters }),
  );
  const current = useQuery({ ...oneQuery<Referable>(path, value ?? ""), enabled: Boolean(value) });
  const labels = new Map(
    (found.data?.results ?? []).map((one) => [String(one.id), referenceLabel(one, format)]),
  );
  if (value && current.data)
    labels.set(String(current.data.id), referenceLabel(current.data, format));

  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <Combobox.Root
          name={name}
          disabled={disabled}
          items={(found.data?.results ?? []).map((one) => String(one.id))}
          filter={null}
          value={value ? String(value) : null}
          onValueChange={(next) => onChange(next === null ? null : Number(next))}
          itemToStringLabel={(id) => labels.get(id) ?? ""}
          onInputValueChange={(text, event) =>
            setTyped(event.reason === "input-change" ? text : "")
          }
        >
          <Combobox.InputGroup className="control relative flex items-center pr-1!">
            <Combobox.Input
              {...control}
              placeholder={t("choose")}
              className="h-full min-w-0 grow bg-transparent outline-none"
            />
            {value && optional && (
              <Combobox.Clear
                aria-label={t("clear")}
                className="flex size-7 items-center justify-center text-ink-3"
              >
                <X className="size-3.5" />
              </Combobox.Clear>
            )}
            <Combobox.Trigger
              aria-label={t("open_list")}
              className="flex size-7 items-center justify-center text-ink-3"
            >
              <ChevronsUpDown className="size-3.5" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner role="region" aria-label={label} sideOffset={4} className="z-50">
              <Combobox.Popup className="popup max-h-72 w-(--anchor-width) overflow-y-auto p-1">
                <Combobox.Empty className="px-2.5 text-sm text-ink-3 not-empty:py-2">
                  {found.isFetching ? t("loading") : t("nothing_here")}
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
      )}
    </Field>
  );
}

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { type ReferencePath, referenceLabel } from "../form/reference-box.tsx";

/** Filter of a list's address: its name and what it is set to. */
export type Chip = {
  /** Its name in the address; several when one filter takes several. */
  keys: readonly string[];
  label: string;
  value: ReactNode;
};

type Props = {
  list: {
    search: Record<string, unknown>;
    change: (next: Record<string, undefined>) => void;
  };
  chips: readonly Chip[];
};

const none = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, undefined]));

/** Says which filters are on, and takes them off one by one or all together. */
export function FilterChips({ list, chips }: Props) {
  const { t } = useTranslation("lists");
  const { search, change } = list;
  const on = chips.filter(({ keys }) => keys.some((key) => Boolean(search[key])));
  if (on.length === 0) return null;
  return (
    <ul aria-label={t("filters_on")} className="flex flex-wrap items-center gap-2 px-5 pb-3">
      {on.map(({ keys, label, value }) => (
        <li
          key={label}
          className="flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pe-0.5 ps-2.5 text-sm"
        >
          <span className="min-w-0 break-words">
            <span className="text-ink-2">{label}: </span>
            {value}
          </span>
          <button
            type="button"
            aria-label={t("filter_remove", { name: label })}
            onClick={() => change(none(keys))}
            className="flex size-6 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <X className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => change(none(on.flatMap(({ keys }) => keys)))}
          className="rounded px-1 py-1 text-sm text-accent-strong underline-offset-2 hover:underline"
        >
          {t("filters_clear")}
        </button>
      </li>
    </ul>
  );
}

/** Shows the name of a record that a filter refers to. */
export function ReferenceName({ path, id }: { path: ReferencePath; id: string | undefined }) {
  const format = useFormat();
  const { data } = useQuery({ ...recordQuery(path, id ?? ""), enabled: Boolean(id) });
  return data ? referenceLabel(data, format) : `№ ${id}`;
}

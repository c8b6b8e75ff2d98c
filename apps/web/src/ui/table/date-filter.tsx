import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { DateRangeFields, type DateRangeValue } from "../form/date-range-fields.tsx";
import type { Chip } from "./filter-chips.tsx";

type Props = {
  value: DateRangeValue;
  onChange: (next: { from: string | undefined; to: string | undefined }) => void;
};

/** A filter by days, both inclusive, for toolbars. */
export function DateFilter({ value, onChange }: Props) {
  return (
    <DateRangeFields
      inline
      value={{ from: value.from, to: value.to }}
      onChange={({ from, to }) => onChange({ from, to })}
    />
  );
}

/** The chip of a filter by days; `label` says which day of a row is meant. */
export function useDateChip(label: string, { from, to }: DateRangeValue): Chip {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const days = { from: format.dateShort(from), to: format.dateShort(to) };
  const text = from && to ? "days_between" : from ? "days_since" : "days_until";
  return { keys: ["from", "to"], label, value: t(text, days) };
}

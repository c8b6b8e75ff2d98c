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
export function useDateChip(label: string, range: DateRangeValue): Chip {
  return { keys: ["from", "to"], label, value: useDaysText(range) };
}

/** "14.05.2026 – 21.05.2026", "since 14.05.2026". */
function useDaysText({ from, to }: DateRangeValue): string {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const days = { from: format.dateShort(from), to: format.dateShort(to) };
  return t(from && to ? "days_between" : from ? "days_since" : "days_until", days);
}

/** The chip of a filter that a report sets: what it asks, and its days, `<name>_from` and `<name>_to`, if any. */
export function useEventChip(
  label: string,
  name: string,
  days: DateRangeValue,
  keys: readonly string[] = [name],
): Chip {
  const { t } = useTranslation("app");
  const text = useDaysText(days);
  return {
    keys: [...keys, `${name}_from`, `${name}_to`],
    label,
    value: days.from || days.to ? text : t("yes"),
  };
}

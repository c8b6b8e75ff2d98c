import { useTranslation } from "react-i18next";
import { DateRangeFields } from "../ui/date-range-fields.tsx";
import { SelectBox } from "../ui/select-field.tsx";
import { type DateRange, type PeriodKind, periodKinds } from "./period.ts";

type Value = { period?: PeriodKind } & DateRange;
type Props = { value: Value; onChange: (next: Value) => void };

/** Captures of which time: the specification's periods, two dates, or all. */
export function PeriodFilter({ value, onChange }: Props) {
  const { t } = useTranslation("map");
  const options = ["all" as const, ...periodKinds].map((kind) => ({
    value: kind,
    label: t(`period_${kind}`),
  }));
  return (
    <div className="grid gap-2">
      <SelectBox
        aria-label={t("period")}
        value={value.period ?? "all"}
        options={options}
        onChange={(kind) => onChange({ ...value, period: kind === "all" ? undefined : kind })}
      />
      {value.period === "dates" && (
        <DateRangeFields
          value={{ from: value.from, to: value.to }}
          onChange={(range) => onChange({ ...value, ...range })}
        />
      )}
    </div>
  );
}

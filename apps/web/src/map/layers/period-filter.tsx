import { useTranslation } from "react-i18next";
import { DateRangeFields } from "../../ui/form/date-range-fields.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { type DateRange, type PeriodKind, periodKinds } from "../data/period-kinds.ts";

type Value = { period?: PeriodKind } & DateRange;
type Props = {
  value: Value;
  onChange: (next: Value) => void;
  /** Side by side, in a toolbar. */
  inline?: boolean;
};

/** Captures of which time: the specification's periods, two dates, or all. */
export function PeriodFilter({ value, onChange, inline }: Props) {
  const { t } = useTranslation("map");
  const options = ["all" as const, ...periodKinds].map((kind) => ({
    value: kind,
    label: t(`period_${kind}`),
  }));
  return (
    <div className={inline ? "flex flex-wrap items-center gap-2" : "grid gap-2"}>
      <SelectBox
        aria-label={t("period")}
        className={inline ? "w-44!" : undefined}
        value={value.period ?? "all"}
        options={options}
        onChange={(kind) => onChange({ ...value, period: kind === "all" ? undefined : kind })}
      />
      {value.period === "dates" && (
        <DateRangeFields
          inline
          value={{ from: value.from, to: value.to }}
          onChange={(range) => onChange({ ...value, ...range })}
        />
      )}
    </div>
  );
}

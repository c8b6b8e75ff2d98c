import { type LeafOffSeason, leafOffDays } from "@nihol/contract/values/imagery/leaf-off";
import { leafOffText } from "@nihol/locales/leaf-off-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { monthNames, monthsInDates } from "../../lib/text/format-date.ts";
import { FieldError } from "../../ui/form/field.tsx";
import { SelectBox, SelectField } from "../../ui/form/select-field.tsx";

const two = (n: number) => String(n).padStart(2, "0");
/** A leap year, so that every day of any year is there. */
const daysIn = (month: number) => new Date(Date.UTC(2000, month, 0)).getUTCDate();
const partsOf = (monthDay: string) => monthDay.split("-").map(Number) as [number, number];

/** "by latitude: 1 November – 31 March" in the reader's language; `latitude` null where there is no boundary. */
export function useLeafOffText(): (season: LeafOffSeason, latitude: number | null) => string {
  const { t } = useTranslation("territory");
  const { language } = useFormat();
  const day = (monthDay: string) => {
    const [month, date] = partsOf(monthDay);
    return `${date} ${monthsInDates[language][month - 1]}`;
  };
  const text = (key: string, params?: Record<string, string>) => t(key, { ...params });
  return (season, latitude) => leafOffText(season, leafOffDays(season, latitude), { text, day });
}

type Props = {
  value: LeafOffSeason;
  onChange: (value: LeafOffSeason) => void;
  /** Of the region's middle; null without a boundary. */
  latitude: number | null;
  name?: string;
  error?: string | undefined;
};

/** When leaves are off: by latitude, never, or from one day of the year to another. */
export function LeafOffField({ value, onChange, latitude, name, error }: Props) {
  const { t } = useTranslation("territory");
  const said = useLeafOffText();
  const isDays = value.includes("/");
  const days = leafOffDays(value, latitude) ?? { from: "11-01", to: "03-31" };
  const choices = [
    { value: "by_latitude", label: said("by_latitude", latitude) },
    { value: "days", label: t("leaf_off_days") },
    { value: "never", label: t("leaf_off_never") },
  ];
  const write = ({ from, to }: typeof days) => onChange(`${from}/${to}`);
  return (
    <div className="grid gap-2">
      <SelectField
        {...(name && { name })}
        label={t("leaf_off")}
        hint={t("leaf_off_hint")}
        value={isDays ? "days" : value}
        onChange={(choice) => (choice === "days" ? write(days) : onChange(choice))}
        options={choices}
      />
      {isDays && (
        <div className="field-row">
          {(["from", "to"] as const).map((end) => (
            <DayOfYear
              key={end}
              label={t(`leaf_off_${end}`)}
              value={days[end]}
              onChange={(day) => write({ ...days, [end]: day })}
            />
          ))}
        </div>
      )}
      {error && <FieldError text={error} />}
    </div>
  );
}

type DayProps = { label: string; value: string; onChange: (monthDay: string) => void };

/** A day of any year, "11-01": its number and its month. */
function DayOfYear({ label, value, onChange }: DayProps) {
  const { t } = useTranslation("territory");
  const { language } = useFormat();
  const [month, date] = partsOf(value);
  const write = (nextMonth: number, nextDate: number) =>
    onChange(`${two(nextMonth)}-${two(Math.min(nextDate, daysIn(nextMonth)))}`);
  const dates = Array.from({ length: daysIn(month) }, (_, i) => String(i + 1));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend adds no height to a grid, and what follows lies over it.
    <div role="group" aria-label={label} className="grid min-w-0 gap-1">
      <span className="text-sm text-ink-3">{label}</span>
      <div className="grid grid-cols-[4.5rem_1fr] gap-2">
        <SelectBox
          aria-label={`${label}: ${t("leaf_off_day")}`}
          value={String(date)}
          onChange={(next) => write(month, Number(next))}
          options={dates.map((one) => ({ value: one, label: one }))}
        />
        <SelectBox
          aria-label={`${label}: ${t("leaf_off_month")}`}
          value={String(month)}
          onChange={(next) => write(Number(next), date)}
          options={monthNames[language].map((one, i) => ({ value: String(i + 1), label: one }))}
        />
      </div>
    </div>
  );
}

import type { FlightWeek } from "@nihol/contract/planting/flight-advice";
import { type FlightGrade, heightFor } from "@nihol/contract/values/planting/flight";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";

const styles = {
  good: { tone: "good", shape: "done" },
  fair: { tone: "watch", shape: "warning" },
  poor: { tone: "unknown", shape: "stopped" },
} as const satisfies Record<FlightGrade, { tone: string; shape: string }>;

const head = "py-1 pe-3 text-start font-normal whitespace-nowrap";
const cell = "py-1.5 pe-3 whitespace-nowrap";

/** The weeks of a year, by two: whether to fly, at what hours and how high, and what stands in the way. */
export function FlightWeeks({ weeks, pixelAt100Cm }: Props) {
  const { t } = useTranslation("flight");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("weeks")} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            {(["week", "grade", "hours", "height", "weeds", "leaves", "sun"] as const).map(
              (name) => (
                <th key={name} scope="col" className={head}>
                  {t(name)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <WeekLine key={week.from} week={week} pixelAt100Cm={pixelAt100Cm} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
type Props = { weeks: readonly FlightWeek[]; pixelAt100Cm: number };

function WeekLine({ week, pixelAt100Cm }: { week: FlightWeek; pixelAt100Cm: number }) {
  const { t } = useTranslation("flight");
  const format = useFormat();
  const height = format.number(heightFor(week.pixel_m, pixelAt100Cm));
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${cell} numeric text-start font-normal`}>
        {format.dateShort(week.from)}
      </th>
      <td className={cell}>
        <Badge {...styles[week.grade]}>{t(`grade_${week.grade}`)}</Badge>
      </td>
      <td className={`${cell} numeric`}>
        {week.fly_from} – {week.fly_to}
      </td>
      <td className={`${cell} numeric`}>{t("height_value", { n: height })}</td>
      <td className={cell}>{t(`weeds_${week.weeds}`)}</td>
      <td className={cell}>{t(`leaves_${week.leaves_off}`)}</td>
      <td className={`${cell} numeric`}>
        {t(week.low_sun ? "sun_low" : "degrees", { n: format.number(week.noon_deg) })}
      </td>
    </tr>
  );
}

import type { FlightAdvice, FlightWeek } from "@nihol/contract/planting/flight-advice";
import { flightGrades, heightFor, minHeightM } from "@nihol/contract/values/planting/flight";
import { programmeZone } from "@nihol/contract/values/planting/programme-day";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Stat, Stats } from "../../ui/stat.tsx";

/** The first weeks of the best grade that there is. */
const bestOf = (weeks: readonly FlightWeek[]): FlightWeek | undefined =>
  flightGrades.map((grade) => weeks.find((week) => week.grade === grade)).find(Boolean);

type Props = { advice: FlightAdvice; pixelAt100Cm: number };

/** The best weeks with their hours and height, and what it is said for. */
export function FlightFigures({ advice, pixelAt100Cm }: Props) {
  const { t } = useTranslation("flight");
  const format = useFormat();
  const week = bestOf(advice.weeks);
  if (!week) return null;
  const height = heightFor(week.pixel_m, pixelAt100Cm);
  const pixel = format.number(week.pixel_m * 100, 1);
  const isPoor = week.grade === "poor";
  const sun = t("hours_note", { deg: format.number(advice.sun_min_deg), zone: programmeZone() });
  return (
    <div className="grid gap-2.5">
      <Stats>
        <Stat
          label={t("best_week")}
          value={isPoor ? "–" : `${format.dateShort(week.from)} – ${format.dateShort(week.to)}`}
          note={t(`best_${week.grade}`)}
        />
        <Stat
          label={t("hours")}
          value={isPoor ? "–" : `${week.fly_from} – ${week.fly_to}`}
          note={week.low_sun && !isPoor ? t("hours_cloud") : sun}
        />
        <Stat
          label={t("height")}
          value={t("height_value", { n: format.number(height) })}
          note={t("height_note", { pixel })}
        />
        <Stat
          label={t("plants")}
          value={t("plants_value", { n: format.number(week.width_m, 2) })}
          note={
            advice.height_m === null
              ? t("plants_unknown")
              : t("plants_known", { n: format.number(advice.height_m, 2) })
          }
        />
      </Stats>
      {height < minHeightM && (
        <p className="text-sm text-watch">{t("too_low", { n: format.number(height) })}</p>
      )}
      {advice.is_too_close && <p className="text-sm text-watch">{t("too_close")}</p>}
    </div>
  );
}

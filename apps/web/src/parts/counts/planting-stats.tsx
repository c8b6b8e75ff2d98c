import type { Statistics } from "@nihol/contract/statistics";
import { noValue } from "@nihol/locales/format-number";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Stat, Stats } from "../../ui/stat.tsx";
import { RangeText } from "./estimated-range.tsx";

/** Planted of planned, survival and lost trees, each with what it rests on; nothing of what may not be seen. */
export function PlantingStats({
  statistics: { planting, survival, changes },
}: {
  statistics: Pick<Statistics, "planting" | "survival" | "changes">;
}) {
  const { t } = useTranslation(["dashboard", "survival", "coverage"]);
  const format = useFormat();
  const share = (value: number) => format.share(value, 0);
  return (
    <Stats>
      {planting && (
        <Stat
          label={t("planted_of_planned")}
          value={format.number(planting.submitted_plant_count)}
          note={t("of_planned", { number: format.number(planting.scheduled_plant_count) })}
        />
      )}
      {survival && (
        <Stat
          label={t("dashboard:survival")}
          value={survival.rate ? share(survival.rate.value) : "–"}
          note={
            survival.rate ? (
              <>
                <RangeText range={survival.rate} write={share} />
                <br />
                {t("survival_tasks", {
                  n: format.number(survival.tasks_visited),
                  m: format.number(survival.tasks),
                })}
              </>
            ) : (
              t("no_visits")
            )
          }
        />
      )}
      {changes && (
        <Stat
          label={t("lost")}
          value={changes.lost.withheld ? noValue : format.number(changes.lost.count)}
          note={
            changes.lost.withheld
              ? t("coverage:unfamiliar")
              : changes.lost.low !== null &&
                t("lost_note", {
                  low: format.number(changes.lost.low),
                  high: format.number(changes.lost.high),
                })
          }
        />
      )}
    </Stats>
  );
}

import type { GardenSurvival } from "@nihol/contract/planting/survival";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { RangeText } from "../../../parts/counts/estimated-range.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { survivalQuery } from "./garden-queries.ts";

/** Share of what was planted in a garden that lives after each year; nothing where no task is completed. */
export function GardenSurvivalPart({ garden }: { garden: number }) {
  const { t } = useTranslation("survival");
  const { data } = useQuery(survivalQuery(garden));
  if (!data || ![...data.years, ...data.replanted].some(({ tasks }) => tasks > 0)) return null;
  return (
    <section className="grid gap-2.5">
      <h3 className="text-sm font-semibold">{t("garden_title")}</h3>
      <Stats>
        {data.years.map((year) => (
          <YearStat key={year.year} year={year} />
        ))}
      </Stats>
      {data.replanted.length > 0 && (
        <>
          <h4 className="text-xs font-medium text-ink-2">{t("replanted_title")}</h4>
          <Stats>
            {data.replanted.map((year) => (
              <YearStat key={year.year} year={year} />
            ))}
          </Stats>
        </>
      )}
    </section>
  );
}

/** Survival of one year with its range, what it rests on and when it was counted. */
export function YearStat({ year }: { year: GardenSurvival["years"][number] }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const share = (value: number) => format.share(value, 0);
  const label = year.year === 1 ? t("visit_1") : year.year === 2 ? t("visit_2") : t("visit_3");
  if (!year.survival) return <Stat label={label} value="–" note={t("garden_unseen")} />;
  const seen = t("garden_note", {
    n: format.number(year.tasks_seen),
    m: format.number(year.tasks),
    plots: format.number(year.plots),
  });
  const days = [...new Set([year.from, year.to])].map((day) => format.dateShort(day));
  return (
    <Stat
      label={label}
      value={share(year.survival.value)}
      note={
        <>
          <RangeText range={year.survival} write={share} />
          <br />
          {seen}
          <br />
          {days.join(" – ")}
        </>
      }
    />
  );
}

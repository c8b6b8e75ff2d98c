import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { GardenSurvival } from "@nihol/contract/planting/survival";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Stats } from "../../../ui/stat.tsx";
import { ChangeStat } from "./garden-change.tsx";
import { changeQuery, lastPair, survivalQuery } from "./garden-queries.ts";
import { YearStat } from "./garden-survival.tsx";

/**
 * The first figure of a garden: how much of what was planted lives, by the last year that was counted on the ground;
 * where nobody counted, what was planted and lost since the image before the newest; else nothing.
 */
export function GardenHeadline({
  garden,
  analytics,
}: {
  garden: number;
  analytics: GardenAnalytics | undefined;
}) {
  const maySeeTasks = useHolds("planttreetask.view");
  const survival = useQuery({ ...survivalQuery(garden), enabled: maySeeTasks });
  const counted = survival.data?.years.findLast((year) => year.survival !== null);
  if (counted) return <Survival year={counted} />;
  if ((maySeeTasks && survival.isPending) || !analytics) return null;
  return <Change analytics={analytics} />;
}

function Survival({ year }: { year: GardenSurvival["years"][number] }) {
  const { t } = useTranslation("survival");
  return (
    <Headline title={t("garden_title")}>
      <YearStat year={year} />
    </Headline>
  );
}

function Change({ analytics }: { analytics: GardenAnalytics }) {
  const { t } = useTranslation(["gardens", "compare"]);
  const format = useFormat();
  const may = useHolds("wholeimage.view");
  const pair = may ? lastPair(analytics.captures) : undefined;
  const { data } = useQuery(changeQuery(analytics.garden, pair));
  if (!pair || !data?.totals) return null;
  return (
    <Headline title={t("change_since", { date: format.date(pair.before.date) })}>
      <ChangeStat label={t("compare:state_planted")} figure={data.totals.planted} />
      <ChangeStat label={t("compare:state_lost")} figure={data.totals.lost} />
    </Headline>
  );
}

function Headline({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg bg-sunken px-4 py-3">
      <h3 className="pb-2 text-sm font-semibold">{title}</h3>
      <Stats>{children}</Stats>
    </section>
  );
}

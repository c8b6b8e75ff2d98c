import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { GardenSurvival } from "@nihol/contract/planting/survival";
import { noValue } from "@nihol/locales/format-number";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Stats } from "../../../ui/stat.tsx";
import { ChangeStat } from "./garden-change.tsx";
import { changeQuery, lastPair, survivalQuery } from "./garden-queries.ts";
import { YearStat } from "./garden-survival.tsx";

/**
 * The first figure of a garden: how much of what was planted lives, by the last year that was counted on the ground;
 * where nobody counted, what was planted and lost since the image before the newest; else "–" and why. It has its room
 * from the beginning: what stands below stays where it is.
 */
export function GardenHeadline({
  garden,
  analytics,
}: {
  garden: number;
  analytics: GardenAnalytics | undefined;
}) {
  const { t } = useTranslation("gardens");
  const maySeeTasks = useHolds("planttreetask.view");
  const maySeeImages = useHolds("wholeimage.view");
  const survival = useQuery({ ...survivalQuery(garden), enabled: maySeeTasks });
  const counted = survival.data?.years.findLast((year) => year.survival !== null);
  if (counted) return <Survival year={counted} />;
  const isPending = maySeeTasks && survival.isPending;
  if (!isPending && !maySeeImages)
    return maySeeTasks ? <Unknown why={t("headline_not_counted")} /> : null;
  if (isPending || !analytics) return <Waiting />;
  return <Change analytics={analytics} />;
}

function Survival({ year }: { year: GardenSurvival["years"][number] }) {
  const { t } = useTranslation("survival");
  return (
    <Headline title={t("garden_title")}>
      <Stats>
        <YearStat year={year} />
      </Stats>
    </Headline>
  );
}

function Change({ analytics }: { analytics: GardenAnalytics }) {
  const { t } = useTranslation(["gardens", "compare"]);
  const format = useFormat();
  const pair = lastPair(analytics.captures);
  const { data, isPending, error, refetch } = useQuery(changeQuery(analytics.garden, pair));
  if (!pair) return <Unknown why={t("headline_one_image")} />;
  if (isPending) return <Waiting />;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data?.totals) return <Unknown why={t("change_not_made")} />;
  return (
    <Headline title={t("change_since", { date: format.date(pair.before.date) })}>
      <Stats>
        <ChangeStat label={t("compare:state_planted")} figure={data.totals.planted} />
        <ChangeStat label={t("compare:state_lost")} figure={data.totals.lost} />
      </Stats>
    </Headline>
  );
}

/** Not known: no figure that looks like one. */
function Unknown({ why }: { why: string }) {
  const { t } = useTranslation("gardens");
  return (
    <Headline title={t("headline")}>
      <p className="text-lg font-semibold">{noValue}</p>
      <p className="text-sm text-ink-2">{why}</p>
    </Headline>
  );
}

function Waiting() {
  const { t } = useTranslation("gardens");
  return (
    <Headline title={t("headline")}>
      <SkeletonLines lines={2} />
    </Headline>
  );
}

function Headline({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-h-28 rounded-lg bg-sunken px-4 py-3">
      <h3 className="pb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import { ofSeenText } from "@nihol/locales/coverage-text";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { CoverageLine, useCoverageWords } from "../../../parts/counts/coverage-line.tsx";
import { GreenBar } from "../../../parts/counts/green-bar.tsx";
import { GreenLevel } from "../../../parts/counts/green-level.tsx";
import { GroundCoverStats } from "../../../parts/counts/ground-cover.tsx";
import { TreeCount } from "../../../parts/counts/tree-count.tsx";
import { TreeExport } from "../../../parts/records/tree-export.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { CaptureHistory } from "./capture-history.tsx";
import { CountChart } from "./count-chart.tsx";
import { CrownHistogram } from "./crown-histogram.tsx";
import { GardenCheck } from "./garden-check.tsx";
import { analyticsQuery } from "./garden-queries.ts";

/** Figures about the garden's trees, each with what it rests on. */
export function GardenAnalyticsPart({ garden }: { garden: Garden }) {
  const { t } = useTranslation(["gardens", "app"]);
  const query = useQuery(analyticsQuery(garden.id));
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={6} />;
  if (query.data.captures.length === 0) {
    return (
      <EmptyState
        title={t("app:no_data")}
        text={garden.boundary ? t("no_captures") : t("no_boundary")}
      />
    );
  }
  return <Figures analytics={query.data} />;
}

function Figures({ analytics }: { analytics: GardenAnalytics }) {
  const { t } = useTranslation(["gardens", "app", "coverage"]);
  const format = useFormat();
  const words = useCoverageWords();
  const { trees, coverage } = analytics;
  return (
    <div className="grid gap-5">
      <TreeCount counts={trees} coverage={<CoverageLine coverage={coverage} />} />
      <GardenCheck garden={analytics.garden} />
      {trees && (
        <>
          <GreenBar counts={trees} />
          <p className="text-xs text-ink-3">{t("coverage:ranges_note")}</p>
        </>
      )}
      <Stats>
        <Stat
          label={t("area")}
          value={format.hectares(analytics.area_m2)}
          unit={t("app:hectares")}
        />
        <Stat
          label={t("tree_area")}
          value={format.percent(analytics.tree_area_percent)}
          note={
            trees &&
            `${format.hectares(analytics.tree_area_m2)} ${t("app:hectares")} ${ofSeenText(coverage, words)}`
          }
        />
        <GroundCoverStats canopy={analytics.canopy} shrubs={analytics.shrubs} />
        <GreenLevel levels={analytics.green_levels} isSeen={coverage.images > 0} />
      </Stats>
      <CrownHistogram bins={analytics.by_crown_m2} />
      <CountChart captures={analytics.captures} />
      <CaptureHistory captures={analytics.captures} />
      <div>
        <TreeExport filters={{ garden: analytics.garden }} />
      </div>
    </div>
  );
}

import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { ofSeenText } from "@nihol/locales/coverage-text";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { CoverageLine, useCoverageWords } from "../../parts/counts/coverage-line.tsx";
import { GreenBar } from "../../parts/counts/green-bar.tsx";
import { GreenLevel } from "../../parts/counts/green-level.tsx";
import { TreeCount } from "../../parts/counts/tree-count.tsx";
import { TreeExport } from "../../parts/records/tree-export.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";
import { CaptureHistory } from "./capture-history.tsx";
import { CountChart } from "./count-chart.tsx";
import { CrownHistogram } from "./crown-histogram.tsx";

/** Under the garden's own key, so that what refreshes gardens refreshes this too. */
function analyticsQuery(id: number) {
  return queryOptions({
    queryKey: [paths.garden, "analytics", id],
    queryFn: ({ signal }) => ask("GET /garden/:id/analytics", { params: { id }, signal }),
  });
}

/** What is known of the garden's trees, each figure with what it rests on. */
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
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const words = useCoverageWords();
  const { trees, coverage } = analytics;
  return (
    <div className="grid gap-5">
      <TreeCount counts={trees} coverage={<CoverageLine coverage={coverage} />} />
      {trees && <GreenBar counts={trees} />}
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
        <GreenLevel levels={analytics.green_levels} isSeen={coverage.images > 0} />
      </Stats>
      <CrownHistogram bins={analytics.by_crown_m2} />
      <CountChart captures={analytics.captures} />
      <CaptureHistory captures={analytics.captures} />
      <div className="flex flex-wrap gap-2">
        <CompareLink analytics={analytics} />
        <TreeExport filters={{ garden: analytics.garden }} />
      </div>
    </div>
  );
}

/** Planted and lost trees of this garden: there is something to compare from two captures on. */
function CompareLink({ analytics }: { analytics: GardenAnalytics }) {
  const { t } = useTranslation(["gardens", "app"]);
  const may = useHolds("wholeimage.view");
  if (!may || analytics.captures.length < 2) return null;
  return (
    <Link
      to="/admin/image_compare"
      search={{ garden: String(analytics.garden) }}
      className={`${buttonClass("plain", "sm")} justify-self-start`}
    >
      <GitCompare aria-hidden className="size-4" />
      {t("app:screen_image_compare")}
    </Link>
  );
}

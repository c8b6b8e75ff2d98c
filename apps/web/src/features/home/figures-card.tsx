import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { statisticsQuery } from "../../map/data/map-data.ts";
import { CoverageLine } from "../../parts/counts/coverage-line.tsx";
import { GreenBar } from "../../parts/counts/green-bar.tsx";
import { GroundCoverLines } from "../../parts/counts/ground-cover.tsx";
import { PlantingStats } from "../../parts/counts/planting-stats.tsx";
import { TreeCount } from "../../parts/counts/tree-count.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

/** The trees and gardens of the person's scope, with their range and how much of the ground was seen. */
export function FiguresCard() {
  const { t } = useTranslation(["home", "dashboard"]);
  const format = useFormat();
  const query = useQuery(statisticsQuery({}));
  const { data } = query;
  // A brigade's scope is its tasks: there are no figures of a territory.
  if (data && data.garden_count === 0 && data.trees === null) return null;
  return (
    <section
      aria-labelledby="home-figures"
      // As high as with all its figures while they are waited for: what stands below stays where it is.
      className={cx(
        "grid content-start gap-2 rounded-lg border border-line bg-surface px-4 py-3",
        query.isPending && "min-h-140 @3xl/list:min-h-75",
      )}
    >
      <h2 id="home-figures" className="font-semibold">
        {t("figures")}
      </h2>
      {query.isPending && <SkeletonLines lines={3} />}
      {query.isError && !data && (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data && (
        <div className="grid gap-4 @3xl/list:grid-cols-2">
          <div className="grid content-start gap-2">
            <h3 className="text-xs text-ink-3">{t("dashboard:total_tree_count")}</h3>
            <TreeCount
              counts={data.trees}
              coverage={<CoverageLine coverage={data.coverage} inPeriod={false} />}
            />
            {data.trees && <GreenBar counts={data.trees} />}
            <GroundCoverLines canopy={data.canopy} shrubs={data.shrubs} />
          </div>
          <div className="grid content-start gap-2">
            <h3 className="text-xs text-ink-3">{t("dashboard:gardens")}</h3>
            <p className="numeric text-2xl font-semibold">{format.number(data.garden_count)}</p>
            <CoverageLine
              coverage={data.garden_coverage}
              gardens={{ seen: data.gardens_seen, count: data.garden_count }}
              inPeriod={false}
            />
          </div>
          {(data.planting || data.changes) && (
            <div className="@3xl/list:col-span-2">
              <PlantingStats statistics={data} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

import type { Statistics } from "@nihol/contract/statistics";
import { ofSeenText } from "@nihol/locales/coverage-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { CoverageLine, useCoverageWords } from "../../parts/counts/coverage-line.tsx";
import { GreenBar } from "../../parts/counts/green-bar.tsx";
import { GreenLevel } from "../../parts/counts/green-level.tsx";
import { GroundCoverStats } from "../../parts/counts/ground-cover.tsx";
import { PlantingStats } from "../../parts/counts/planting-stats.tsx";
import { TreeCount } from "../../parts/counts/tree-count.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

type Props = {
  statistics: Statistics;
  /** The figures are of a chosen period. */
  inPeriod: boolean;
};

/** All figures of an area, with their units, what they rest on and how much of the area was seen. */
export function FigureList(props: Props) {
  return (
    <div className="grid gap-5">
      <TreeFigures {...props} />
      <GardenFigures {...props} />
      <PlantingFigures statistics={props.statistics} />
    </div>
  );
}

function TreeFigures({ statistics, inPeriod }: Props) {
  const { t } = useTranslation(["dashboard", "app"]);
  const format = useFormat();
  const words = useCoverageWords();
  const { trees, coverage } = statistics;
  const line = <CoverageLine coverage={coverage} inPeriod={inPeriod} />;
  return (
    <section className="grid gap-3" aria-label={t("trees")}>
      <h3 className="text-xs font-medium text-ink-3">{t("total_tree_count")}</h3>
      <TreeCount counts={trees} coverage={line} />
      {trees && <GreenBar counts={trees} />}
      <Stats>
        <Area label={t("total_tree_area")} m2={statistics.total_tree_area} />
        <Stat
          label={t("tree_area_percent")}
          value={format.percent(statistics.tree_area_percent)}
          note={trees && ofSeenText(coverage, words)}
        />
        <GreenLevel levels={statistics.green_levels} isSeen={coverage.images > 0} />
        <GroundCoverStats canopy={statistics.canopy} shrubs={statistics.shrubs} />
        <Area label={t("territory_area")} m2={statistics.territory_area} />
      </Stats>
    </section>
  );
}

function GardenFigures({ statistics, inPeriod }: Props) {
  const { t } = useTranslation(["dashboard", "app"]);
  const format = useFormat();
  const words = useCoverageWords();
  const { garden_coverage: coverage, garden_count: count, gardens_seen: seen } = statistics;
  return (
    <section className="grid gap-3" aria-labelledby="dashboard-gardens">
      <h3 id="dashboard-gardens" className="text-sm font-semibold">
        {t("gardens")}
      </h3>
      {count === 0 ? (
        <p className="text-sm text-ink-2">{t("no_gardens")}</p>
      ) : (
        <>
          <CoverageLine coverage={coverage} gardens={{ seen, count }} inPeriod={inPeriod} />
          <Stats>
            <Stat label={t("garden_count")} value={format.number(count)} />
            <Area label={t("garden_area")} m2={statistics.garden_area} />
            <Stat
              label={t("garden_tree_count")}
              value={format.number(statistics.garden_tree_count)}
            />
            <Area label={t("garden_tree_area")} m2={statistics.garden_tree_area} />
            <Stat
              label={t("green_area_percent_in_gardens")}
              value={format.percent(statistics.green_area_percent_in_gardens)}
              note={coverage.images > 0 && ofSeenText(coverage, words)}
            />
          </Stats>
        </>
      )}
    </section>
  );
}

/** Figures of the trees planted of those planned, those alive, and those lost: as reports state them. */
function PlantingFigures({ statistics }: Pick<Props, "statistics">) {
  const { t } = useTranslation("dashboard");
  if (!statistics.planting && !statistics.changes) return null;
  return (
    <section className="grid gap-3" aria-labelledby="dashboard-planting">
      <h3 id="dashboard-planting" className="text-sm font-semibold">
        {t("programme")}
      </h3>
      <PlantingStats statistics={statistics} />
    </section>
  );
}

/** Hectares; no unit beside a dash. */
function Area({ label, m2 }: { label: string; m2: number | null }) {
  const { t } = useTranslation("app");
  const format = useFormat();
  return (
    <Stat
      label={label}
      value={format.hectares(m2)}
      unit={m2 === null ? undefined : t("hectares")}
    />
  );
}

import type { Statistics } from "@nihol/contract/statistics";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import { GreenBar } from "../../ui/green-bar.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";
import { TreeCount } from "../../ui/tree-count.tsx";

/** All figures of an area, with their units and what they rest on. */
export function FigureList({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation(["dashboard", "app"]);
  const format = useFormat();
  const hectares = t("app:hectares");
  const { trees } = statistics;
  return (
    <div className="grid gap-5">
      <section className="grid gap-3" aria-label={t("trees")}>
        <h3 className="text-xs font-medium text-ink-3">{t("total_tree_count")}</h3>
        <TreeCount counts={trees} />
        <GreenBar
          counts={{
            green: statistics.green_tree_count,
            not_green: statistics.non_green_tree_count,
            unsure: statistics.unsure_tree_count,
          }}
        />
        <Stats>
          <Stat
            label={t("total_tree_area")}
            value={format.hectares(statistics.total_tree_area)}
            unit={hectares}
          />
          <Stat
            label={t("tree_area_percent")}
            value={format.percent(statistics.tree_area_percent)}
            note={statistics.tree_area_percent === null ? t("no_area") : undefined}
          />
          <Stat
            label={t("green_level")}
            value={format.percent(statistics.green_level)}
            note={
              statistics.green_level_index
                ? t("green_level_index", { index: statistics.green_level_index })
                : t("green_level_unknown")
            }
          />
          <Stat
            label={t("territory_area")}
            value={format.hectares(statistics.territory_area)}
            unit={statistics.territory_area === null ? undefined : hectares}
          />
        </Stats>
      </section>
      <section className="grid gap-3" aria-labelledby="dashboard-gardens">
        <h3 id="dashboard-gardens" className="text-sm font-semibold">
          {t("gardens")}
        </h3>
        {statistics.garden_count === 0 ? (
          <p className="text-sm text-ink-2">{t("no_gardens")}</p>
        ) : (
          <Stats>
            <Stat label={t("garden_count")} value={format.number(statistics.garden_count)} />
            <Stat
              label={t("garden_area")}
              value={format.hectares(statistics.garden_area)}
              unit={hectares}
            />
            <Stat
              label={t("garden_tree_count")}
              value={format.number(statistics.garden_tree_count)}
            />
            <Stat
              label={t("garden_tree_area")}
              value={format.hectares(statistics.garden_tree_area)}
              unit={hectares}
            />
            <Stat
              label={t("green_area_percent_in_gardens")}
              value={format.percent(statistics.green_area_percent_in_gardens)}
            />
          </Stats>
        )}
      </section>
    </div>
  );
}

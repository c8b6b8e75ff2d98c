import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../../lib/navigation/document-title.ts";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { useKeptChoices } from "../../map/data/kept-choices.ts";
import type { AreaFigures } from "../../map/data/label-text.ts";
import { statisticsQuery } from "../../map/data/map-data.ts";
import { usualLayers } from "../../map/data/map-search.ts";
import { periodRange } from "../../map/data/period.ts";
import { useMapSearchChange } from "../../map/data/use-map-search.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import type { DashboardSearch } from "./dashboard-search.ts";
import { FiguresPanel } from "./figures-panel.tsx";
import { ProcessStrip } from "./process-strip.tsx";
import { useTerritory } from "./use-territory.ts";

const keeps = { name: "dashboard", usual: usualLayers } as const;

/** The country at a glance: the map in front, the figures of what is chosen beside it. */
export function DashboardScreen({ search }: { search: DashboardSearch }) {
  const { t } = useTranslation(["dashboard", "app"]);
  useDocumentTitle(t("app:screen_dashboard"));
  const changeSearch = useChangeSearch();
  const changeMap = useMapSearchChange();
  const kept = useKeptChoices(keeps, search, changeMap);
  const { region, district } = search;
  const dates = periodRange(search);
  const area = { region: district ? undefined : region, district };
  const country = useQuery(statisticsQuery(dates));
  const chosen = useQuery(statisticsQuery({ ...area, ...dates }));
  const territory = useTerritory(search);

  const figures = useMemo(() => {
    const rows = [...(country.data?.by_territory ?? []), ...(chosen.data?.by_territory ?? [])];
    return new Map(
      rows.map((row): [string, AreaFigures] => [
        `${row.kind}-${row.id}`,
        { area_m2: null, trees: row.tree_count, green: row.green_tree_count },
      ]),
    );
  }, [country.data, chosen.data]);

  /** A step of its own in the browser's history: Back returns to the wider view. */
  function choose(next: { region?: number; district?: number }) {
    changeSearch((before) => ({ ...before, region: undefined, district: undefined, ...next }));
  }

  function handleChoose(hit: { kind: string; id: number } | null) {
    if (hit?.kind === territory.chosen?.kind && hit?.id === territory.chosen?.id) return;
    if (hit?.kind === "region") choose({ region: hit.id });
    if (hit?.kind === "district") choose({ region, district: hit.id });
  }

  return (
    <div className="flex h-full min-h-0 flex-col lg:flex-row">
      <h1 className="sr-only">{t("app:screen_dashboard")}</h1>
      <div className="relative flex min-h-[24rem] grow flex-col max-lg:h-[60vh] max-lg:flex-none">
        <div className="relative min-h-0 grow">
          <ProcessStrip />
          <LazyMap
            label={t("map")}
            {...kept}
            bounds={territory.bounds}
            of={{ area, figures, chosen: territory.chosen, onChoose: handleChoose }}
            panel="open"
          />
        </div>
      </div>
      <FiguresPanel
        query={chosen}
        search={search}
        territory={territory}
        onSearch={changeMap}
        onChoose={choose}
      />
    </div>
  );
}

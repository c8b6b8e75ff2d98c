import { useTranslation } from "react-i18next";
import { useKeptChoices } from "../../map/data/kept-choices.ts";
import { useRegions } from "../../map/data/map-data.ts";
import type { MapSearch } from "../../map/data/map-search.ts";
import { boundsAround, joinedBounds } from "../../map/data/map-view-state.ts";
import { useTaskPlaces } from "../../map/data/point-data.ts";
import { useMapSearchChange } from "../../map/data/use-map-search.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

/** Layers that are on at first: all that the person may see. */
const keeps = { name: "home", usual: "trees,devices,gardens,tasks,cases,image,unseen" } as const;

/** The map of the person's own scope: gardens, tasks, devices and cases that their lists show. */
export function HomeMap({ search }: { search: MapSearch }) {
  const { t } = useTranslation("home");
  const change = useMapSearchChange();
  const kept = useKeptChoices(keeps, search, change);
  const regions = useRegions().data?.results;
  // A brigade's scope is its tasks.
  const tasks = useTaskPlaces(true, {}).data?.places;
  const territory = regions && joinedBounds(regions);
  return (
    <div className="relative min-h-96 grow">
      <LazyMap
        label={t("map")}
        {...kept}
        bounds={territory ?? (tasks && boundsAround(tasks, 0.3))}
        panel="open"
      />
    </div>
  );
}

import type { Garden } from "@nihol/contract/gardens";
import { shownFigures } from "../../map/data/map-search.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { useOwnView } from "../../map/data/own-view.ts";
import { GardenLayers } from "../../map/layers/gardens/garden-layers.tsx";
import LiveMap from "../../map/live-map.tsx";

type Props = { label: string; gardens: readonly Garden[]; bounds: Bounds };

const figures = shownFigures(undefined);

/** These gardens alone, with their names and trees. Loaded lazily: it holds MapLibre. */
export default function ChosenMap({ label, gardens, bounds }: Props) {
  // All gardens are no layer here: those that were not chosen would be taken for chosen ones.
  const view = useOwnView({ layers: "trees,image" });
  return (
    <LiveMap label={label} {...view} bounds={bounds} panel="none">
      <GardenLayers gardens={gardens} shown={figures} isNamed />
    </LiveMap>
  );
}

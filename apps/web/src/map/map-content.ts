/** Content of a map besides the base map, and all that is asked for it. */
import type { TaskPlace } from "@nihol/contract/planting/task-views";
import type { DeviceType } from "@nihol/contract/values/devices";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useHolds } from "../lib/permissions.ts";
import type { AreaFigures } from "./data/label-text.ts";
import {
  type AreaFilter,
  seenBox,
  statisticsQuery,
  useGardens,
  useImagePlaces,
  useSeenGround,
  useTreeDates,
} from "./data/map-data.ts";
import { type MapSearch, shownFigures, shownLayers } from "./data/map-search.ts";
import type { Bounds, View } from "./data/map-view-state.ts";
import { periodRange } from "./data/period.ts";
import type { MapImage } from "./images/image-layer.tsx";
import { useMapImages } from "./images/map-images.ts";
import { usePointLayers } from "./layers/registry.ts";
import type { MapShape } from "./layers/shape-layers.tsx";
import type { TreeTileFilter } from "./layers/tree-layers.tsx";
import type { PointChoice, PointKind } from "./points/point-layer.tsx";

export type Chosen = { kind: "region" | "district" | "garden"; id: number };

/** Content that a screen gives its map, and its answers to presses. */
export type MapSubject = {
  /** Trees, gardens, devices and images of one area only. */
  area?: AreaFilter;
  /** Further filters of the trees, such as one whole image's own. */
  trees?: TreeTileFilter;
  /** An image that is always shown, instead of choosing one in the panel. */
  image?: MapImage | null;
  /** Of that image, 0 to 1; chosen in the panel when left out. */
  imageOpacity?: number;
  chosen?: Chosen | null;
  /** A region, district or garden was pressed; null: bare ground. */
  onChoose?: (chosen: Chosen | null) => void;
  /** Figures for labels by "region-3" or "district-14". */
  figures?: ReadonlyMap<string, AreaFigures>;
  /** Outlines of the screen's own, and what happens when one is pressed. */
  shapes?: readonly MapShape[];
  onShape?: (id: number) => void;
  /** Devices (of one type alone, when it is named), which are chosen by pressing instead of opened. */
  devices?: { type?: DeviceType; chosen: readonly number[]; onPress: (id: number) => void };
  /** Trees are chosen by pressing instead of opened. */
  onTree?: ((id: number) => void) | undefined;
  /** The screen's own choice of tasks, in place of all; a press chooses their garden. */
  tasks?: {
    places: readonly TaskPlace[];
    chosen: number | undefined;
    onPress: (garden: number) => void;
  };
  /** Something is being drawn: presses belong to the drawing, and the outline of its owner is left out. */
  drawing?: { own?: Chosen | undefined } | undefined;
};

type Shown = {
  of: MapSubject;
  search: MapSearch;
  /** The view as it came to rest last. */
  seen: { view: View; bounds: Bounds } | undefined;
  /** False on a map without a panel of layers: no image is chosen, no ground hatched. */
  hasPanel: boolean;
  onSearch: (next: MapSearch) => void;
};

export type MapContent = ReturnType<typeof useMapContent>;

/** Asks for what the address and the screen want in the view, each as soon as it is wanted. */
export function useMapContent({ of, search, seen, hasPanel, onSearch }: Shown) {
  const area = of.area ?? everywhere;
  const maySeeTrees = useHolds("planttreedetail.view");
  const layers = useMemo(() => {
    const shown = shownLayers(search.layers);
    if (!maySeeTrees) shown.delete("trees");
    return shown;
  }, [search.layers, maySeeTrees]);
  const figures = useMemo(() => shownFigures(search.show), [search.show]);
  const dates = periodRange(search);
  const gardens = useGardens(layers.has("gardens"), seen?.view, seen?.bounds, area, dates).data;
  const { past: span, by } = search;
  const choices = pointChoices(of, gardens?.results);
  if (span && seen)
    choices.devices.past = {
      ...{ span, by, onChange: onSearch },
      bbox: seenBox(seen.view, seen.bounds),
    };
  const points = usePointLayers((kind) => ({
    wanted: isWanted(kind, layers.has(kind), of),
    area,
    choice: choices[kind],
  }));
  const images = useMapImages({
    fixed: of.image,
    wanted: hasPanel,
    on: layers.has("image"),
    chosen: search.image,
    ...{ seen, area, dates },
  });
  const hatches = hasPanel && layers.has("unseen");
  const known = useSeenGround(hatches, seen?.view, seen?.bounds).data;
  const ground = hatches ? known : undefined;
  const trees = useTrees({ of, area, dates, seen }, layers.has("trees"), images.image);
  const planted = useImagePlaces(
    layers.has("trees") ? images.foremost?.id : undefined,
    seen?.view,
    seen?.bounds,
  ).data;
  return { area, layers, figures, dates, gardens, points, images, ground, trees, planted };
}

const everywhere: AreaFilter = {};

type TreesOf = Pick<Shown, "of" | "seen"> & {
  area: AreaFilter;
  dates: ReturnType<typeof periodRange>;
};

/** Trees: which are drawn, how many there are, and when those in view were seen, where the map says so. */
function useTrees({ of, area, dates, seen }: TreesOf, on: boolean, image: MapImage | null) {
  const filter = { ...area, ...dates };
  // An image that is shown alone has its own trees upon it.
  const ofImage = of.image === undefined && image ? { whole_image: image.id } : undefined;
  const counts = useQuery({ ...statisticsQuery(filter), enabled: on }).data?.trees;
  const isNoted = on && !of.trees?.whole_image;
  const ofView = useTreeDates(isNoted && !ofImage, seen?.bounds, filter, counts?.total).data;
  const seenDates = ofImage && image ? datesOf(image) : ofView;
  return {
    filter,
    tiles: { ...(ofImage ?? filter), ...of.trees },
    stamp: counts?.total,
    seen: isNoted ? seenDates : undefined,
  };
}

/** The day of an image as that of its trees. */
const datesOf = ({ date }: MapImage) => ({ captured_from: date, captured_to: date });

/** Where a screen has tasks of its own, the dots of their gardens would lie beneath them. */
function isWanted(kind: PointKind, isOn: boolean, { tasks }: MapSubject): boolean {
  if (!tasks) return isOn;
  return kind === "tasks" || (isOn && kind !== "gardens");
}

/** Wishes of a screen for the records of each kind. */
function pointChoices(
  { chosen, devices, tasks }: MapSubject,
  gardens: readonly { id: number }[] | undefined,
): Record<PointKind, PointChoice> {
  return {
    gardens: {
      chosen: chosen?.kind === "garden" ? [chosen.id] : [],
      // Also the one that is being drawn: its own dot would lie beneath the drawing.
      outlined: gardens,
    },
    devices: { type: devices?.type, chosen: devices?.chosen },
    cases: {},
    tasks: { places: tasks?.places, chosen: tasks?.chosen === undefined ? [] : [tasks.chosen] },
  };
}

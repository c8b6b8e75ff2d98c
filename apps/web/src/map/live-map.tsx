import type { TaskPlace } from "@nihol/contract/planting/task-views";
import type { DeviceType } from "@nihol/contract/values/devices";
import { useQuery } from "@tanstack/react-query";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type ReactNode, useMemo, useState } from "react";
import { useHolds } from "../lib/permissions.ts";
import { type KeptMap, useKeptChoices } from "./data/kept-choices.ts";
import type { AreaFigures } from "./data/label-text.ts";
import {
  type AreaFilter,
  statisticsQuery,
  useGardens,
  useImagePlaces,
  useSeenGround,
  useTreeDates,
} from "./data/map-data.ts";
import { type MapSearch, shownFigures, shownLayers } from "./data/map-search.ts";
import { type Bounds, parseView, type View, viewText } from "./data/map-view-state.ts";
import { periodRange } from "./data/period.ts";
import { HitPopup } from "./hit-popup.tsx";
import { CaptureNote } from "./images/capture-note.tsx";
import { ImageCredits } from "./images/image-credits.tsx";
import { ImageLayer, type MapImage } from "./images/image-layer.tsx";
import { useMapImages } from "./images/map-images.ts";
import { MosaicLayer } from "./images/mosaic-layer.tsx";
import { OrthophotoLayer } from "./images/orthophoto-layer.tsx";
import { UnplacedNote } from "./images/unplaced-note.tsx";
import { UnseenLayer } from "./images/unseen-layer.tsx";
import { GardenLayers } from "./layers/gardens/garden-layers.tsx";
import { GraticuleLayers } from "./layers/graticule-layers.tsx";
import { LayerPanel } from "./layers/layer-panel.tsx";
import { PlaceLayers } from "./layers/place-layers.tsx";
import { usePointLayers } from "./layers/registry.ts";
import { type MapShape, ShapeLayers } from "./layers/shape-layers.tsx";
import { TerritoryLayers } from "./layers/territory-layers.tsx";
import { TreeLayers, type TreeTileFilter } from "./layers/tree-layers.tsx";
import { MapLegend } from "./legend/map-legend.tsx";
import { enterCluster, type MapHit } from "./map-hit.ts";
import { PointerPlace } from "./map-tools.tsx";
import { MapView } from "./map-view.tsx";
import { MeasureTool } from "./measure-tool.tsx";
import type { PointChoice, PointKind } from "./points/point-layer.tsx";
import { PrintDialog } from "./print/print-dialog.tsx";

export type Chosen = { kind: "region" | "district" | "garden"; id: number };

export type LiveMapProps = {
  /** Names the map for those who hear it; different for two maps on one screen. */
  label: string;
  /** Place, layers and dates, from the address (`readMapSearch`). */
  search: MapSearch;
  /** Writes the change into the address, replacing what is there. */
  onSearch: (next: MapSearch) => void;
  /** The view when the address names no place; it flies to each later change. */
  bounds?: Bounds | null;
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
  /** Where layers, base map and panel are found again as this person left them. */
  keeps?: KeptMap;
  /** State in which the panel of layers begins; "none" leaves it and the legend out. */
  panel?: "open" | "closed" | "none";
  /** Further layers (react-maplibre), drawing tools. */
  children?: ReactNode;
  overlay?: ReactNode;
  className?: string;
};

/** The programme's map: borders, gardens, trees, devices, images, with their panel and legend. */
export default function LiveMap(props: LiveMapProps) {
  const { label, bounds, area = {}, chosen, shapes, panel = "closed" } = props;
  const { search, onSearch } = useKeptChoices(props.keeps, props.search, props.onSearch);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [seen, setSeen] = useState<{ view: View; bounds: Bounds }>();
  const [hit, setHit] = useState<MapHit | null>(null);
  const [chosenOpacity, setOpacity] = useState(1);
  const opacity = props.imageOpacity ?? chosenOpacity;
  const [measuring, setMeasuring] = useState(false);
  const [printing, setPrinting] = useState(false);
  const maySeeTrees = useHolds("planttreedetail.view");
  const layers = useMemo(() => {
    const shown = shownLayers(search.layers);
    if (!maySeeTrees) shown.delete("trees");
    return shown;
  }, [search.layers, maySeeTrees]);
  const figures = useMemo(() => shownFigures(search.show), [search.show]);
  const dates = periodRange(search);
  const gardens = useGardens(layers.has("gardens"), seen?.view, seen?.bounds, area, dates);
  const own = props.drawing?.own;
  const hidden = own?.kind === "garden" ? own.id : undefined;
  const rows = gardens.data?.results;
  const shownGardens = useMemo(
    () => (rows ?? []).filter((one) => one.id !== hidden),
    [rows, hidden],
  );
  const choices = pointChoices(props, rows);
  const points = usePointLayers((kind) => ({
    // Where a screen has tasks of its own, the dots of their gardens would lie beneath them.
    wanted:
      kind === "tasks" && props.tasks
        ? true
        : layers.has(kind) && !(kind === "gardens" && props.tasks),
    area,
    choice: choices[kind],
  }));
  const images = useMapImages({
    fixed: props.image,
    wanted: panel !== "none",
    on: layers.has("image"),
    chosen: search.image,
    ...{ seen, area, dates },
  });
  const { image } = images;
  const hatches = panel !== "none" && layers.has("unseen");
  const known = useSeenGround(hatches, seen?.view, seen?.bounds).data;
  const ground = hatches ? known : undefined;

  const hasTrees = layers.has("trees");
  const filter = { ...area, ...dates };
  // An image that is shown alone has its own trees upon it.
  const ofImage = props.image === undefined && image ? { whole_image: image.id } : undefined;
  const treeFilter = { ...(ofImage ?? filter), ...props.trees };
  const counts = useQuery({ ...statisticsQuery(filter), enabled: hasTrees }).data?.trees;
  const notesTrees = hasTrees && !props.trees?.whole_image;
  const ofView = useTreeDates(notesTrees && !ofImage, seen?.bounds, filter, counts?.total).data;
  const seenDates = ofImage && image ? datesOf(image) : ofView;
  const planted = useImagePlaces(
    hasTrees ? images.foremost?.id : undefined,
    seen?.view,
    seen?.bounds,
  ).data;
  const legend = (
    <MapLegend {...{ map, layers, points }} places={planted} unseen={Boolean(ground)} />
  );

  function handleView(view: View, box: Bounds) {
    setSeen({ view, bounds: box });
    const at = viewText(view);
    if (at !== search.at) onSearch({ at });
  }

  function handleHit(next: MapHit | null) {
    const isArea = next?.kind === "region" || next?.kind === "district" || next?.kind === "garden";
    if (next?.kind === "cluster" && map) return enterCluster(map, next);
    if (next?.kind === "device" && props.devices) return props.devices.onPress(next.id);
    if (next?.kind === "task" && props.tasks) return props.tasks.onPress(next.id);
    const isTree = next?.kind === "tree" || next?.kind === "crown";
    if (isTree && props.onTree) return props.onTree(next.id);
    setHit(next);
    if (next?.kind === "shape") props.onShape?.(next.id);
    else if (isArea) props.onChoose?.({ kind: next.kind as Chosen["kind"], id: next.id });
    else if (!next) props.onChoose?.(null);
  }

  return (
    <MapView
      label={label}
      view={parseView(search.at)}
      bounds={bounds}
      onView={handleView}
      onHit={props.drawing || measuring ? undefined : handleHit}
      onReady={setMap}
      base={search.base}
      globe={search.projection === "globe"}
      tools={panel !== "none"}
      className={props.className}
      overlay={
        <>
          {panel !== "none" && (
            <LayerPanel
              start={panel}
              {...{ search, onSearch, layers, figures, opacity }}
              images={images.choice}
              dates={images.dates}
              onOpacity={setOpacity}
              gardens={gardens.data}
              points={points}
              onMeasure={() => {
                setHit(null);
                setMeasuring(true);
              }}
              onPrint={() => setPrinting(true)}
              legend={legend}
            />
          )}
          {printing && map && (
            <PrintDialog
              map={map}
              title={label}
              images={images.shown}
              trees={notesTrees ? seenDates : undefined}
              legend={legend}
              onClose={() => setPrinting(false)}
            />
          )}
          <div
            data-map-cover="bottom-left"
            className="pointer-events-none absolute bottom-16 inset-s-2.5 z-10 grid max-w-[min(15.5rem,calc(100%-5rem))] gap-1 group-data-[map-from~=768]/map:max-w-120"
          >
            {panel !== "none" && (
              <div data-map-legend className="max-sm:hidden">
                {legend}
              </div>
            )}
            <CaptureNote images={images.shown} trees={notesTrees ? seenDates : undefined} />
            <UnplacedNote gardens={points.find(({ kind }) => kind === "gardens")} />
          </div>
          <PointerPlace map={map} />
          {props.overlay}
        </>
      }
    >
      {search.orthophoto && <OrthophotoLayer />}
      {search.graticule && seen && <GraticuleLayers bounds={seen.bounds} />}
      {image && <ImageLayer image={image} opacity={opacity} />}
      <ImageCredits images={images.shown} />
      {images.isMosaic && <MosaicLayer {...{ filter, opacity }} stamp={counts?.total} />}
      <TerritoryLayers
        zoom={seen?.view.zoom ?? 0}
        shown={figures}
        figures={props.figures}
        chosen={chosen}
        hidden={own}
      />
      {points.filter(({ kind }) => kind === "gardens").map(({ layer }) => layer)}
      {layers.has("gardens") && (
        <GardenLayers
          gardens={shownGardens}
          shown={figures}
          chosen={chosen?.kind === "garden" ? chosen.id : undefined}
        />
      )}
      {ground && <UnseenLayer gardens={rows ?? none} ground={ground} base={search.base} />}
      {shapes && <ShapeLayers shapes={shapes} />}
      {hasTrees && <TreeLayers filter={treeFilter} stamp={counts?.total} />}
      {hasTrees && planted && <PlaceLayers places={planted.places} />}
      {points.filter(({ kind }) => kind !== "gardens").map(({ layer }) => layer)}
      {hit && (
        <HitPopup
          hit={hit}
          gardens={rows}
          period={dates}
          area={area}
          onClose={() => setHit(null)}
        />
      )}
      {measuring && <MeasureTool onClose={() => setMeasuring(false)} />}
      {props.children}
    </MapView>
  );
}

/** What a screen says of the records of each kind. */
function pointChoices(
  { chosen, devices, tasks }: LiveMapProps,
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

/** The day of an image as that of its trees. */
const datesOf = ({ date }: MapImage) => ({ captured_from: date, captured_to: date });

const none: never[] = [];

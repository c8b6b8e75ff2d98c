import type { Map as MapLibreMap } from "maplibre-gl";
import { Fragment, type ReactNode, useState } from "react";
import type { MapSearch } from "./data/map-search.ts";
import { type Bounds, parseView, type View, viewText } from "./data/map-view-state.ts";
import { HitPopup } from "./hit-popup.tsx";
import { CaptureNote } from "./images/capture-note.tsx";
import { UnplacedNote } from "./images/unplaced-note.tsx";
import { LayerPanel } from "./layers/layer-panel.tsx";
import { MapLegend } from "./legend/map-legend.tsx";
import { type Chosen, type MapContent, type MapSubject, useMapContent } from "./map-content.ts";
import { enterCluster, type MapHit } from "./map-hit.ts";
import { MapLayers } from "./map-layers.tsx";
import { PointerPlace } from "./map-tools.tsx";
import { MapView } from "./map-view.tsx";
import { MeasureTool } from "./measure-tool.tsx";
import { PrintDialog } from "./print/print-dialog.tsx";

export type LiveMapProps = {
  /** Names the map for those who hear it; different for two maps on one screen. */
  label: string;
  /** Place, layers and dates, from the address (`readMapSearch`). */
  search: MapSearch;
  /** Writes the change into the address, replacing what is there. */
  onSearch: (next: MapSearch) => void;
  /** The view when the address names no place; it flies to each later change. */
  bounds?: Bounds | null;
  /** Records and pictures that it shows besides those of the address, and the effect of presses. */
  of?: MapSubject;
  /** State in which the panel of layers begins; "none" leaves it and the legend out. */
  panel?: "open" | "closed" | "none";
  /** Further layers (react-maplibre), drawing tools. */
  children?: ReactNode;
  overlay?: ReactNode;
};

const nothing: MapSubject = {};

/** The programme's map: borders, gardens, trees, devices, images, with their panel and legend. */
export default function LiveMap(props: LiveMapProps) {
  const { label, search, onSearch, bounds, of = nothing, panel = "closed" } = props;
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [seen, setSeen] = useState<{ view: View; bounds: Bounds }>();
  const [hit, setHit] = useState<MapHit | null>(null);
  const [chosenOpacity, setOpacity] = useState(1);
  const opacity = of.imageOpacity ?? chosenOpacity;
  const [measuring, setMeasuring] = useState(false);
  const content = useMapContent({ of, search, seen, hasPanel: panel !== "none", onSearch });

  function handleView(view: View, box: Bounds) {
    setSeen({ view, bounds: box });
    const at = viewText(view);
    if (at !== search.at) onSearch({ at });
  }

  function handleHit(next: MapHit | null) {
    if (next?.kind === "cluster" && map) return enterCluster(map, next);
    const press = next && ownPress(of, next);
    if (press) return press(next.id);
    setHit(next);
    tellChoice(of, next);
  }

  return (
    <MapView
      label={label}
      view={parseView(search.at)}
      bounds={bounds}
      onView={handleView}
      onHit={of.drawing || measuring ? undefined : handleHit}
      onReady={setMap}
      base={search.base}
      globe={search.projection === "globe"}
      tools={panel !== "none"}
      overlay={
        <>
          <MapOverlay
            {...{ label, map, search, onSearch, panel, content, opacity }}
            onOpacity={setOpacity}
            onMeasure={() => {
              setHit(null);
              setMeasuring(true);
            }}
          />
          {props.overlay}
        </>
      }
    >
      <MapLayers {...{ of, content, search, seen, opacity }} />
      {hit && (
        <HitPopup
          hit={hit}
          gardens={content.gardens?.results}
          period={content.dates}
          area={content.area}
          onClose={() => setHit(null)}
        />
      )}
      {measuring && <MeasureTool onClose={() => setMeasuring(false)} />}
      {props.children}
    </MapView>
  );
}

/** Finds the answer of the screen itself to a record that was pressed, in place of its card. */
function ownPress({ devices, tasks, onTree }: MapSubject, { kind }: MapHit) {
  if (kind === "device") return devices?.onPress;
  if (kind === "task") return tasks?.onPress;
  return kind === "tree" || kind === "crown" ? onTree : undefined;
}

/** Tells the screen of an outline or an area that was pressed, or of bare ground. */
function tellChoice({ onShape, onChoose }: MapSubject, hit: MapHit | null): void {
  const isArea = hit?.kind === "region" || hit?.kind === "district" || hit?.kind === "garden";
  if (hit?.kind === "shape") onShape?.(hit.id);
  else if (isArea) onChoose?.({ kind: hit.kind as Chosen["kind"], id: hit.id });
  else if (!hit) onChoose?.(null);
}

type OverlayProps = Pick<LiveMapProps, "label" | "search" | "onSearch"> & {
  map: MapLibreMap | null;
  panel: NonNullable<LiveMapProps["panel"]>;
  content: MapContent;
  opacity: number;
  onOpacity: (opacity: number) => void;
  onMeasure: () => void;
};

/** Parts that lie over the map: panel, legend, the dates of what is shown, and the sheet that is printed. */
function MapOverlay({ label, map, search, onSearch, panel, content, ...others }: OverlayProps) {
  const [printing, setPrinting] = useState(false);
  const { layers, figures, gardens, points, images, ground, trees, planted } = content;
  const legend = (
    <MapLegend {...{ map, layers, points }} places={planted} unseen={Boolean(ground)} />
  );
  return (
    <>
      {panel !== "none" && (
        <LayerPanel
          start={panel}
          {...{ search, onSearch, layers, figures, gardens, points, legend, ...others }}
          images={images.choice}
          dates={images.dates}
          onPrint={() => setPrinting(true)}
        />
      )}
      {printing && map && (
        <PrintDialog
          map={map}
          title={label}
          images={images.shown}
          trees={trees.seen}
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
        <CaptureNote images={images.shown} trees={trees.seen} />
        <UnplacedNote gardens={points.find(({ kind }) => kind === "gardens")} />
        {points.map(({ kind, controls }) => controls && <Fragment key={kind}>{controls}</Fragment>)}
      </div>
      <PointerPlace map={map} />
    </>
  );
}

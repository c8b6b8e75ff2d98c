import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { ViewSettings } from "@nihol/contract/values/imagery";
import type { MapRef } from "@vis.gl/react-maplibre";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Bounds, parseView, type View, viewText } from "../../../map/data/map-view-state.ts";
import { viewOf } from "../../../map/data/view-search.ts";
import { ImageCredits } from "../../../map/images/image-credits.tsx";
import { ImageLayer } from "../../../map/images/image-layer.tsx";
import { type MapShape, ShapeLayers } from "../../../map/layers/shape-layers.tsx";
import { MapView } from "../../../map/map-view.tsx";
import { MapHandle } from "../../../map/twins/twin-views.tsx";
import { framesOf, type LeftOut, layersAt } from "./frames.ts";
import { LapseBar } from "./lapse-bar.tsx";
import { usePlaying } from "./use-playing.ts";

export type LapseMapProps = {
  bounds: Bounds;
  /** Undefined until they have come. */
  images: readonly WholeImage[] | undefined;
  leftOut: LeftOut | undefined;
  /** The outline of the area, where one is chosen. */
  shapes: MapShape[] | undefined;
  at: string | undefined;
  onAt: (at: string) => void;
  view: ViewSettings;
};

/** All days of a place, one after the other. Loaded lazily: it holds MapLibre. */
export default function LapseMap({
  bounds,
  images,
  leftOut,
  shapes,
  at,
  onAt,
  view,
}: LapseMapProps) {
  const { t } = useTranslation("compare");
  const [map, setMap] = useState<MapRef | null>(null);
  const frames = useMemo(() => framesOf(images ?? [], bounds), [images, bounds]);
  const isShown = useCallback(() => map?.areTilesLoaded() ?? false, [map]);
  const playing = usePlaying(frames.length, isShown);
  const layers = layersAt(frames, playing.at);
  const start = useRef(parseView(at)).current;
  function handleView(view: View) {
    const next = viewText(view);
    if (next !== at) onAt(next);
  }
  return (
    <div className="relative h-full" data-compare-mode="lapse">
      <MapView
        label={t("map_lapse")}
        view={start}
        bounds={bounds}
        onView={handleView}
        // On a phone the bar takes the place of the buttons of the zoom: fingers have their own way.
        className="max-sm:[&_.maplibregl-ctrl-bottom-right_.maplibregl-ctrl-group]:hidden"
      >
        <MapHandle onMap={setMap} />
        {layers.map(({ image, state }) => (
          <ImageLayer
            key={image.id}
            image={{ ...image, view: image.has_nir ? view : viewOf(view, false) }}
            opacity={state === "shown" ? 1 : 0}
            hidden={state === "away"}
          />
        ))}
        <ImageCredits
          images={layers.flatMap(({ image, state }) => (state === "shown" ? [image] : []))}
        />
        {shapes && <ShapeLayers shapes={shapes} />}
      </MapView>
      <div className="pointer-events-none absolute inset-x-2.5 bottom-14.5 z-30">
        <LapseBar frames={frames} playing={playing} leftOut={leftOut} />
      </div>
    </div>
  );
}

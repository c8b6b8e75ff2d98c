import type { MapRef } from "@vis.gl/react-maplibre";
import { useState } from "react";
import { cx } from "../../lib/cx.ts";
import type { Bounds } from "../data/map-view-state.ts";
import { ImageCredits } from "../images/image-credits.tsx";
import { ImageLayer, type MapImage } from "../images/image-layer.tsx";
import { type MapShape, ShapeLayers } from "../layers/shape-layers.tsx";
import { MapView } from "../map-view.tsx";
import { SwipeDivider } from "./swipe-divider.tsx";
import { MapHandle, useTwins } from "./twin-views.tsx";

export type TwinImagesProps = {
  before: MapImage | null;
  after: MapImage | null;
  /** The view at first. */
  bounds: Bounds | null;
  shapes: readonly MapShape[] | undefined;
  labels: { before: string; after: string };
  /** Puts the images side by side; else the one lies over the other with a divider. */
  side: boolean;
};

/** The same ground on two images, before and after, moved together. Loaded lazily: it holds MapLibre. */
export default function TwinImages({
  before,
  after,
  bounds,
  shapes,
  labels,
  side,
}: TwinImagesProps) {
  const [first, setFirst] = useState<MapRef | null>(null);
  const [second, setSecond] = useState<MapRef | null>(null);
  const [divider, setDivider] = useState(50);
  useTwins(first, second);
  const over = side ? {} : { clipPath: `inset(0 0 0 ${divider}%)` };
  return (
    <div className="relative h-full overflow-hidden">
      <div className={cx("absolute inset-y-0 inset-s-0", side ? "w-1/2" : "w-full")}>
        <MapView label={labels.before} bounds={bounds}>
          <MapHandle onMap={setFirst} />
          {before && <ImageLayer image={before} />}
          <ImageCredits images={before ? [before] : []} />
          {shapes && <ShapeLayers shapes={shapes} />}
        </MapView>
      </div>
      <div
        className={cx(
          "absolute inset-y-0 inset-e-0",
          side ? "w-1/2 border-s-2 border-line-strong" : "w-full",
        )}
        style={over}
      >
        <MapView label={labels.after} bounds={bounds}>
          <MapHandle onMap={setSecond} />
          {after && <ImageLayer image={after} />}
          <ImageCredits images={after ? [after] : []} />
          {shapes && <ShapeLayers shapes={shapes} />}
        </MapView>
      </div>
      {!side && <SwipeDivider value={divider} onChange={setDivider} />}
    </div>
  );
}

import type { CompareImage, ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { ViewSettings } from "@nihol/contract/values/imagery";
import type { TreeChange } from "@nihol/contract/values/imagery/image-compare";
import type { MapRef } from "@vis.gl/react-maplibre";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { parseView, type View, viewText } from "../../map/data/map-view-state.ts";
import { ImageCredits } from "../../map/images/image-credits.tsx";
import { ImageLayer } from "../../map/images/image-layer.tsx";
import { ShapeLayers } from "../../map/layers/shape-layers.tsx";
import { MapView } from "../../map/map-view.tsx";
import { SwipeDivider } from "../../map/twins/swipe-divider.tsx";
import { MapHandle, useTwins } from "../../map/twins/twin-views.tsx";
import { ChangeLayers } from "./change-layers.tsx";
import { boundsOf, useAreaShape } from "./compare-area.ts";
import type { CompareMode } from "./compare-search.ts";

export type CompareMapsProps = {
  answer: ImageCompare;
  mode: CompareMode;
  hidden: ReadonlySet<TreeChange>;
  at: string | undefined;
  onAt: (at: string) => void;
  /** A tree to fly to; each new value is a new flight. */
  target: { id: number; position: readonly [number, number] } | undefined;
  /** Of the later image, in the mode "blend": 0 to 1. */
  opacity: number;
  /** Colouring of both dates. */
  view: ViewSettings;
};

const nearZoom = 20;

const uniqueImages = (images: CompareImage[]) => [
  ...new Map(images.map((image) => [image.id, image])).values(),
];

/** Two maps of the same ground, one a date. Loaded lazily: it holds MapLibre. */
export default function CompareMaps(props: CompareMapsProps) {
  const { answer, mode, hidden, at, onAt, target, opacity, view } = props;
  const { t } = useTranslation("compare");
  const [first, setFirst] = useState<MapRef | null>(null);
  const [second, setSecond] = useState<MapRef | null>(null);
  const [divider, setDivider] = useState(50);
  useTwins(first, second);
  useEffect(() => {
    // Both: the second takes the place of the first when they are joined.
    if (!first || !second || !target) return;
    const zoom = Math.max(nearZoom, second.getZoom());
    second.easeTo({ center: [...target.position], zoom, duration: 0 });
  }, [first, second, target]);

  const bounds = boundsOf(answer);
  const start = useRef(parseView(at)).current;
  const comparisons = answer.pairs.flatMap(({ comparison, totals }) =>
    comparison !== null && totals ? [comparison] : [],
  );
  const shapes = useAreaShape(answer.area);
  const changes = (
    <>
      {shapes && <ShapeLayers shapes={shapes} />}
      <ChangeLayers
        comparisons={comparisons}
        area={answer.area}
        hidden={hidden}
        chosen={target?.id}
        latitude={bounds ? (bounds[1] + bounds[3]) / 2 : 0}
      />
    </>
  );
  function handleView(view: View) {
    const next = viewText(view);
    if (next !== at) onAt(next);
  }
  const befores = uniqueImages(answer.pairs.map(({ before }) => before));
  const afters = uniqueImages(answer.pairs.map(({ after }) => after));
  const isSide = mode === "side";
  const clip = mode === "swipe" ? { clipPath: `inset(0 0 0 ${divider}%)` } : {};
  const blend = mode === "blend" ? { "--later": opacity } : { "--later": 1 };
  return (
    <div className="relative h-full overflow-hidden" data-compare-mode={mode}>
      <div className={cx("absolute inset-y-0 inset-s-0", isSide ? "w-1/2" : "w-full")}>
        <MapView
          label={t("map_before")}
          view={start}
          bounds={bounds}
          className={cx(!isSide && "[&_.maplibregl-ctrl-bottom-right]:hidden")}
        >
          <MapHandle onMap={setFirst} />
          {befores.map((image) => (
            <ImageLayer key={image.id} image={{ ...image, view }} />
          ))}
          <ImageCredits images={befores} />
          {changes}
        </MapView>
      </div>
      <div
        className={cx(
          "absolute inset-y-0 inset-e-0 [&_.maplibregl-canvas-container]:opacity-(--later)",
          isSide ? "w-1/2 border-s-2 border-line-strong" : "w-full",
        )}
        style={{ ...clip, ...blend } as React.CSSProperties}
      >
        <MapView
          label={t("map_after")}
          view={start}
          bounds={bounds}
          onView={handleView}
          className={cx(!isSide && "[&_.maplibregl-ctrl-bottom-left]:hidden")}
        >
          <MapHandle onMap={setSecond} />
          {afters.map((image) => (
            <ImageLayer key={image.id} image={{ ...image, view }} />
          ))}
          <ImageCredits images={afters} />
          {changes}
        </MapView>
      </div>
      {mode === "swipe" && <SwipeDivider value={divider} onChange={setDivider} />}
    </div>
  );
}

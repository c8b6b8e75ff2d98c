import { Layer, Source } from "@vis.gl/react-maplibre";
import type { MultiPolygon, Polygon } from "geojson";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { colors } from "../data/map-style.ts";

/** An outline of a screen's own: a footprint, a fragment, a proposed boundary. */
export type MapShape = { id: number; geometry: Polygon | MultiPolygon; chosen?: boolean };

/** Outlines that a screen brings; pressing one is a hit of kind "shape". */
export function ShapeLayers({ shapes }: { shapes: readonly MapShape[] }) {
  const data = useMemo(
    () =>
      featureCollection(
        shapes,
        (one) => one.geometry,
        (one) => ({ id: one.id, chosen: one.chosen ?? false }),
      ),
    [shapes],
  );
  return (
    <Source id="shapes" type="geojson" data={data}>
      <Layer
        id="hit-shape"
        type="fill"
        beforeId="slot-areas"
        paint={{
          "fill-color": colors.chosen,
          "fill-opacity": ["case", ["get", "chosen"], 0.18, 0.04],
        }}
      />
      <Layer
        id="shape-halo"
        type="line"
        beforeId="slot-lines"
        paint={{ "line-color": colors.halo, "line-width": 4, "line-opacity": 0.7 }}
      />
      <Layer
        id="shape-line"
        type="line"
        beforeId="slot-lines"
        paint={{ "line-color": colors.chosen, "line-width": ["case", ["get", "chosen"], 2.6, 1.4] }}
      />
    </Source>
  );
}

import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { graticule } from "../data/graticule.ts";
import { colors, mapFont } from "../data/map-style.ts";
import type { Bounds } from "../data/map-view-state.ts";

/** Lines of equal longitude and latitude, with their degrees. */
export function GraticuleLayers({ bounds }: { bounds: Bounds }) {
  const [west, south, east, north] = bounds;
  const data = useMemo(
    () =>
      featureCollection(
        graticule([west, south, east, north]),
        ({ line }) => ({ type: "LineString", coordinates: line }),
        ({ label }) => ({ label }),
      ),
    [west, south, east, north],
  );
  return (
    <Source id="graticule" type="geojson" data={data}>
      <Layer
        id="graticule-line"
        type="line"
        beforeId="slot-lines"
        paint={{ "line-color": colors.weakLabel, "line-width": 0.8, "line-opacity": 0.6 }}
      />
      <Layer
        id="graticule-label"
        type="symbol"
        beforeId="slot-labels"
        layout={{
          "symbol-placement": "line",
          "symbol-spacing": 350,
          "text-field": ["get", "label"],
          "text-font": mapFont,
          "text-size": 10.5,
        }}
        paint={{
          "text-color": colors.weakLabel,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.6,
        }}
      />
    </Source>
  );
}

import { Layer, Marker, Source } from "@vis.gl/react-maplibre";
import type { Feature } from "geojson";
import { useMemo } from "react";
import { colors } from "../data/map-style.ts";

type Corner = readonly [lon: number, lat: number];
type LngLat = { lng: number; lat: number };

/** A way that is being drawn or measured. */
export function WayLayers({ line }: { line: readonly Corner[] }) {
  const data = useMemo<Feature>(
    () => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: line.map((one) => [...one]) },
    }),
    [line],
  );
  return (
    <Source id="way" type="geojson" data={data}>
      <Layer
        id="way-halo"
        type="line"
        paint={{ "line-color": colors.halo, "line-width": 6, "line-opacity": 0.8 }}
      />
      <Layer id="way" type="line" paint={{ "line-color": colors.chosen, "line-width": 3 }} />
    </Source>
  );
}

type CornersProps = {
  line: readonly Corner[];
  /** A corner is being dragged, and has been let go. */
  onDrag?: (index: number, to: LngLat) => void;
  onDragEnd?: (index: number, to: LngLat) => void;
};

/** The corners of a way, which can be dragged. */
export function WayCorners({ line, onDrag, onDragEnd }: CornersProps) {
  return line.map(([longitude, latitude], index) => (
    <Marker
      // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the line
      key={index}
      {...{ longitude, latitude }}
      draggable
      onDrag={({ lngLat }) => onDrag?.(index, lngLat)}
      onDragEnd={({ lngLat }) => onDragEnd?.(index, lngLat)}
    >
      <span className="block size-4 cursor-grab rounded-full border-3 border-[#1b7fb0] bg-white active:cursor-grabbing pointer-coarse:size-6" />
    </Marker>
  ));
}

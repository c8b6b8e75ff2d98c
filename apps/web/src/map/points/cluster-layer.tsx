import { Layer, useMap } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification, FilterSpecification, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { mapFont } from "../data/map-style.ts";
import { drawIcon } from "./draw-icon.ts";

/** From here on each record has a symbol of its own; farther away those that would touch are one plate with their number. */
export const singleZoom = 12;

/** Options with which a source of points is clustered. */
export const clustered = { cluster: true, clusterRadius: 30, clusterMaxZoom: singleZoom - 1 };

const isCluster: FilterSpecification = ["has", "point_count"];
export const isSingle: FilterSpecification = ["!", ["has", "point_count"]];

const plate = "cluster-plate";
/** Pixels of the image, which is twice as large as it is shown. */
const size = 48;

/** A white plate with round ends, which stretches to what is written on it. */
function addClusterPlate(map: MapLibreMap): void {
  if (map.hasImage(plate)) return;
  const image = drawIcon(size / 2, (paint) => {
    paint.beginPath();
    paint.roundRect(1, 1, size / 2 - 2, size / 2 - 2, size / 4 - 1);
    paint.fillStyle = "#ffffff";
    paint.fill();
    paint.strokeStyle = "#8f8a7e";
    paint.stroke();
  });
  if (!image) return;
  map.addImage(plate, image, {
    pixelRatio: 2,
    stretchX: [[size / 2 - 2, size / 2 + 2]],
    stretchY: [[size / 2 - 2, size / 2 + 2]],
    content: [12, 8, size - 12, size - 8],
  });
}

/** The end of a symbol's name as it stands on a plate. */
const small = "-small";
const middle = { "vertical-align": "center" } as const;

/** Label of a plate: symbols (names of images of the map), and how many records they stand for. */
export const plateLabel = (
  icons: readonly (string | ExpressionSpecification)[],
  count: ExpressionSpecification = ["get", "point_count"],
): ExpressionSpecification => {
  const shown = icons.flatMap((icon) => [["image", ["concat", icon, small]], middle, " ", {}]);
  return ["format", ...shown, ["to-string", count], middle] as unknown as ExpressionSpecification;
};

/** A symbol's name, and what draws it twice as large as it is shown (null where nothing can be drawn). */
export type MapSymbol = readonly [name: string, draw: () => ImageData | null];

/** Adds symbols to the map, each with a smaller one for plates. True when they are there: layers that need them come then. */
export function useSymbols(symbols: readonly MapSymbol[]): boolean {
  const map = useMap().current?.getMap();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!map) return;
    addClusterPlate(map);
    for (const [name, draw] of symbols) {
      const image = map.hasImage(name) ? null : draw();
      if (!image) continue;
      map.addImage(name, image, { pixelRatio: 2 });
      map.addImage(`${name}${small}`, image, { pixelRatio: 3.2 });
    }
    setReady(true);
  }, [map, symbols]);
  return isReady;
}

type Props = {
  /** Its layer is called after it: `hit-device-cluster`. */
  kind: string;
  /** Ems above or below the middle. */
  offset: number;
  /** The id of its source: `Source` gives it to layers alone that are its own children. */
  source: string;
  /** `plateLabel` of the kind. */
  label: ExpressionSpecification;
};

/** Several records that stand close together: the symbol of their kind and how many there are. */
export function ClusterLayer({ kind, offset, source, label }: Props) {
  return (
    <Layer
      id={`hit-${kind}-cluster`}
      source={source}
      type="symbol"
      filter={isCluster}
      layout={{
        "icon-image": plate,
        "icon-text-fit": "both",
        "icon-allow-overlap": true,
        "text-field": label,
        "text-font": mapFont,
        "text-size": 12,
        "text-allow-overlap": true,
        "text-offset": [0, offset],
        // The largest lie uppermost.
        "symbol-sort-key": ["get", "point_count"],
      }}
      paint={{ "text-color": "#2b2822" }}
    />
  );
}

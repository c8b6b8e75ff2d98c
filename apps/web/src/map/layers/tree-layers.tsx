import { paths } from "@nihol/contract/values/paths";
import { Layer, Source, useMap } from "@vis.gl/react-maplibre";
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { colors, treeColors } from "../data/map-style.ts";
import { tileAddress } from "../data/tile-request.ts";

/** The same filters as where trees are counted; `whole_image` shows one image's own trees. */
export type TreeTileFilter = {
  region?: number | undefined;
  district?: number | undefined;
  garden?: number | undefined;
  whole_image?: number | undefined;
  green?: "green" | "not_green" | "unsure" | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** 0 not green, 1 green, 2 unsure: the order of the contract's `greenStates`. */
const byGreen: ExpressionSpecification = [
  "match",
  ["get", "green"],
  1,
  treeColors.green,
  0,
  treeColors.notGreen,
  treeColors.unsure,
];

/** Share of green trees in a cell, 0 to 100: from orange over grey to green. */
const byShare: DataDrivenPropertyValueSpecification<string> = [
  "interpolate",
  ["linear"],
  ["get", "green"],
  0,
  treeColors.notGreen,
  50,
  "#c9b98f",
  100,
  treeColors.green,
];

/** Above this zoom the tiles carry crowns. */
const crownZoom = 17;

type Props = {
  filter: TreeTileFilter;
  /** Number of trees: when it changes, the tiles are fetched anew. */
  stamp?: number | undefined;
};

/** Trees: cells of many, then points, then crowns as one comes nearer. */
export function TreeLayers({ filter, stamp }: Props) {
  const map = useMap().current;
  const before = useRef(stamp);
  useEffect(() => {
    const isNew = before.current !== undefined && stamp !== before.current;
    before.current = stamp;
    if (isNew && map?.getSource("trees")) map.getMap().refreshTiles("trees");
  }, [map, stamp]);
  const tiles = [`${tileAddress(paths.treeTiles)}/{z}/{x}/{y}.mvt${search(filter)}`];
  return (
    <Source id="trees" type="vector" tiles={tiles} minzoom={0} maxzoom={20} promoteId="id">
      <Layer
        id="hit-cell"
        type="circle"
        source-layer="cells"
        beforeId="slot-trees"
        paint={{
          "circle-color": byShare,
          "circle-opacity": 0.82,
          // Cells lie four pixels apart: many trees make a larger dot, never one that hides its neighbours.
          "circle-radius": [
            "interpolate",
            ["linear"],
            ["ln", ["get", "n"]],
            0,
            1.4,
            4,
            2.6,
            9,
            4.4,
          ],
          "circle-stroke-color": colors.halo,
          "circle-stroke-width": 0.3,
        }}
      />
      <Layer
        id="hit-crown"
        type="fill"
        source-layer="crowns"
        beforeId="slot-trees"
        minzoom={crownZoom}
        paint={{ "fill-color": byGreen, "fill-opacity": 0.3 }}
      />
      <Layer
        id="crown-halo"
        type="line"
        source-layer="crowns"
        beforeId="slot-trees"
        minzoom={crownZoom}
        paint={{ "line-color": colors.halo, "line-width": 3, "line-opacity": 0.7 }}
      />
      <Layer
        id="crown-line"
        type="line"
        source-layer="crowns"
        beforeId="slot-trees"
        minzoom={crownZoom}
        paint={{ "line-color": byGreen, "line-width": 1.6 }}
      />
      <Layer
        id="hit-tree"
        type="circle"
        source-layer="trees"
        beforeId="slot-trees"
        paint={{
          "circle-color": byGreen,
          "circle-radius": [
            "interpolate",
            ["linear"],
            ["zoom"],
            8,
            1.2,
            13,
            2.2,
            16,
            4,
            crownZoom - 0.1,
            4.5,
            crownZoom,
            1.6,
            20,
            3,
          ],
          "circle-stroke-color": colors.halo,
          "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 13, 0, 16, 1],
        }}
      />
    </Source>
  );
}

function search(filter: TreeTileFilter): string {
  const pairs = Object.entries(filter).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

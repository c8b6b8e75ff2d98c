/** The archive that comes with the panel, made by apps/web/basemap. */

import { languages } from "@nihol/contract/values/languages";
import type { LayerSpecification } from "maplibre-gl";
import { colors } from "../data/map-style.ts";
import { type BaseSchema, fill, ground, isNear, relief } from "./schema.ts";

const { glacier, rail, river, road, urban, water } = ground;

const layers: LayerSpecification[] = [
  fill("ground", colors.land),
  fill("urban", urban),
  fill("glacier", glacier),
  relief,
  fill("ocean", water),
  fill("lake", water),
  fill("lake_more", water),
  {
    id: "base-river",
    type: "line",
    source: "base",
    "source-layer": "river",
    filter: ["all", ["<=", ["get", "minzoom"], ["zoom"]], ["==", ["get", "kind"], "river"]],
    layout: { "line-join": "round", "line-cap": "round" },
    paint: {
      "line-color": river,
      "line-width": [
        "interpolate",
        ["linear"],
        ["zoom"],
        4,
        ["step", ["get", "level"], 0.9, 2, 0.5],
        10,
        ["step", ["get", "level"], 2.4, 2, 1.6, 3, 1.1],
        13,
        ["step", ["get", "level"], 4.5, 2, 3, 3, 2],
      ],
    },
  },
  {
    id: "base-river-dry",
    type: "line",
    source: "base",
    "source-layer": "river",
    filter: ["all", ["<=", ["get", "minzoom"], ["zoom"]], ["!=", ["get", "kind"], "river"]],
    paint: { "line-color": river, "line-width": 0.8, "line-dasharray": [4, 3] },
  },
  {
    id: "base-rail",
    type: "line",
    source: "base",
    "source-layer": "rail",
    minzoom: 6,
    paint: {
      "line-color": rail,
      "line-width": ["interpolate", ["linear"], ["zoom"], 6, 0.5, 11, 1.2],
    },
  },
  {
    id: "base-road",
    type: "line",
    source: "base",
    "source-layer": "road",
    filter: ["<=", ["get", "minzoom"], ["zoom"]],
    layout: { "line-join": "round", "line-cap": "round" },
    paint: {
      "line-color": road,
      "line-width": [
        "interpolate",
        ["linear"],
        ["zoom"],
        5,
        0.5,
        9,
        ["step", ["get", "rank"], 2.2, 5, 1.7, 7, 1.1],
        12,
        ["step", ["get", "rank"], 3.6, 5, 2.8, 7, 2],
      ],
    },
  },
];

export const nihol: BaseSchema = {
  // Names of the sources, as their licences ask for them: decision 42.
  attribution: "Made with Natural Earth · Place names: GeoNames · GSHHG · Roads: ODbL",
  layers,
  names: Object.fromEntries(languages.map((one) => [one, [one]])),
  places: {
    layer: "place",
    shown: isNear,
    capital: ["==", ["get", "kind"], "capital"],
    centre: ["==", ["get", "kind"], "centre"],
    people: ["get", "pop"],
    isCapital: ({ kind }) => kind === "capital",
    isNear: ({ minzoom }, zoom) => Number(minzoom) <= zoom,
  },
  rivers: { layer: "river_name", shown: isNear },
  peaks: { layer: "peak", shown: isNear, elevation: ["get", "elevation"] },
};

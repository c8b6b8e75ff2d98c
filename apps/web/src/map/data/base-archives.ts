/** The base map's archives: PMTiles, read in parts by address ranges. */
import type { LayerSpecification, SourceSpecification } from "maplibre-gl";
import { addProtocol } from "maplibre-gl";
import { Protocol } from "pmtiles";
import { colors, themed } from "./map-style.ts";

// MapLibre asks by `pmtiles://` for the parts that it needs.
addProtocol("pmtiles", new Protocol().tile);

const archive = (name: string) =>
  `pmtiles://${new URL(`/basemap/${name}.pmtiles`, location.href).href}`;

/** Names of the sources, as their licences ask for them: decision 42. */
const attribution = "Made with Natural Earth · Place names: GeoNames · GSHHG · Roads: ODbL";

export function baseSources(): Record<string, SourceSpecification> {
  return {
    base: { type: "vector", url: archive("land"), attribution },
    relief: { type: "raster", url: archive("relief"), tileSize: 256 },
  };
}

const water = themed("#d0dde3", "#11171b");
const river = themed("#aec8d4", "#2b3f4b");
const glacier = themed("#fdfdfd", "#33383b");
const urban = themed("#e4dfd3", "#2b2924");
const road = themed("#d3c7b0", "#3d392f");
const rail = themed("#bdb5a6", "#46413a");

const fill = (layer: string, color: typeof water): LayerSpecification => ({
  id: `base-${layer}`,
  type: "fill",
  source: "base",
  "source-layer": layer,
  paint: { "fill-color": color, "fill-antialias": layer !== "ground" },
});

/** Below everything of our own: ground, relief, ice, towns, water, roads and railways. */
export function baseLayers(): LayerSpecification[] {
  return [
    fill("ground", colors.land),
    fill("urban", urban),
    fill("glacier", glacier),
    {
      id: "base-relief",
      type: "raster",
      source: "relief",
      paint: {
        // One pixel is 1.2 km: near by it would be a blur.
        "raster-opacity": ["interpolate", ["linear"], ["zoom"], 3, 0.34, 7, 0.3, 9, 0.13, 11, 0],
        "raster-fade-duration": 0,
      },
    },
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
          11,
          ["step", ["get", "rank"], 2.4, 5, 1.8, 7, 1.2],
        ],
      },
    },
  ];
}

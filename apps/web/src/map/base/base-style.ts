/** The base map as a style of MapLibre. */
import cyrillicExt from "@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url";
import cyrillic from "@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url";
import latinExt from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { BaseMapFacts } from "@nihol/contract/imagery/base-map";
import type { StyleSpecification } from "maplibre-gl";
import { colors } from "../data/map-style.ts";
import { baseSources, groundLayer, schemaOf } from "./base-map.ts";

/** Invisible layers that others are put before, so that the order holds whatever loads first. */
const slots = [
  "slot-orthophoto",
  "slot-image",
  "slot-areas",
  "slot-lines",
  "slot-trees",
  "slot-places",
  "slot-names",
  "slot-labels",
  "slot-capital",
] as const;

/** Borders of countries, each once. */
export const bordersPath = "/basemap/borders.geojson";

/** The base map: own files only, so that it is there without internet. */
export function baseStyle(isDark: boolean, facts: BaseMapFacts): StyleSpecification {
  const address = (path: string) => new URL(path, location.href).href;
  return {
    version: 8,
    name: "Nihol",
    state: { dark: { default: isDark }, countries: { default: false } },
    // Own font files by unicode range: only the letters in use are fetched, and no glyph server.
    "font-faces": {
      "Map Sans": [
        { url: address(cyrillicExt), "unicode-range": ["U+0460-052F"] },
        {
          url: address(cyrillic),
          "unicode-range": ["U+0301", "U+0400-045F", "U+0490-0491", "U+04B0-04B1", "U+2116"],
        },
        {
          url: address(latinExt),
          "unicode-range": ["U+0100-0130", "U+0132-0151", "U+0154-02BA"],
        },
        {
          url: address(latin),
          "unicode-range": ["U+0000-00FF", "U+0131", "U+0152-0153", "U+2000-206F"],
        },
      ],
    },
    sources: {
      ...baseSources(facts),
      countries: {
        type: "geojson",
        data: address("/basemap/countries.geojson"),
        tolerance: 0.3,
      },
      // Without what our own territories draw: layers/country-borders.ts.
      borders: { type: "geojson", data: address(bordersPath), tolerance: 0.3 },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": colors.sea } },
      {
        id: "land",
        type: "fill",
        source: "countries",
        paint: { "fill-color": colors.land, "fill-antialias": false },
      },
      ...(facts.bounds ? [groundLayer] : []),
      ...schemaOf(facts).layers,
      {
        id: "country-line",
        type: "line",
        source: "borders",
        layout: { "line-join": "round" },
        paint: {
          "line-color": colors.country,
          "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.6, 8, 1.4],
        },
      },
      ...slots.map((id) => ({
        id,
        type: "background" as const,
        layout: { visibility: "none" as const },
      })),
    ],
  };
}

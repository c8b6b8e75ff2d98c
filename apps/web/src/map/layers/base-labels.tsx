import type { Language } from "@nihol/contract/values/languages";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { colors, mapFont } from "../data/map-style.ts";
import { placeFilter } from "../data/named-places.ts";
import { useSymbols } from "./cluster-layer.tsx";
import { settlementLayout, settlementSymbols } from "./settlement-symbol.ts";

/** From the zoom that the archive names. */
const isNear: ExpressionSpecification = ["<=", ["get", "minzoom"], ["zoom"]];

/** Letters of a colour with a rim of the ground's, so many pixels wide. */
const letters = (color: ExpressionSpecification, rim: number) => ({
  "text-color": color,
  "text-halo-color": colors.halo,
  "text-halo-width": rim,
});

/** Names of countries, settlements, rivers and peaks. Below everything of our own, and giving way to it. */
export function BaseLabels({ language }: { language: Language }) {
  return (
    <>
      <Source id="places" type="geojson" data={`${location.origin}/basemap/places.geojson`}>
        <Layer
          id="country-label"
          type="symbol"
          beforeId="slot-places"
          maxzoom={6}
          layout={{
            "text-field": ["get", language],
            "text-font": mapFont,
            "text-size": ["interpolate", ["linear"], ["zoom"], 3, 11, 6, 15],
            "text-letter-spacing": 0.06,
            // Gives way to the names of regions.
            "text-padding": 24,
          }}
          paint={letters(colors.weakLabel, 1.2)}
        />
      </Source>
      <Layer
        id="river-label"
        type="symbol"
        source="base"
        source-layer="river_name"
        beforeId="slot-places"
        filter={isNear}
        layout={{
          "symbol-placement": "line",
          "symbol-spacing": 400,
          "text-field": ["get", language],
          "text-font": mapFont,
          "text-size": 11,
          "text-letter-spacing": 0.08,
        }}
        paint={letters(colors.waterLabel, 1)}
      />
      <Layer
        id="peak-label"
        type="symbol"
        source="base"
        source-layer="peak"
        beforeId="slot-places"
        filter={isNear}
        layout={{
          "text-field": ["concat", ["get", language], "\n", ["to-string", ["get", "elevation"]]],
          "text-font": mapFont,
          "text-size": 11,
        }}
        paint={letters(colors.weakLabel, 1)}
      />
      <SettlementLayers language={language} />
    </>
  );
}

/** Settlements with their dots; capitals come before all other labels, and are never left out. */
function SettlementLayers({ language }: { language: Language }) {
  const isReady = useSymbols(settlementSymbols);
  if (!isReady) return null;
  const layout = {
    ...settlementLayout,
    "text-field": ["get", language],
    "text-size": [
      "interpolate",
      ["linear"],
      ["zoom"],
      4,
      ["match", ["get", "kind"], "capital", 12, 10],
      9,
      ["match", ["get", "kind"], "capital", 16, "centre", 14, 12],
    ],
    "symbol-sort-key": ["-", 0, ["get", "pop"]],
  } satisfies SymbolLayerSpecification["layout"];
  return (
    <>
      <Layer
        id="place-label"
        type="symbol"
        source="base"
        source-layer="place"
        beforeId="slot-places"
        minzoom={4}
        filter={placeFilter(false, [])}
        layout={layout}
        paint={letters(["match", ["get", "kind"], "place", colors.weakLabel, colors.label], 1.3)}
      />
      <Layer
        id="capital-label"
        type="symbol"
        source="base"
        source-layer="place"
        beforeId="slot-capital"
        minzoom={4}
        filter={placeFilter(true, [])}
        layout={{ ...layout, "text-overlap": "always" }}
        paint={letters(colors.label, 1.3)}
      />
    </>
  );
}

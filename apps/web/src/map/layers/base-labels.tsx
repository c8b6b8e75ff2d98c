import type { Language } from "@nihol/contract/values/languages";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { type BaseSchema, nameIn } from "../base/schema.ts";
import { colors, mapFont } from "../data/map-style.ts";
import { useSymbols } from "../points/cluster-layer.tsx";
import { placeFilter } from "./named-places.ts";
import { settlementLayout, settlementSymbols } from "./settlement-symbol.ts";

/** Letters of a colour with a rim of the ground's, so many pixels wide. */
const letters = (color: ExpressionSpecification, rim: number) => ({
  "text-color": color,
  "text-halo-color": colors.halo,
  "text-halo-width": rim,
});

type Props = { language: Language; schema: BaseSchema };

/** Names of countries, settlements, rivers and peaks. Below everything of our own, and giving way to it. */
export function BaseLabels({ language, schema }: Props) {
  const name = nameIn(schema, language);
  const { rivers, peaks, places } = schema;
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
      {rivers && (
        <Layer
          id="river-label"
          type="symbol"
          source="base"
          source-layer={rivers.layer}
          beforeId="slot-places"
          filter={rivers.shown}
          layout={{
            "symbol-placement": "line",
            "symbol-spacing": 400,
            "text-field": name,
            "text-font": mapFont,
            "text-size": 11,
            "text-letter-spacing": 0.08,
          }}
          paint={letters(colors.waterLabel, 1)}
        />
      )}
      {peaks && (
        <Layer
          id="peak-label"
          type="symbol"
          source="base"
          source-layer={peaks.layer}
          beforeId="slot-places"
          filter={peaks.shown}
          layout={{
            "text-field": ["concat", name, "\n", ["to-string", peaks.elevation]],
            "text-font": mapFont,
            "text-size": 11,
          }}
          paint={letters(colors.weakLabel, 1)}
        />
      )}
      {places && <SettlementLayers {...{ language, schema, places }} />}
    </>
  );
}

type SettlementProps = Props & { places: NonNullable<BaseSchema["places"]> };

/** Settlements with their dots; capitals come before all other labels, and are never left out. */
function SettlementLayers({ language, schema, places }: SettlementProps) {
  const isReady = useSymbols(settlementSymbols);
  if (!isReady) return null;
  const layout = {
    ...settlementLayout,
    "text-field": nameIn(schema, language),
    "text-size": [
      "interpolate",
      ["linear"],
      ["zoom"],
      4,
      ["case", places.capital, 12, 10],
      9,
      ["case", places.capital, 16, places.centre, 14, 12],
    ],
    "symbol-sort-key": ["-", 0, places.people],
  } satisfies SymbolLayerSpecification["layout"];
  const isForemost: ExpressionSpecification = ["any", places.capital, places.centre];
  return (
    <>
      <Layer
        id="place-label"
        type="symbol"
        source="base"
        source-layer={places.layer}
        beforeId="slot-places"
        minzoom={4}
        filter={placeFilter(schema, false, [])}
        layout={layout}
        paint={letters(["case", isForemost, colors.label, colors.weakLabel], 1.3)}
      />
      <Layer
        id="capital-label"
        type="symbol"
        source="base"
        source-layer={places.layer}
        beforeId="slot-capital"
        minzoom={4}
        filter={placeFilter(schema, true, [])}
        layout={{ ...layout, "text-overlap": "always" }}
        paint={letters(colors.label, 1.3)}
      />
    </>
  );
}

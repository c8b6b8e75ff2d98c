import type { Language } from "@nihol/contract/values/languages";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { colors, mapFont } from "../data/map-style.ts";

/** Names of countries and larger cities. Below everything of our own, and giving way to it. */
export function CountryLabels({ language }: { language: Language }) {
  return (
    <Source id="places" type="geojson" data={`${location.origin}/basemap/places.geojson`}>
      <Layer
        id="country-label"
        type="symbol"
        beforeId="slot-labels"
        maxzoom={6}
        filter={["==", ["get", "kind"], "country"]}
        layout={{
          "text-field": ["get", language],
          "text-font": mapFont,
          "text-size": ["interpolate", ["linear"], ["zoom"], 3, 11, 6, 15],
          "text-letter-spacing": 0.06,
          // Gives way to the names of regions.
          "text-padding": 24,
        }}
        paint={{
          "text-color": colors.weakLabel,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.2,
        }}
      />
      <Layer
        id="city-label"
        type="symbol"
        beforeId="slot-labels"
        minzoom={4}
        maxzoom={12}
        filter={["<=", ["get", "rank"], ["step", ["zoom"], 1, 6, 2]]}
        layout={{
          "text-field": [
            "case",
            ["==", ["get", "kind"], "city"],
            ["concat", "• ", ["get", language]],
            "",
          ],
          "text-font": mapFont,
          "text-size": 12,
          "symbol-sort-key": ["get", "rank"],
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.4,
        }}
      />
    </Source>
  );
}

import type { PlantingPlaces } from "@nihol/contract/imagery/whole-images";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { placeZoom } from "../data/map-data.ts";
import { colors, mapFont, placeColors } from "../data/map-style.ts";

/** Planting places of rows: a ring where a tree stands, a small one where nobody can say, a cross where it is missing, a disc for an empty pit. */
export function PlaceLayers({ places }: { places: PlantingPlaces["places"] }) {
  const data = useMemo(
    () =>
      featureCollection(
        places,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        ({ chance, state }) => ({ chance, state }),
      ),
    [places],
  );
  const color: ExpressionSpecification = [
    "match",
    ["get", "state"],
    "occupied",
    placeColors.occupied,
    "missing",
    placeColors.missing,
    "pit",
    placeColors.pit,
    placeColors.unsure,
  ];
  const isSmall: ExpressionSpecification = ["in", ["get", "state"], ["literal", ["unsure", "pit"]]];
  const isMissing: ExpressionSpecification = ["==", ["get", "state"], "missing"];
  return (
    <Source id="planting-places" type="geojson" data={data}>
      <Layer
        id="hit-place"
        type="circle"
        beforeId="slot-trees"
        minzoom={placeZoom}
        paint={{
          "circle-color": ["case", ["==", ["get", "state"], "pit"], placeColors.pit, "transparent"],
          "circle-radius": [
            "interpolate",
            ["exponential", 2],
            ["zoom"],
            placeZoom,
            ["case", isSmall, 0.7, 1.2],
            20,
            ["case", isSmall, 7, 14],
          ],
          "circle-stroke-color": color,
          "circle-stroke-opacity": ["case", isMissing, 0, 1],
          "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], placeZoom, 0.8, 18, 2],
        }}
      />
      <Layer
        id="place-missing"
        type="symbol"
        beforeId="slot-trees"
        minzoom={placeZoom}
        filter={isMissing}
        layout={{
          "text-field": "×",
          "text-font": mapFont,
          "text-size": ["interpolate", ["exponential", 2], ["zoom"], placeZoom, 7, 20, 34],
          "text-allow-overlap": true,
          "text-ignore-placement": true,
        }}
        paint={{
          "text-color": placeColors.missing,
          "text-halo-color": colors.halo,
          "text-halo-width": 1,
        }}
      />
    </Source>
  );
}

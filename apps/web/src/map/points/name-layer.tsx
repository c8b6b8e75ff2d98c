import { Layer } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { labelsAround } from "../data/label-anchors.ts";
import { colors, mapFont } from "../data/map-style.ts";
import { isSingle, singleZoom } from "./cluster-layer.tsx";

/** Digits that a size is written with, so that texts are ordered as their numbers. */
const digits = 12;

/** A point's name behind its size: of a cluster the greatest of these texts is that of its largest record. */
export const sizedName = (size: number, name: string): string =>
  String(Math.round(size)).padStart(digits, "0") + name;

const larger = [
  "case",
  [">=", ["string", ["accumulated"]], ["string", ["get", "largest"]]],
  ["accumulated"],
  ["get", "largest"],
] as unknown as ExpressionSpecification;

/** Of a clustered source whose points carry `largest` (`sizedName`). */
export const largestOfCluster = { largest: [larger, ["get", "largest"]] };

const ownName: ExpressionSpecification = ["slice", ["string", ["get", "largest"]], digits];

/** "Боғи Дӯстӣ" of one record, "Боғи Дӯстӣ +11" of twelve. */
const nameOfPoint: ExpressionSpecification = [
  "case",
  ["has", "point_count"],
  ["concat", ownName, " +", ["to-string", ["-", ["get", "point_count"], 1]]],
  ownName,
];

type Props = {
  /** The id of its source, whose points carry `largest`. */
  source: string;
  /** From here on names stand at their outlines. */
  maxzoom: number;
};

/**
 * The names of points and of the largest record of each cluster, beside their signs where there is room: they give way
 * to the names of territories, and take the place of those of the base map.
 */
export function NameLayer({ source, maxzoom }: Props) {
  return (
    <Layer
      id={`${source}-name`}
      source={source}
      type="symbol"
      beforeId="slot-names"
      minzoom={5}
      maxzoom={maxzoom}
      layout={{
        "text-field": nameOfPoint,
        "text-font": mapFont,
        "text-size": 11.5,
        "text-max-width": 9,
        // Beyond the rim of its plate, which takes room from all letters.
        "text-variable-anchor-offset": [
          "case",
          ["has", "point_count"],
          ["literal", labelsAround(1.8, 2.8, 4)],
          ["literal", labelsAround(0.9, 1.8, 3, 4.2)],
        ],
        "text-justify": "auto",
        "text-padding": 3,
        // Labels that stand for more records come first.
        "symbol-sort-key": ["-", 0, ["coalesce", ["get", "point_count"], 1]],
      }}
      paint={{
        "text-color": colors.label,
        "text-halo-color": colors.halo,
        "text-halo-width": 1.6,
      }}
    />
  );
}

type SignNameProps = { id: string; source: string; text: ExpressionSpecification };

/** Text beside the symbol of a single record, near by: it gives way to the names of gardens and territories. */
export function SignNameLayer({ id, source, text }: SignNameProps) {
  return (
    <Layer
      id={id}
      source={source}
      type="symbol"
      beforeId="slot-names"
      minzoom={singleZoom}
      filter={isSingle}
      layout={{
        "text-field": text,
        "text-font": mapFont,
        "text-size": 11,
        "text-max-width": 12,
        "text-variable-anchor-offset": labelsAround(1.2, 2.2, 3.4),
        "text-justify": "auto",
        "text-padding": 2,
      }}
      paint={{
        "text-color": colors.label,
        "text-halo-color": colors.halo,
        "text-halo-width": 1.5,
      }}
    />
  );
}

/** Parts of a base map that the map above it uses, whatever names its archive gives to its layers. */
import type { Language } from "@nihol/contract/values/languages";
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
} from "maplibre-gl";
import { themed } from "../data/map-style.ts";

type Properties = Record<string, unknown>;

export interface BaseSchema {
  /** Credit to the owner of the data; an archive of the country's own carries it itself. */
  attribution?: string;
  /** Below everything of our own: ground, relief, ice, towns, water, roads and railways. */
  layers: LayerSpecification[];
  /** Properties that hold a name in a language, the best first. */
  names: Partial<Record<Language, readonly string[]>>;
  places?: {
    layer: string;
    /** Filter of the settlements that are labelled; expressions for capitals and for centres of a province. */
    shown: FilterSpecification;
    capital: ExpressionSpecification;
    centre: ExpressionSpecification;
    /** Inhabitants, or another number that grows with a place. */
    people: ExpressionSpecification;
    isCapital: (place: Properties) => boolean;
    isNear: (place: Properties, zoom: number) => boolean;
  };
  rivers?: { layer: string; shown: FilterSpecification };
  peaks?: { layer: string; shown: FilterSpecification; elevation: ExpressionSpecification };
}

/** The name in a language, else the next best. */
export function nameIn(schema: BaseSchema, language: Language): ExpressionSpecification {
  const [first = "name", ...others] = schema.names[language] ?? [];
  if (others.length === 0) return ["get", first];
  return [
    "coalesce",
    ["get", first],
    ...others.map((one): ExpressionSpecification => ["get", one]),
  ];
}

/** `nameIn`, of properties that are at hand. */
export const readName = (schema: BaseSchema, language: Language, properties: Properties): string =>
  String(
    schema.names[language]?.map((one) => properties[one]).find((name) => name !== undefined) ?? "",
  );

/** From the zoom that a feature names. */
export const isNear: ExpressionSpecification = ["<=", ["get", "minzoom"], ["zoom"]];

/** Colours of the ground. */
export const ground = {
  water: themed("#d0dde3", "#11171b"),
  river: themed("#aec8d4", "#2b3f4b"),
  glacier: themed("#fdfdfd", "#33383b"),
  urban: themed("#e4dfd3", "#2b2924"),
  green: themed("#e6ebdc", "#20241c"),
  road: themed("#cdb98f", "#5a5140"),
  rail: themed("#bdb5a6", "#46413a"),
  building: themed("#ddd6c8", "#2f2c27"),
};

/** The areas of a layer of the archive. */
export const fill = (layer: string, color: ExpressionSpecification): LayerSpecification => ({
  id: `base-${layer}`,
  type: "fill",
  source: "base",
  "source-layer": layer,
  paint: { "fill-color": color, "fill-antialias": layer !== "ground" },
});

/** Some of the areas of a layer. */
export const fillOf = (
  id: string,
  layer: string,
  filter: FilterSpecification,
  color: ExpressionSpecification,
): LayerSpecification => ({
  id: `base-${id}`,
  type: "fill",
  source: "base",
  "source-layer": layer,
  filter,
  paint: { "fill-color": color },
});

/** Lines of a layer of the archive. */
export const line = (
  id: string,
  layer: string,
  filter: FilterSpecification,
  paint: LineLayerSpecification["paint"],
): LayerSpecification => ({
  id: `base-${id}`,
  type: "line",
  source: "base",
  "source-layer": layer,
  filter,
  layout: { "line-join": "round", "line-cap": "round" },
  paint,
});

/** Shading, of the panel's own archive. */
export const relief: LayerSpecification = {
  id: "base-relief",
  type: "raster",
  source: "relief",
  paint: {
    // Pixels of the relief are 1.2 km wide: at zoom 11 valleys and ridges can still be told apart, nearer by it would be a blur.
    "raster-opacity": [
      "interpolate",
      ["linear"],
      ["zoom"],
      3,
      0.34,
      8,
      0.3,
      10,
      0.2,
      11,
      0.12,
      13,
      0,
    ],
    "raster-fade-duration": 0,
  },
};

/** Names as OpenStreetMap tags them: what a language lacks is read in the one that its readers know best. */
export const taggedNames: BaseSchema["names"] = {
  tg: ["name:tg", "name:ru", "name"],
  ru: ["name:ru", "name"],
  az: ["name:az", "name:en", "name:latin", "name"],
  en: ["name:en", "name:latin", "name"],
};

type Kinds = readonly string[];
export const isOneOf = (property: string, kinds: Kinds): ExpressionSpecification => [
  "in",
  ["get", property],
  ["literal", [...kinds]],
];

/** Ground that is built on. */
export const urban = (layer: string, property: string): LayerSpecification =>
  fillOf(
    "urban",
    layer,
    isOneOf(property, ["residential", "commercial", "industrial"]),
    ground.urban,
  );

/** Rivers as lines. */
export const rivers = (layer: string, property: string): LayerSpecification =>
  line("river", layer, isOneOf(property, ["river", "canal", "stream"]), {
    "line-color": ground.river,
    "line-width": riverWidth,
  });

/** Roads and railways of a schema that names their kinds in one property. */
export function wayLayers(layer: string, property: string, kinds: Record<WayKind, Kinds>) {
  const width = (far: number, near: number): ExpressionSpecification => [
    "interpolate",
    ["exponential", 1.6],
    ["zoom"],
    6,
    far,
    12,
    near,
    18,
    near * 5,
  ];
  const road = (kind: WayKind, far: number, near: number) =>
    line(`road-${kind}`, layer, isOneOf(property, kinds[kind]), {
      "line-color": ground.road,
      "line-width": width(far, near),
    });
  return [
    line("rail", layer, isOneOf(property, kinds.rail), {
      "line-color": ground.rail,
      "line-width": width(0.5, 1.2),
    }),
    road("street", 0.2, 0.8),
    road("small", 0.4, 1.3),
    road("large", 0.8, 2.2),
  ];
}
type WayKind = "large" | "small" | "street" | "rail";

const riverWidth: ExpressionSpecification = [
  "interpolate",
  ["exponential", 1.4],
  ["zoom"],
  5,
  0.6,
  12,
  2,
  18,
  6,
];

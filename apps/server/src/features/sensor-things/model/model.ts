/** Entities of the SensorThings API 1.1 (OGC 18-088, 8) as Nihol has them: their properties and how they hang together. */

export const entitySets = [
  "Things",
  "Locations",
  "HistoricalLocations",
  "Datastreams",
  "Sensors",
  "ObservedProperties",
  "Observations",
  "FeaturesOfInterest",
] as const;
export type EntitySet = (typeof entitySets)[number];

/** Types of values that an expression may hold. `interval` is one of time, `geometry` a GeoJSON point. */
export type ValueType =
  | "text"
  | "number"
  | "boolean"
  | "time"
  | "interval"
  | "date"
  | "clock"
  | "duration"
  | "geometry"
  | "json"
  | "null";

/** Columns by which rows of two sets belong together: a relation holds where they are the same in both. */
export const linkColumns = ["device_id", "kind", "parameter", "key", "ts"] as const;
export type LinkColumn = (typeof linkColumns)[number];

export interface Relation {
  to: EntitySet;
  isMany: boolean;
  by: readonly LinkColumn[];
}

interface Entity {
  /** Columns that the base relation of its rows has. */
  links: readonly LinkColumn[];
  properties: Readonly<Record<string, ValueType>>;
  relations: Readonly<Record<string, Relation>>;
}

const to = (set: EntitySet, ...by: LinkColumn[]): Relation => ({ to: set, isMany: false, by });
const many = (set: EntitySet, ...by: LinkColumn[]): Relation => ({ to: set, isMany: true, by });

const described = { name: "text", description: "text" } as const;

export const model: Readonly<Record<EntitySet, Entity>> = {
  Things: {
    links: ["device_id", "kind"],
    properties: { id: "number", ...described, properties: "json" },
    relations: {
      Datastreams: many("Datastreams", "device_id"),
      Locations: many("Locations", "device_id"),
      HistoricalLocations: many("HistoricalLocations", "device_id"),
    },
  },
  Locations: {
    links: ["device_id"],
    properties: { id: "number", ...described, encodingType: "text", location: "geometry" },
    relations: {
      Things: many("Things", "device_id"),
      HistoricalLocations: many("HistoricalLocations", "device_id"),
    },
  },
  HistoricalLocations: {
    links: ["device_id"],
    properties: { id: "number", time: "time" },
    relations: {
      Thing: to("Things", "device_id"),
      Locations: many("Locations", "device_id"),
    },
  },
  Datastreams: {
    links: ["device_id", "kind", "parameter", "key"],
    properties: {
      id: "text",
      ...described,
      observationType: "text",
      unitOfMeasurement: "json",
      phenomenonTime: "interval",
      resultTime: "interval",
      properties: "json",
    },
    relations: {
      Thing: to("Things", "device_id"),
      Sensor: to("Sensors", "kind"),
      ObservedProperty: to("ObservedProperties", "parameter"),
      Observations: many("Observations", "device_id", "parameter"),
    },
  },
  Sensors: {
    links: ["kind"],
    properties: { id: "text", ...described, encodingType: "text", metadata: "text" },
    relations: { Datastreams: many("Datastreams", "kind") },
  },
  ObservedProperties: {
    links: ["parameter"],
    properties: { id: "text", ...described, definition: "text", properties: "json" },
    relations: { Datastreams: many("Datastreams", "parameter") },
  },
  Observations: {
    links: ["device_id", "kind", "parameter", "key", "ts"],
    properties: {
      id: "text",
      phenomenonTime: "time",
      resultTime: "time",
      result: "number",
      resultQuality: "text",
    },
    relations: {
      Datastream: to("Datastreams", "device_id", "parameter"),
      FeatureOfInterest: to("FeaturesOfInterest", "device_id"),
    },
  },
  FeaturesOfInterest: {
    links: ["device_id"],
    properties: { id: "number", ...described, encodingType: "text", feature: "geometry" },
    relations: { Observations: many("Observations", "device_id") },
  },
};

/** The set of a name; undefined for a name that is none. */
export const entitySetOf = (name: string): EntitySet | undefined =>
  entitySets.find((one) => one === name);

/** `@iot.id` is how answers write it, `id` how queries do. */
export const plainName = (name: string) => (name === "@iot.id" ? "id" : name);

/** An own value of a record: names come from callers, and `constructor` is none of them. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The address of an entity within the service: `Datastreams('3-co2')`. */
export const entityAddress = (set: EntitySet, id: unknown) =>
  typeof id === "number" ? `${set}(${id})` : `${set}('${id}')`;

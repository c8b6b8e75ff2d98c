import type { Position, Ring } from "../geometry.ts";
import { BOUNDARY_LIMITS, BoundaryFileError } from "./boundary-codes.ts";
import { type RawFeature, rawFeature, requireWithinLimits } from "./raw-feature.ts";

type Json = Record<string, unknown>;

/** Collections inside collections deeper than this are not read. */
const MAX_NESTING = 8;

const GEOMETRIES = new Set([
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
]);

/** Reads GeoJSON (RFC 7946): a geometry, a feature, a collection, or a feature on each line. Throws BoundaryFileError. */
export function readGeoJson(text: string): RawFeature[] {
  const root = parseJson(text);
  if (!isObject(root)) throw new BoundaryFileError("not_a_boundary_file", { what: "json" });
  refuseOtherCrs(root);
  const features = featuresOf(root).map(toRawFeature);
  const rings = features.flatMap(({ polygons }) => polygons).flat();
  requireWithinLimits(
    features.length,
    rings.reduce((sum, ring) => sum + ring.length, 0),
  );
  return features;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const features = featuresOfLines(text);
    if (features) return { type: "FeatureCollection", features };
    throw new BoundaryFileError("json_malformed", placeOfError(text, String(error)));
  }
}

/** A feature on each line (GeoJSON text sequences, RFC 8142, with or without their separators). */
function featuresOfLines(text: string): Json[] | undefined {
  const lines = text
    .replaceAll("\u001e", "")
    .split("\n")
    .filter((line) => line.trim());
  // Leaves a single broken document to the error that names its own place.
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*"Feature".*\}\s*$/.test(line))) return;
  try {
    return lines.map((line) => JSON.parse(line) as Json);
  } catch {
    return undefined;
  }
}

/** V8 gives the position, Firefox line and column; without either the message has no place. */
function placeOfError(text: string, message: string): { line?: number; column?: number } {
  const place = /line (\d+) column (\d+)/.exec(message);
  if (place) return { line: Number(place[1]), column: Number(place[2]) };
  const position = /position (\d+)/.exec(message)?.[1];
  const at = position
    ? Number(position)
    : /end of (JSON|data)/i.test(message)
      ? text.length
      : undefined;
  if (at === undefined) return {};
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

/** The old `crs` member: only the names of WGS 84 are taken, since nothing is projected here. */
function refuseOtherCrs(root: Json): void {
  const { crs } = root;
  if (crs === undefined || crs === null) return;
  const properties = isObject(crs) ? crs.properties : undefined;
  const name = isObject(properties) ? String(properties.name ?? properties.href ?? "") : "";
  if (/(CRS:?84|EPSG:(\d[\d.]*|):?4326|WGS[ _]?(19)?84)$/i.test(name.trim())) return;
  throw new BoundaryFileError("crs_not_wgs84", { what: name.slice(0, 100) });
}

function featuresOf(root: Json): unknown[] {
  if (root.type === "FeatureCollection" && Array.isArray(root.features)) return root.features;
  if (root.type === "Feature") return [root];
  if (typeof root.type === "string" && GEOMETRIES.has(root.type)) return [{ geometry: root }];
  const what = root.type === "Topology" ? "topojson" : "json";
  throw new BoundaryFileError("not_a_boundary_file", { what });
}

function toRawFeature(source: unknown): RawFeature {
  const raw = rawFeature();
  if (!isObject(source)) return raw;
  const properties = isObject(source.properties) ? source.properties : {};
  const pick = (key: string) =>
    typeof properties[key] === "string" ? String(properties[key]) : "";
  raw.name = pick("name") || pick("Name") || pick("NAME");
  raw.description = pick("description");
  raw.properties = textsOf(properties);
  if (isObject(source.geometry)) takeGeometry(raw, source.geometry, 0);
  return raw;
}

function textsOf(properties: Json): Record<string, string> {
  const simple = Object.entries(properties).filter(([, value]) => {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  });
  const kept = simple.slice(0, BOUNDARY_LIMITS.properties);
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value).slice(0, 1000)]));
}

function takeGeometry(raw: RawFeature, geometry: Json, depth: number): void {
  const { type, coordinates } = geometry;
  if (type === "Polygon") takePolygon(raw, coordinates);
  else if (type === "MultiPolygon") {
    if (Array.isArray(coordinates)) for (const polygon of coordinates) takePolygon(raw, polygon);
    else unreadable(raw);
  } else if (type === "LineString") takeLine(raw, coordinates);
  else if (type === "GeometryCollection" && Array.isArray(geometry.geometries)) {
    if (depth >= MAX_NESTING) raw.refusal ??= { code: "too_complex", detail: {} };
    else
      for (const part of geometry.geometries)
        if (isObject(part)) takeGeometry(raw, part, depth + 1);
  } else raw.others.push(String(type).slice(0, 40));
}

function unreadable(raw: RawFeature): void {
  raw.refusal ??= { code: "coordinates_unreadable", detail: {} };
}

function takePolygon(raw: RawFeature, coordinates: unknown): void {
  const rings = Array.isArray(coordinates) ? coordinates.map(toRing) : [null];
  if (rings.every((ring) => ring !== null)) raw.polygons.push(rings);
  else unreadable(raw);
}

function takeLine(raw: RawFeature, coordinates: unknown): void {
  const ring = toRing(coordinates);
  const [first, last] = [ring?.[0], ring?.at(-1)];
  const isClosed = ring && ring.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  if (!ring) unreadable(raw);
  else if (isClosed) raw.polygons.push([ring]);
  else raw.others.push("LineString");
}

function toRing(value: unknown): Ring | null {
  return Array.isArray(value) && value.every(isPosition) ? value : null;
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length >= 2 && value.every((n) => typeof n === "number");
}

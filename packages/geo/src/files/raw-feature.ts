import type { Ring } from "../geometry.ts";
import { geodesicAreaM2 } from "../polygon.ts";
import {
  BOUNDARY_LIMITS,
  type BoundaryFeature,
  BoundaryFileError,
  type CodeParams,
  type FeatureCode,
  type RejectedFeature,
} from "./boundary-codes.ts";
import {
  cleanMultiPolygon,
  MAX_VERTICES,
  type PolygonFault,
  type PolygonProblem,
} from "./clean-polygon.ts";

/** A feature as a reader found it, before it is checked. */
export interface RawFeature {
  name: string;
  description: string;
  properties: Record<string, string>;
  line?: number;
  polygons: Ring[][];
  /** Kinds of geometry met that are not polygons, as the file calls them. */
  others: string[];
  /** Known already to be unusable. */
  refusal?: { code: FeatureCode; detail: CodeParams };
}

export function rawFeature(line?: number): RawFeature {
  return { name: "", description: "", properties: {}, line, polygons: [], others: [] };
}

const NAME_PROPERTY = /^(name|title)(_\w{2,8})?$/i;

/** Composed (NFC), whitespace to single blanks; characters that could hide or turn text round taken out. */
export function plainText(text: string, limit: number): string {
  const composed = text.normalize("NFC");
  const visible = composed
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
  return visible.length > limit ? `${visible.slice(0, limit - 1).trimEnd()}…` : visible;
}

function nameOf(raw: RawFeature): string {
  const own = plainText(raw.name, BOUNDARY_LIMITS.nameLength);
  // ArcGIS writes the number of the row there, and the name among the attributes.
  if (own && !/^\d+$/.test(own)) return own;
  const found = Object.entries(raw.properties).find(
    ([key, value]) => NAME_PROPERTY.test(key) && value,
  );
  return plainText(found?.[1] ?? "", BOUNDARY_LIMITS.nameLength) || own;
}

/** A feature, cleaned and measured, and what of it is rejected: all of it, or parts that enclose no ground. */
interface CheckedFeature {
  feature?: BoundaryFeature;
  rejected: RejectedFeature[];
}

/** Accepts a feature, or says why not; parts without any ground are left out and named. */
export function checkFeature(raw: RawFeature, index: number): CheckedFeature {
  const name = nameOf(raw);
  const about = { name, index, line: raw.line };
  const reject = (code: FeatureCode, detail: CodeParams = {}): CheckedFeature => ({
    rejected: [{ ...about, code, detail }],
  });
  if (raw.refusal) return reject(raw.refusal.code, raw.refusal.detail);
  if (raw.polygons.length === 0) {
    if (raw.others.length === 0) return reject("no_geometry");
    const isTrack = raw.others.every((kind) => /track$/i.test(kind));
    return reject(isTrack ? "track_ignored" : "not_a_polygon", { what: kinds(raw.others) });
  }
  const { multiPolygon, problems } = cleanMultiPolygon({
    type: "MultiPolygon",
    coordinates: raw.polygons,
  });
  const isOfParts = raw.polygons.length > 1;
  const rejectedPart = (problem: PolygonProblem): RejectedFeature => ({
    ...about,
    code: problem.code as PolygonFault,
    detail: detailOf(problem),
    ...(isOfParts && problem.polygon !== undefined && { part: problem.polygon + 1 }),
  });
  if (!multiPolygon)
    return { rejected: problems.filter(({ isFault }) => isFault).map(rejectedPart) };
  const leftOut = problems.filter((problem) => problem.isLeftOut);
  const mended = problems.filter((problem) => !problem.isLeftOut);
  const fixes: string[] = [...new Set(mended.map((problem) => problem.code))];
  if (raw.others.length > 0) fixes.push("other_geometries_ignored");
  const description = plainText(raw.description, BOUNDARY_LIMITS.descriptionLength) || undefined;
  const areaM2 = geodesicAreaM2(multiPolygon);
  return {
    feature: { name, description, properties: raw.properties, multiPolygon, areaM2, fixes },
    rejected: leftOut.map((problem) => ({ ...rejectedPart(problem), isKept: true })),
  };
}

const kinds = (others: string[]) => [...new Set(others)].slice(0, 5).join(", ");

function detailOf(fault: PolygonProblem): CodeParams {
  const detail: CodeParams = {};
  if (fault.polygon !== undefined) detail.polygon = fault.polygon;
  if (fault.ring !== undefined) detail.ring = fault.ring;
  if (fault.at) [detail.lon, detail.lat] = fault.at;
  if (fault.count !== undefined) Object.assign(detail, { count: fault.count, limit: MAX_VERTICES });
  return detail;
}

/** Throws when a file holds more features or positions than are read. */
export function requireWithinLimits(features: number, positions: number): void {
  if (features > BOUNDARY_LIMITS.features) {
    throw new BoundaryFileError("too_many_features", { what: String(BOUNDARY_LIMITS.features) });
  }
  if (positions > BOUNDARY_LIMITS.positions) {
    throw new BoundaryFileError("too_many_positions", { what: String(BOUNDARY_LIMITS.positions) });
  }
}

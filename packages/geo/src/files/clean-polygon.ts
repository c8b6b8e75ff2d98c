import { foldedArea } from "../folded-area.ts";
import { type Areal, type Bbox, type MultiPolygon, partsOf, type Ring } from "../geometry.ts";
import { bboxOf, preparePolygon, twiceSignedArea } from "../polygon.ts";
import { findCrossings } from "../ring-crossings.ts";
import { validParts } from "../valid-parts.ts";
import { type CleanRing, cleanRing, type RingFix } from "./clean-ring.ts";
import { mergeOverlaps } from "./merge-parts.ts";

/** More positions than this in one shape are refused; all of Tajikistan's districts have 15,000. */
export const MAX_VERTICES = 100_000;

/** Repairs after which the shape is sound. */
type PolygonFix = RingFix | "empty_ring_dropped" | "parts_merged" | "touching_rings_parted";

/** Faults that make a shape unusable. */
export type PolygonFault =
  | "empty"
  | "coordinates_out_of_range"
  | "too_few_points"
  | "no_area"
  | "self_intersection"
  | "hole_outside"
  | "hole_in_hole"
  | "too_many_vertices"
  | "too_complex";

export interface PolygonProblem {
  code: PolygonFix | PolygonFault;
  /** A fault means that there is no usable shape; a fix has been made already. */
  isFault: boolean;
  /** The part was of no use and is left out; the others are kept. */
  isLeftOut?: boolean;
  /** Number of the polygon and of its ring, from 0. */
  polygon?: number;
  ring?: number;
  /** Where, degrees: for instance the place where a border crosses itself. */
  at?: [lon: number, lat: number];
  count?: number;
}

interface CleanedPolygon {
  /** Null when there is a fault. */
  multiPolygon: MultiPolygon | null;
  problems: PolygonProblem[];
}

/**
 * Makes any polygon into a sound MultiPolygon (RFC 7946: closed, outer rings counter-clockwise, two dimensions, parts
 * that do not overlap; valid as `validParts` says) and says what it found. Mends what leaves the area as drawn, and
 * leaves out parts without one; anything ambiguous is a fault: a bowtie is reported with the place of its crossing.
 * @param keepTouching leaves rings that touch themselves or each other as they were drawn
 */
export function cleanMultiPolygon(
  geometry: Areal,
  { keepTouching = false }: { keepTouching?: boolean } = {},
): CleanedPolygon {
  const parts = partsOf(geometry);
  const count = parts.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count === 0) return failed({ code: "empty", isFault: true });
  if (count > MAX_VERTICES) return failed({ code: "too_many_vertices", isFault: true, count });
  const outOfRange = findOutOfRange(parts);
  if (outOfRange) return failed(outOfRange);
  const problems: PolygonProblem[] = [];
  const clean: Ring[][] = [];
  for (const [index, rings] of parts.entries()) {
    const part = cleanPart(rings, index, problems);
    const fault = problems.at(-1);
    if (!fault?.isFault) clean.push(part);
    // Stops at one fault, since checking a hostile part takes its time.
    else if (!isOfEmptyPart(fault) || parts.length === 1) return { multiPolygon: null, problems };
    else Object.assign(fault, { isFault: false, isLeftOut: true });
  }
  if (clean.length === 0) {
    Object.assign(problems.find(({ isLeftOut }) => isLeftOut) ?? {}, { isFault: true });
    return { multiPolygon: null, problems };
  }
  return merged(clean, problems, keepTouching);
}

/** Encloses no ground: without the part the area is the same. */
const isOfEmptyPart = ({ code }: PolygonProblem) =>
  code === "empty" || code === "too_few_points" || code === "no_area";

function failed(problem: PolygonProblem): CleanedPolygon {
  return { multiPolygon: null, problems: [problem] };
}

function merged(
  parts: Ring[][],
  problems: PolygonProblem[],
  keepTouching: boolean,
): CleanedPolygon {
  const joined = mergeOverlaps(parts);
  if (joined === null) {
    return { multiPolygon: null, problems: [...problems, { code: "too_complex", isFault: true }] };
  }
  const coordinates = keepTouching ? joined : (validParts(joined) ?? joined);
  // A hole along the whole of its shell leaves nothing.
  if (coordinates.length === 0) {
    return { multiPolygon: null, problems: [...problems, { code: "no_area", isFault: true }] };
  }
  if (coordinates !== joined) problems.push({ code: "touching_rings_parted", isFault: false });
  if (coordinates.length < parts.length) {
    problems.push({
      code: "parts_merged",
      isFault: false,
      count: parts.length - coordinates.length,
    });
  }
  return { multiPolygon: { type: "MultiPolygon", coordinates }, problems };
}

function findOutOfRange(parts: Ring[][]): PolygonProblem | undefined {
  for (const [polygon, rings] of parts.entries()) {
    for (const [ring, positions] of rings.entries()) {
      for (const [lon, lat] of positions) {
        // Written so that NaN is out of range too.
        if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) continue;
        return { code: "coordinates_out_of_range", isFault: true, polygon, ring, at: [lon, lat] };
      }
    }
  }
}

function cleanPart(source: Ring[], polygon: number, problems: PolygonProblem[]): Ring[] {
  const rings: Ring[] = [];
  for (const [ring, positions] of source.entries()) {
    const cleaned = cleanRing(positions, ring === 0);
    for (const code of cleaned.fixes) problems.push({ code, isFault: false, polygon, ring });
    if (isThin(cleaned)) {
      if (ring > 0) problems.push({ code: "empty_ring_dropped", isFault: false, polygon, ring });
      else problems.push(thinFault(cleaned, polygon));
      if (ring === 0) return [];
      continue;
    }
    rings.push(cleaned.ring);
  }
  if (rings.length === 0) problems.push({ code: "empty", isFault: true, polygon });
  else problems.push(...faultsOfShape(rings, polygon));
  return rings;
}

/** Less than 0.1 mm wide on average; but the two halves of a bowtie cancel out and must not pass for thin. */
function isThin({ ring }: CleanRing): boolean {
  if (ring.length === 0) return true;
  const box = ringBox(ring);
  const narrow = 1e-9 * (box[2] - box[0] + box[3] - box[1]);
  return Math.abs(twiceSignedArea(ring)) <= narrow && !findCrossings([ring], box).crossing;
}

function thinFault({ ring }: CleanRing, polygon: number): PolygonProblem {
  return {
    code: ring.length === 0 ? "too_few_points" : "no_area",
    isFault: true,
    polygon,
    ring: 0,
  };
}

const ringBox = (ring: Ring) => bboxOf({ type: "Polygon", coordinates: [ring] });

function faultsOfShape(rings: Ring[], polygon: number): PolygonProblem[] {
  const { crossing, touch, gaveUp } = findCrossings(rings, ringBox(rings[0] as Ring));
  if (crossing) return [{ code: "self_intersection", isFault: true, polygon, at: crossing }];
  if (gaveUp) return [{ code: "too_complex", isFault: true, polygon }];
  const outside = holeOutside(rings);
  if (outside > 0) return [{ code: "hole_outside", isFault: true, polygon, ring: outside }];
  const nested = holeInHole(rings);
  if (nested > 0) return [{ code: "hole_in_hole", isFault: true, polygon, ring: nested }];
  const folded = touch && overlapsItself(rings);
  if (folded) return [{ code: "self_intersection", isFault: true, polygon, at: touch }];
  return touch && folded === undefined ? [{ code: "too_complex", isFault: true, polygon }] : [];
}

/** The first hole of which no vertex is inside the outer ring; 0 when all are inside. */
function holeOutside([outer, ...holes]: Ring[]): number {
  if (holes.length === 0) return 0;
  const isInside = preparePolygon({ type: "MultiPolygon", coordinates: [[outer ?? []]] });
  return holes.findIndex((hole) => !hole.some(([lon, lat]) => isInside(lon, lat))) + 1;
}

/**
 * The first hole that lies within another one, whose ground would be taken off twice; 0 where none does. Asked only
 * where no rings cross, so that one vertex tells; a vertex on the other's edge is a touch, and the next one is asked.
 */
function holeInHole([, ...holes]: Ring[]): number {
  const boxed = holes
    .map((ring, index) => ({ ring, index, box: ringBox(ring) }))
    .sort((a, b) => a.box[0] - b.box[0] || b.box[2] - a.box[2]);
  for (const [at, outer] of boxed.entries()) {
    let isInside: ReturnType<typeof preparePolygon> | undefined;
    for (const inner of boxed.slice(at + 1)) {
      if (inner.box[0] > outer.box[2]) break;
      if (!isBoxWithin(inner.box, outer.box)) continue;
      isInside ??= preparePolygon({ type: "MultiPolygon", coordinates: [[outer.ring]] });
      const within = isInside;
      if (inner.ring.every(([lon, lat]) => within(lon, lat))) return inner.index + 1;
    }
  }
  return 0;
}

const isBoxWithin = (inner: Bbox, outer: Bbox) =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** Edges that are put into slabs at most to distinguish a touch from a fold: a bound on time for hostile shapes. */
const MAX_SLAB_EDGES = 10_000_000;

/**
 * A ring may touch itself at a point and still enclose one clear area; but a bowtie drawn with a vertex in its knot
 * touches too, and goes round one of its halves the wrong way. Undefined when that would take too long.
 */
function overlapsItself(rings: Ring[]): boolean | undefined {
  const box = ringBox(rings[0] as Ring);
  const folded = foldedArea(rings, box, MAX_SLAB_EDGES);
  return folded === undefined ? undefined : folded > 1e-8 * (box[2] - box[0] + box[3] - box[1]);
}

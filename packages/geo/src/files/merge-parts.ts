import { METERS_PER_DEGREE } from "../flat-meters.ts";
import { foldedArea } from "../folded-area.ts";
import type { Bbox, Ring } from "../geometry.ts";
import { unionOf } from "../overlay.ts";
import { type Contact, contactsOf, nearPairs, type PartPair, pairKey } from "../part-contacts.ts";
import { bboxOf, type PointTest, preparePolygon } from "../polygon.ts";

/** Bounds on work for hostile files: corners that pairs of touching parts have together, … */
const MAX_CORNERS = 10_000_000;
/** … edges put into slabs for their common areas, … */
const MAX_SLAB_EDGES = 10_000_000;
/** … and the corners and crossings that are joined; the exact overlay takes about 0.1 ms for each. */
const MAX_JOINED = 40_000;

/** Less common area than this is rounding along a shared border, square metres. */
const REAL_OVERLAP_M2 = 0.01;

interface Part {
  rings: Ring[];
  bbox: Bbox;
  size: number;
  /** Tells whether a place lies in it; made when it is first asked. */
  isInside: PointTest;
}

/**
 * Joins parts that overlap, so that no area counts twice, and parts whose borders cross within the rounding of their
 * figures; parts that only touch stay apart. The time grows with the corners, not with their square. Null when there are too many near each other to compare, or when the overlay
 * gives up on them.
 */
export function mergeOverlaps(source: Ring[][]): Ring[][] | null {
  if (source.length < 2) return source;
  const parts = source.map(toPart);
  const near = nearPairs(parts.map(({ bbox }) => bbox));
  if (!near) return null;
  if (near.length === 0) return source;
  const contacts = contactsOfNear(parts, near);
  const overlapping = contacts && overlapsAmong(parts, near, contacts);
  if (!overlapping) return null;
  const isJoined = new Set(overlapping.map(pairKey));
  const rounded = near.filter(
    (pair) => contacts.get(pairKey(pair))?.crosses && !isJoined.has(pairKey(pair)),
  );
  // Rounding makes no area count twice: where joining would take too long, it is left.
  const all = rounded.length > 0 && joinGroups(parts, [...overlapping, ...rounded], contacts);
  return all || joinGroups(parts, overlapping, contacts);
}

function toPart(rings: Ring[]): Part {
  const size = rings.reduce((sum, ring) => sum + ring.length, 0);
  let test: PointTest | undefined;
  const isInside: PointTest = (lon, lat) => {
    test ??= preparePolygon({ type: "MultiPolygon", coordinates: [rings] });
    return test(lon, lat);
  };
  return { rings, bbox: bboxOf({ type: "Polygon", coordinates: rings }), size, isInside };
}

/** Only parts with a near one can meet another; the others are left out, with their places kept. */
function contactsOfNear(parts: Part[], near: PartPair[]): Map<string, Contact> | undefined {
  const close = new Set(near.flat());
  return contactsOf(parts.map(({ rings }, i) => (close.has(i) ? rings : [])));
}

/** The pairs with common area; null when there is too much to compare. */
function overlapsAmong(
  parts: Part[],
  near: PartPair[],
  contacts: Map<string, Contact>,
): PartPair[] | null {
  const left = { corners: MAX_CORNERS, slabEdges: MAX_SLAB_EDGES };
  const overlapping: PartPair[] = [];
  for (const pair of near) {
    const [a, b] = [parts[pair[0]] as Part, parts[pair[1]] as Part];
    const overlap = contacts.has(pairKey(pair)) ? haveCommonArea(a, b, left) : isOneInOther(a, b);
    if (overlap === undefined) return null;
    if (overlap) overlapping.push(pair);
  }
  return overlapping;
}

/** Parts that meet somewhere; undefined when the work that is left does not do for them. */
function haveCommonArea(
  a: Part,
  b: Part,
  left: { corners: number; slabEdges: number },
): boolean | undefined {
  left.corners -= a.size + b.size;
  if (left.corners < 0) return undefined;
  const box = commonBox(a.bbox, b.bbox);
  const common = foldedArea([...a.rings, ...b.rings], box, left.slabEdges);
  if (common === undefined) return undefined;
  left.slabEdges -= a.size + b.size;
  return common * METERS_PER_DEGREE ** 2 * Math.cos((box[1] * Math.PI) / 180) > REAL_OVERLAP_M2;
}

const commonBox = (a: Bbox, b: Bbox): Bbox => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** Parts whose borders do not meet: one position decides whether one lies in the other. */
function isOneInOther(a: Part, b: Part): boolean {
  const [[aLon, aLat] = [], [bLon, bLat] = []] = [a.rings[0]?.[0], b.rings[0]?.[0]];
  return (
    a.isInside(bLon ?? Number.NaN, bLat ?? Number.NaN) ||
    b.isInside(aLon ?? Number.NaN, aLat ?? Number.NaN)
  );
}

/** Each set of parts that overlap, directly or through others, as one union, in the place of its first. */
function joinGroups(
  parts: Part[],
  overlapping: PartPair[],
  contacts: Map<string, Contact>,
): Ring[][] | null {
  const groups = groupsOf(parts.length, overlapping);
  const joined = [...groups.values()].filter(({ length }) => length > 1).flat();
  const corners = joined.reduce((sum, i) => sum + (parts[i]?.size ?? 0), 0);
  const crossings = overlapping.reduce(
    (sum, pair) => sum + (contacts.get(pairKey(pair))?.count ?? 0),
    0,
  );
  if (corners + crossings > MAX_JOINED) return null;
  try {
    return [...groups.values()].flatMap((group) => union(group.map((i) => parts[i] as Part)));
  } catch {
    // polyclip-ts throws plain Errors on rare near-collinear input; the person gets "too_complex".
    return null;
  }
}

function union(parts: Part[]): Ring[][] {
  const [only] = parts;
  if (only && parts.length === 1) return [only.rings];
  return unionOf(parts.map(({ rings }) => ({ type: "Polygon", coordinates: rings }))).coordinates;
}

/** The parts by the first of their set, in order (union-find). */
function groupsOf(count: number, pairs: PartPair[]): Map<number, number[]> {
  const first = Array.from({ length: count }, (_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (first[root] !== root) root = first[root] as number;
    first[i] = root;
    return root;
  };
  for (const [a, b] of pairs) {
    const [x, y] = [rootOf(a), rootOf(b)];
    first[Math.max(x, y)] = Math.min(x, y);
  }
  return Map.groupBy(first.keys(), rootOf);
}

import type { Bbox, Ring } from "./geometry.ts";
import { intersection, unionOf } from "./overlay.ts";
import { bboxesTouch, bboxOf, geodesicAreaM2, pointInMultiPolygon } from "./polygon.ts";
import { findCrossings } from "./ring-crossings.ts";

/** A bound on work for hostile files: vertices looked at over all pairs of parts. */
const MOST_VERTICES = 4_000_000;

/** Less common area than this is rounding along a shared border, square metres. */
const REAL_OVERLAP_M2 = 0.01;

interface Part {
  rings: Ring[];
  bbox: Bbox;
  size: number;
}

/**
 * Joins parts that overlap, so that no area counts twice; parts that only touch stay apart.
 * Null when there are too many near each other to look at, or when the overlay gives up on them.
 */
export function mergeOverlaps(source: Ring[][]): Ring[][] | null {
  try {
    return settle(source);
  } catch {
    // polyclip-ts throws plain Errors on rare near-collinear input; the person gets "too_complex".
    return null;
  }
}

function settle(source: Ring[][]): Ring[][] | null {
  const waiting = source.map(toPart);
  const settled: Part[] = [];
  let budget = MOST_VERTICES;
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    let partner = -1;
    for (const [i, other] of settled.entries()) {
      if (!bboxesTouch(part.bbox, other.bbox)) continue;
      budget -= part.size + other.size + 1000;
      if (budget < 0) return null;
      if (!overlap(part, other)) continue;
      partner = i;
      break;
    }
    const [other] = partner < 0 ? [] : settled.splice(partner, 1);
    if (!other) settled.push(part);
    else waiting.push(...join(part, other));
  }
  return settled.reverse().map(({ rings }) => rings);
}

function toPart(rings: Ring[]): Part {
  const size = rings.reduce((sum, ring) => sum + ring.length, 0);
  return { rings, bbox: bboxOf({ type: "Polygon", coordinates: rings }), size };
}

function join(a: Part, b: Part): Part[] {
  const joined = unionOf([a, b].map(({ rings }) => ({ type: "Polygon", coordinates: rings })));
  return joined.coordinates.map(toPart);
}

function overlap(a: Part, b: Part): boolean {
  const box: Bbox = [
    Math.min(a.bbox[0], b.bbox[0]),
    Math.min(a.bbox[1], b.bbox[1]),
    Math.max(a.bbox[2], b.bbox[2]),
    Math.max(a.bbox[3], b.bbox[3]),
  ];
  const { crossing, touch } = findCrossings([...a.rings, ...b.rings], box);
  if (!crossing && !touch) return contains(a, b) || contains(b, a);
  const common = intersection(
    { type: "Polygon", coordinates: a.rings },
    { type: "Polygon", coordinates: b.rings },
  );
  return geodesicAreaM2(common) > REAL_OVERLAP_M2;
}

function contains(a: Part, b: Part): boolean {
  const [lon, lat] = b.rings[0]?.[0] ?? [Number.NaN, Number.NaN];
  return pointInMultiPolygon(lon, lat, { type: "MultiPolygon", coordinates: [a.rings] });
}

import geodesic from "geographiclib-geodesic";
import { type Areal, type Bbox, type MultiPolygon, partsOf, type Ring } from "./geometry.ts";

/**
 * Area on the WGS 84 ellipsoid in square metres, edges as geodesics; holes are taken off.
 * The direction of the rings does not matter. Karney, Algorithms for geodesics, 2013.
 */
export function geodesicAreaM2(geometry: Areal): number {
  let total = 0;
  for (const [outer, ...holes] of partsOf(geometry)) {
    if (!outer) continue;
    total += ringAreaM2(outer);
    for (const hole of holes) total -= ringAreaM2(hole);
  }
  return Math.max(0, total);
}

function ringAreaM2(ring: Ring): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon();
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** The bounds, degrees. Throws RangeError when there is no position at all. */
export function bboxOf(geometry: Areal): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of partsOf(geometry).flat(2)) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  if (box[0] > box[2]) throw new RangeError("an empty geometry has no bounds");
  return box;
}

/** Tells whether two bounds share at least a point. */
export function bboxesTouch(a: Bbox, b: Bbox): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/**
 * The centre of area in the plane of longitude and latitude, holes taken off. It may lie outside
 * a bent shape. Throws RangeError when there is no position at all.
 */
export function centroidOf(geometry: Areal): [lon: number, lat: number] {
  const [w, s, e, n] = bboxOf(geometry);
  const origin: [number, number] = [(w + e) / 2, (s + n) / 2];
  let area = 0;
  let x = 0;
  let y = 0;
  for (const rings of partsOf(geometry)) {
    for (const [index, ring] of rings.entries()) {
      const moments = ringMoments(ring, origin);
      const sign = (index === 0) === moments.area > 0 ? 1 : -1;
      area += sign * moments.area;
      x += sign * moments.x;
      y += sign * moments.y;
    }
  }
  // A shape without area (all points on a line) has its middle as the next best.
  return area === 0 ? origin : [origin[0] + x / (3 * area), origin[1] + y / (3 * area)];
}

/** Twice the signed area and the first moments of a ring, about `origin` to keep the digits. */
function ringMoments(ring: Ring, [ox, oy]: [number, number]) {
  const sum = { area: 0, x: 0, y: 0 };
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] ?? [0, 0];
    const [bx, by] = ring[i] ?? [0, 0];
    const cross = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
    sum.area += cross;
    sum.x += (ax + bx - 2 * ox) * cross;
    sum.y += (ay + by - 2 * oy) * cross;
  }
  return sum;
}

/** Twice the signed area of a ring in square degrees: positive when it runs counter-clockwise. */
export function twiceSignedArea(ring: Ring): number {
  return ringMoments(ring, [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0]).area;
}

/**
 * Tells whether a position is inside (even-odd rule, straight edges in degrees). A position exactly on
 * an edge belongs to the western and southern sides only, so neighbours never both claim it.
 * For more than a few positions use `preparePolygon`.
 */
export function pointInMultiPolygon(lon: number, lat: number, geometry: MultiPolygon): boolean {
  let inside = false;
  for (const ring of geometry.coordinates.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1] ?? [0, 0];
      const [bx, by] = ring[i] ?? [0, 0];
      if (ay > lat !== by > lat && isLeftOfEdge(lon, lat, ax, ay, bx, by)) inside = !inside;
    }
  }
  return inside;
}

/** From the lower end up, so that two neighbours compute one shared edge to the same last bit. */
function isLeftOfEdge(
  lon: number,
  lat: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  return ay < by
    ? lon < ax + ((lat - ay) * (bx - ax)) / (by - ay)
    : lon < bx + ((lat - by) * (ax - bx)) / (ay - by);
}

/** A point test made ready for many positions: same answers as `pointInMultiPolygon`. */
export type PointTest = (lon: number, lat: number) => boolean;

/**
 * Sorts the edges into horizontal bands so that a test compares a few edges instead of all:
 * for a district of 800 vertices about 30 times faster.
 */
export function preparePolygon(geometry: MultiPolygon): PointTest {
  const edges = edgesOf(geometry);
  if (edges.length === 0) return () => false;
  const [w, s, e, n] = bboxOf(geometry);
  const count = Math.max(1, Math.min(4096, edges.length >> 3));
  const perDegree = n > s ? count / (n - s) : 0;
  const bandOf = (lat: number) => Math.min(count - 1, Math.floor((lat - s) * perDegree));
  const bands = fillBands(edges, count, bandOf);
  return (lon, lat) => {
    if (!(lon >= w && lon <= e && lat >= s && lat <= n)) return false;
    const band = bands[bandOf(lat)];
    let inside = false;
    for (let i = 0; band && i < band.length; i += 4) {
      const ay = band[i + 1] as number;
      const by = band[i + 3] as number;
      if (ay > lat === by > lat) continue;
      if (isLeftOfEdge(lon, lat, band[i] as number, ay, band[i + 2] as number, by))
        inside = !inside;
    }
    return inside;
  };
}

type Edge = [ax: number, ay: number, bx: number, by: number];

function edgesOf(geometry: MultiPolygon): Edge[] {
  const edges: Edge[] = [];
  for (const ring of geometry.coordinates.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1] ?? [0, 0];
      const [bx, by] = ring[i] ?? [0, 0];
      if (ay !== by) edges.push([ax, ay, bx, by]);
    }
  }
  return edges;
}

function fillBands(edges: Edge[], count: number, bandOf: (lat: number) => number): Float64Array[] {
  const bands: number[][] = Array.from({ length: count }, () => []);
  for (const edge of edges) {
    const last = bandOf(Math.max(edge[1], edge[3]));
    for (let b = bandOf(Math.min(edge[1], edge[3])); b <= last; b++) bands[b]?.push(...edge);
  }
  return bands.map((band) => Float64Array.from(band));
}

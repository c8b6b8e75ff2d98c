/** Outlines fitted into a box of a sheet of paper, and where their names stand. Plain arithmetic. */
import type { MultiPolygon, Position } from "./geometry.ts";

/** The outline of one territory, longitude and latitude in degrees. */
export interface Shape {
  id: number;
  boundary: MultiPolygon;
}

/** In the units of the paper, from its upper left corner. */
interface PaperBox {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type PaperPoint = [x: number, y: number];
export type Project = (place: Position) => PaperPoint;

/** Fits the shapes into the box, degrees of longitude as wide as they are in the middle. */
export function fitShapes(shapes: readonly Shape[], { x, y, width, height }: PaperBox): Project {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { boundary } of shapes)
    for (const ring of boundary.coordinates.flat())
      for (const [lon, lat] of ring) {
        box[0] = Math.min(box[0], lon);
        box[1] = Math.min(box[1], lat);
        box[2] = Math.max(box[2], lon);
        box[3] = Math.max(box[3], lat);
      }
  const [west, south, east, north] = box;
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = Math.min(
    width / Math.max(1e-9, (east - west) * shrink),
    height / Math.max(1e-9, north - south),
  );
  const left = x + (width - (east - west) * shrink * scale) / 2;
  const top = y + (height - (north - south) * scale) / 2;
  return ([lon, lat]) => [left + (lon - west) * shrink * scale, top + (north - lat) * scale];
}

/** A ring on the paper, without corners that are nearer to the one before than `tolerance`. */
export function thinRing(
  ring: readonly Position[],
  project: Project,
  tolerance: number,
): PaperPoint[] {
  const kept: PaperPoint[] = [];
  let last: PaperPoint | undefined;
  for (const place of ring) {
    const point = project(place);
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < tolerance) continue;
    kept.push(point);
    last = point;
  }
  return kept;
}

/** Where a level line crosses a ring, from left to right. */
function crossings(ring: readonly PaperPoint[], level: number): number[] {
  const found: number[] = [];
  for (const [index, [x, y]] of ring.entries()) {
    const [fromX, fromY] = ring[index - 1] ?? (ring.at(-1) as PaperPoint);
    if (fromY < level !== y < level)
      found.push(fromX + ((x - fromX) * (level - fromY)) / (y - fromY));
  }
  return found.sort((left, right) => left - right);
}

/** Level lines tried through an outline, for the one with most room. */
const LEVELS = 9;

/** Where a name stands: in the middle of the longest level line inside the largest outline, away from its top and bottom. */
export function placeOfName({ boundary }: Shape, project: Project): PaperPoint {
  const rings = boundary.coordinates.flatMap(([outer]) => (outer ? [outer.map(project)] : []));
  const [largest = []] = rings.sort((a, b) => b.length - a.length);
  const ys = largest.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let best = { x: 0, y: 0, room: 0 };
  for (let line = 1; line <= LEVELS; line++) {
    const share = line / (LEVELS + 1);
    const y = top + share * (bottom - top);
    const found = crossings(largest, y);
    for (let i = 0; i + 1 < found.length; i += 2) {
      const [from = 0, to = 0] = [found[i], found[i + 1]];
      const room = (to - from) * Math.min(1, 4 * share, 4 * (1 - share));
      if (room > best.room) best = { x: (from + to) / 2, y, room };
    }
  }
  return [best.x, best.y];
}

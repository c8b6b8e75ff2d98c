import { type EdgeGrid, edgeAt, edgeGrid } from "./edge-grid.ts";
import type { Bbox, Ring } from "./geometry.ts";

/** Nearer than this to a line counts as on it, degrees: 0.1 mm, far below any survey. */
const ON_LINE = 1e-9;

/** More pairs of edges than this are not looked at: a bound on time for hostile shapes (about 2 s). */
const MOST_PAIRS = 60_000_000;

export interface Crossings {
  /** Where two edges really cross, if they do anywhere: the first found. */
  crossing?: [lon: number, lat: number];
  /** A place where edges that are not neighbours touch without crossing. */
  touch?: [lon: number, lat: number];
  /** The shape was too entangled to be looked at in full. */
  gaveUp: boolean;
}

/** Looks for edges that cross or touch, within and between closed rings. */
export function findCrossings(rings: Ring[], bbox: Bbox): Crossings {
  const grid = edgeGrid(rings, bbox);
  const found: Crossings = { gaveUp: false };
  let pairs = 0;
  for (const cell of grid.cells) {
    for (let i = 1; i < cell.length; i++) {
      pairs += i;
      if (pairs > MOST_PAIRS) return { ...found, gaveUp: true };
      for (let j = 0; j < i; j++) {
        lookAtPair(grid, cell[j] as number, cell[i] as number, found);
        if (found.crossing) return found;
      }
    }
  }
  return found;
}

function areNeighbours(grid: EdgeGrid, i: number, j: number): boolean {
  const ring = grid.ringOf[i] ?? 0;
  if (ring !== grid.ringOf[j]) return false;
  const first = grid.firstOfRing[ring] ?? 0;
  const last = (grid.firstOfRing[ring + 1] ?? 0) - 1;
  return Math.abs(i - j) === 1 || (Math.min(i, j) === first && Math.max(i, j) === last);
}

function lookAtPair(grid: EdgeGrid, i: number, j: number, found: Crossings): void {
  const { edges } = grid;
  const a = i * 4;
  const b = j * 4;
  // Boxes apart: the usual case, so it comes first and without any allocation.
  const [ax, ay, bx, by] = [
    edges[a] as number,
    edges[a + 1] as number,
    edges[a + 2] as number,
    edges[a + 3] as number,
  ];
  const [cx, cy, dx, dy] = [
    edges[b] as number,
    edges[b + 1] as number,
    edges[b + 2] as number,
    edges[b + 3] as number,
  ];
  if (
    Math.max(ax, bx) < Math.min(cx, dx) - ON_LINE ||
    Math.max(cx, dx) < Math.min(ax, bx) - ON_LINE
  )
    return;
  if (
    Math.max(ay, by) < Math.min(cy, dy) - ON_LINE ||
    Math.max(cy, dy) < Math.min(ay, by) - ON_LINE
  )
    return;
  if (areNeighbours(grid, i, j)) return;
  const c = sideOf(ax, ay, bx, by, cx, cy);
  const d = sideOf(ax, ay, bx, by, dx, dy);
  if (c * d > 0) return;
  const p = sideOf(cx, cy, dx, dy, ax, ay);
  const q = sideOf(cx, cy, dx, dy, bx, by);
  if (p * q > 0) return;
  if (c * d < 0 && p * q < 0) found.crossing = meetingPoint(edgeAt(grid, i), edgeAt(grid, j));
  else if (!found.touch) found.touch = touchPoint([ax, ay, bx, by], [cx, cy, dx, dy], [c, d, p]);
}

/** -1, 0 or 1: right of, on, or left of the line through a and b. */
function sideOf(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  if (Math.abs(cross) <= ON_LINE * Math.hypot(bx - ax, by - ay)) return 0;
  return cross > 0 ? 1 : -1;
}

type Segment = [ax: number, ay: number, bx: number, by: number];

function meetingPoint([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): [number, number] {
  const along =
    ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) /
    ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx));
  return [ax + along * (bx - ax), ay + along * (by - ay)];
}

/** The end of one segment that lies on the other. */
function touchPoint(
  [ax, ay, bx, by]: Segment,
  [cx, cy, dx, dy]: Segment,
  [c, d, p]: [c: number, d: number, p: number],
): [number, number] {
  if (c === 0) return [cx, cy];
  if (d === 0) return [dx, dy];
  return p === 0 ? [ax, ay] : [bx, by];
}

import { type EdgeGrid, edgeAt, edgeGrid } from "./edge-grid.ts";
import type { Bbox, Ring } from "./geometry.ts";

/** Nearer than this to a line counts as on it, degrees: 0.1 mm, far below any survey. */
export const ON_LINE = 1e-9;

/** More pairs of edges than this are not compared: a bound on time for hostile shapes (less than a second). */
const MAX_PAIRS = 5_000_000;

interface Crossings {
  /** Where two edges really cross, if they do anywhere: the first found. */
  crossing?: [lon: number, lat: number];
  /** A place where edges that are not neighbours touch without crossing. */
  touch?: [lon: number, lat: number];
  /** The shape was too entangled to be checked in full. */
  gaveUp: boolean;
}

/** Finds edges that cross or touch, within and between closed rings. */
export function findCrossings(rings: Ring[], bbox: Bbox): Crossings {
  const grid = edgeGrid(rings, bbox);
  if (!grid) return { gaveUp: true };
  const found: Crossings = { gaveUp: false };
  let pairs = 0;
  for (const cell of grid.cells) {
    for (let i = 1; i < cell.length; i++) {
      pairs += i;
      if (pairs > MAX_PAIRS) return { ...found, gaveUp: true };
      for (let j = 0; j < i; j++) {
        comparePair(grid, cell[j] as number, cell[i] as number, found);
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

function comparePair(grid: EdgeGrid, i: number, j: number, found: Crossings): void {
  if (!boxesMeet(grid.edges, i, j) || areNeighbours(grid, i, j)) return;
  const meeting = meetingOf(grid.edges, i, j);
  if (meeting === "cross") found.crossing = meetingPoint(edgeAt(grid, i), edgeAt(grid, j));
  else if (meeting === "touch") found.touch ??= touchPoint(edgeAt(grid, i), edgeAt(grid, j));
}

/** Boxes apart are the usual case, so that is asked first. Edges as in `EdgeGrid`; no allocation, as in `meetingOf`. */
export function boxesMeet(edges: Float64Array, i: number, j: number): boolean {
  return spansMeet(edges, i * 4, j * 4) && spansMeet(edges, i * 4 + 1, j * 4 + 1);
}

function spansMeet(edges: Float64Array, a: number, b: number): boolean {
  const a0 = edges[a] as number;
  const a1 = edges[a + 2] as number;
  const b0 = edges[b] as number;
  const b1 = edges[b + 2] as number;
  return (
    Math.max(a0, a1) >= Math.min(b0, b1) - ON_LINE && Math.max(b0, b1) >= Math.min(a0, a1) - ON_LINE
  );
}

/** Tells whether two edges cross, touch (within 0.1 mm), or neither. */
export function meetingOf(
  edges: Float64Array,
  i: number,
  j: number,
): "cross" | "touch" | undefined {
  const c = sideOfEdge(edges, i, j * 4);
  const d = sideOfEdge(edges, i, j * 4 + 2);
  if (c * d > 0) return undefined;
  const p = sideOfEdge(edges, j, i * 4);
  const q = sideOfEdge(edges, j, i * 4 + 2);
  if (p * q > 0) return undefined;
  return c * d < 0 && p * q < 0 ? "cross" : "touch";
}

/** On which side of an edge the place lies whose longitude stands at `at`. */
const sideOfEdge = (edges: Float64Array, edge: number, at: number) =>
  sideOf(
    edges[edge * 4] as number,
    edges[edge * 4 + 1] as number,
    edges[edge * 4 + 2] as number,
    edges[edge * 4 + 3] as number,
    edges[at] as number,
    edges[at + 1] as number,
  );

/** -1, 0 or 1: right of, on, or left of the line through a and b. */
function sideOf(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  if (cross * cross <= ON_LINE * ON_LINE * ((bx - ax) ** 2 + (by - ay) ** 2)) return 0;
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
function touchPoint([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): [number, number] {
  if (sideOf(ax, ay, bx, by, cx, cy) === 0) return [cx, cy];
  if (sideOf(ax, ay, bx, by, dx, dy) === 0) return [dx, dy];
  return sideOf(cx, cy, dx, dy, ax, ay) === 0 ? [ax, ay] : [bx, by];
}

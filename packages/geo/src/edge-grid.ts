/** Edges of rings put into a grid of cells, to find neighbours without comparing all with all. */
import type { Bbox, Ring } from "./geometry.ts";

export interface EdgeGrid {
  /** Four numbers an edge: ax, ay, bx, by, degrees. */
  edges: Float64Array;
  /** The ring of each edge, and whether the edge is the last of it. */
  ringOf: Int32Array;
  firstOfRing: number[];
  count: number;
  /** For each cell the edges that pass through it. */
  cells: number[][];
}

/** Short edges pass one cell or two; a shape of many long ones would fill the memory. */
const MAX_PASSES = 1_000_000;

/** Puts every edge into the cells that it passes: about as many cells as edges. Undefined for too many long edges. */
export function edgeGrid(rings: Ring[], [w, s, e, n]: Bbox): EdgeGrid | undefined {
  const grid = listEdges(rings);
  const side = Math.max(1, Math.min(512, Math.ceil(Math.sqrt(grid.count))));
  const perLon = e > w ? side / (e - w) : 0;
  const perLat = n > s ? side / (n - s) : 0;
  const column = (lon: number) => Math.max(0, Math.min(side - 1, Math.floor((lon - w) * perLon)));
  const row = (lat: number) => Math.max(0, Math.min(side - 1, Math.floor((lat - s) * perLat)));
  grid.cells = Array.from({ length: side * side }, () => []);
  let passes = 0;
  for (let i = 0; i < grid.count; i++) {
    if (passes > MAX_PASSES) return undefined;
    const [ax, ay, bx, by] = edgeAt(grid, i);
    // A little beyond its ends, so that what touches it meets it in a cell.
    const last = row(Math.max(ay, by) + 1e-9);
    for (let r = row(Math.min(ay, by) - 1e-9); r <= last; r++) {
      // Only the stretch of the edge inside this row, or long slanted edges would fill the grid.
      const [x1, x2] = perLat
        ? spanInRow(ax, ay, bx, by, s + r / perLat, s + (r + 1) / perLat)
        : [Math.min(ax, bx), Math.max(ax, bx)];
      const lastColumn = column(x2 + 1e-9);
      for (let c = column(x1 - 1e-9); c <= lastColumn; c++, passes++)
        grid.cells[r * side + c]?.push(i);
    }
  }
  return grid;
}

/** The two ends of edge `i`. */
export function edgeAt(
  grid: EdgeGrid,
  i: number,
): [ax: number, ay: number, bx: number, by: number] {
  const at = i * 4;
  const { edges } = grid;
  return [edges[at] ?? 0, edges[at + 1] ?? 0, edges[at + 2] ?? 0, edges[at + 3] ?? 0];
}

/** All edges of the rings, in no cells yet. */
export function listEdges(rings: Ring[]): EdgeGrid {
  const count = rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0);
  const edges = new Float64Array(count * 4);
  const ringOf = new Int32Array(count);
  const firstOfRing: number[] = [];
  let at = 0;
  for (const [index, ring] of rings.entries()) {
    firstOfRing.push(at);
    for (let i = 1; i < ring.length; i++, at++) {
      const [ax, ay] = ring[i - 1] ?? [0, 0];
      const [bx, by] = ring[i] ?? [0, 0];
      edges.set([ax, ay, bx, by], at * 4);
      ringOf[at] = index;
    }
  }
  firstOfRing.push(count);
  return { edges, ringOf, firstOfRing, count, cells: [] };
}

/** Least and greatest longitude of an edge between two latitudes. */
function spanInRow(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  south: number,
  north: number,
): [number, number] {
  if (ay === by) return [Math.min(ax, bx), Math.max(ax, bx)];
  const at = (lat: number) => {
    const t = Math.max(0, Math.min(1, (lat - ay) / (by - ay)));
    return ax + t * (bx - ax);
  };
  const [p, q] = [at(south), at(north)];
  return [Math.min(p, q), Math.max(p, q)];
}

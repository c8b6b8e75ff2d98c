import { lonLatsToPixels } from "../coordinates/projection.ts";
import type { Raster } from "../raster/raster.ts";

export const TILE_SIZE = 256;
const STEP = 16;
/** Places along a side where the projection is computed exactly. */
const NODES = TILE_SIZE / STEP + 1;

/** Longitude of a tile column's left edge, in degrees (Web Mercator). */
function tileLon(z: number, x: number): number {
  return (x / 2 ** z) * 360 - 180;
}

/** Latitude of a tile row's upper edge, in degrees (Web Mercator). */
function tileLat(z: number, y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
}

/** True when the tile and the image's bounding box meet. */
export function meetsImage(raster: Raster, z: number, x: number, y: number): boolean {
  const [west, south, east, north] = raster.facts.bbox;
  return (
    tileLon(z, x) < east &&
    tileLon(z, x + 1) > west &&
    tileLat(z, y + 1) < north &&
    tileLat(z, y) > south
  );
}

/**
 * Image pixels under a tile: exact on every 16th pixel, bilinear between; agrees with gdalwarp's own approximation.
 * `xs`, `ys`: full-resolution pixel of each node, row by row.
 */
export type TileGrid = { xs: Float64Array; ys: Float64Array };

/** The exact nodes of a tile. Nodes that the projection cannot reach are not finite. */
export function tileGrid(raster: Raster, z: number, x: number, y: number): TileGrid {
  const lonLats = new Float64Array(NODES * NODES * 2);
  for (let j = 0; j < NODES; j++) {
    const lat = tileLat(z, y + j / (NODES - 1));
    for (let i = 0; i < NODES; i++) {
      lonLats[(j * NODES + i) * 2] = tileLon(z, x + i / (NODES - 1));
      lonLats[(j * NODES + i) * 2 + 1] = lat;
    }
  }
  const pixels = lonLatsToPixels(raster.facts, lonLats);
  return { xs: pixels.filter((_, i) => i % 2 === 0), ys: pixels.filter((_, i) => i % 2 === 1) };
}

/** Full-resolution image pixels per tile pixel, from the middle of the tile. */
export function tileScale({ xs, ys }: TileGrid): number {
  const middle = ((NODES - 1) / 2) * NODES + (NODES - 1) / 2;
  const across = Math.hypot(
    at(xs, middle + 1) - at(xs, middle),
    at(ys, middle + 1) - at(ys, middle),
  );
  const down = Math.hypot(
    at(xs, middle + NODES) - at(xs, middle),
    at(ys, middle + NODES) - at(ys, middle),
  );
  return Math.sqrt(across * down) / STEP;
}

/** Calls `visit(tilePixel, x, y)` with the image position of the middle of each tile pixel. */
export function eachTilePixel(
  { xs, ys }: TileGrid,
  visit: (index: number, x: number, y: number) => void,
): void {
  for (let row = 0; row < TILE_SIZE; row++) {
    const v = ((row % STEP) + 0.5) / STEP;
    const top = Math.floor(row / STEP) * NODES;
    for (let column = 0; column < TILE_SIZE; column++) {
      const u = ((column % STEP) + 0.5) / STEP;
      const node = top + Math.floor(column / STEP);
      visit(row * TILE_SIZE + column, between(xs, node, u, v), between(ys, node, u, v));
    }
  }
}

function between(values: Float64Array, node: number, u: number, v: number): number {
  const upper = at(values, node) * (1 - u) + at(values, node + 1) * u;
  const lower = at(values, node + NODES) * (1 - u) + at(values, node + NODES + 1) * u;
  return upper * (1 - v) + lower * v;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}

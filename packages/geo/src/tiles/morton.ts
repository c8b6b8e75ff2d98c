/**
 * Morton (Z-order) codes: two 31-bit Web Mercator coordinates interleaved into 62 bits.
 * One step is 1.9 cm at the equator. Bits of x are even, bits of y odd, y counted from the
 * north, so that every tile of every zoom is one unbroken range of codes and the cell of a
 * coarser level is a shift: in SQL `zc >> (2 * (31 - level))`.
 */
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from "./tile-math.ts";

export const MORTON_BITS = 31;
const WORLD = 2 ** MORTON_BITS;

/** The 16 bits of `v` moved to the even places of 32 (unsigned). */
function spread(v: number): number {
  let n = v & 0xffff;
  n = (n | (n << 8)) & 0x00ff00ff;
  n = (n | (n << 4)) & 0x0f0f0f0f;
  n = (n | (n << 2)) & 0x33333333;
  return ((n | (n << 1)) & 0x55555555) >>> 0;
}

/** Inverse of `spread`: the even places of 32 bits as 16 bits. */
function squeeze(v: number): number {
  let n = v & 0x55555555;
  n = (n | (n >>> 1)) & 0x33333333;
  n = (n | (n >>> 2)) & 0x0f0f0f0f;
  n = (n | (n >>> 4)) & 0x00ff00ff;
  return (n | (n >>> 8)) & 0xffff;
}

/** The 31-bit column of a longitude. */
function columnOf(lon: number): number {
  return Math.max(0, Math.min(WORLD - 1, Math.floor(mercatorX(lon) * WORLD)));
}

/** The 31-bit row of a latitude, from the north. */
function rowOf(lat: number): number {
  return Math.max(0, Math.min(WORLD - 1, Math.floor(mercatorY(lat) * WORLD)));
}

/** The code of a 31-bit column and row. Two number halves: a loop over bigint bits is 20 times slower. */
export function interleave(column: number, row: number): bigint {
  const low = (spread(column) | (spread(row) << 1)) >>> 0;
  const high = (spread(column >>> 16) | (spread(row >>> 16) << 1)) >>> 0;
  return (BigInt(high) << 32n) | BigInt(low);
}

/** The 31-bit column of a code given as two unsigned 32-bit halves (as read from `int8send`). */
export function columnOfHalves(high: number, low: number): number {
  // The two top bits of the upper half are not part of the code: see packed trees in mvt.ts.
  return ((squeeze(high) & 0x7fff) << 16) | squeeze(low);
}

/** The 31-bit row of a code given as two unsigned 32-bit halves. */
export function rowOfHalves(high: number, low: number): number {
  return ((squeeze(high >>> 1) & 0x7fff) << 16) | squeeze(low >>> 1);
}

/** The code of a position (degrees); outside the Mercator square the nearest code. Throws on NaN. */
export function mortonOf(lon: number, lat: number): bigint {
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new RangeError("not a position");
  return interleave(columnOf(lon), rowOf(lat));
}

/** The position in the middle of the code's square (within 1 cm of the one that made it), degrees. */
export function lonLatOf(morton: bigint): [lon: number, lat: number] {
  const high = Number(morton >> 32n);
  const low = Number(morton & 0xffffffffn);
  return [
    longitudeOf((columnOfHalves(high, low) + 0.5) / WORLD),
    latitudeOf((rowOfHalves(high, low) + 0.5) / WORLD),
  ];
}

/** First and last code of a tile, both inclusive: `zc between from and to`. */
export function tileRange(z: number, x: number, y: number): [from: bigint, to: bigint] {
  const shift = BigInt(2 * (MORTON_BITS - z));
  const from = interleave(x, y) << shift;
  return [from, from + (1n << shift) - 1n];
}

/** The number of the cell of a level (0 to 31) that holds a code; a cell of level z is the tile of zoom z. */
export function cellOf(morton: bigint, level: number): bigint {
  return morton >> BigInt(2 * (MORTON_BITS - level));
}

/** First and last code of a cell, both inclusive. */
export function cellRange(cell: bigint, level: number): [from: bigint, to: bigint] {
  const shift = BigInt(2 * (MORTON_BITS - level));
  return [cell << shift, ((cell + 1n) << shift) - 1n];
}

/** The tile (zoom = level) that a cell is. */
export function tileOfCell(cell: bigint, level: number): { z: number; x: number; y: number } {
  const high = Number(cell >> 32n);
  const low = Number(cell & 0xffffffffn);
  return { z: level, x: columnOfHalves(high, low), y: rowOfHalves(high, low) };
}

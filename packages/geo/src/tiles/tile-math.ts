import type { Bbox } from "../geometry.ts";

/** Latitude where the square Web Mercator world ends, degrees. */
const MAX_LATITUDE = 85.0511287798066;

/** Web Mercator x of a longitude: 0 at 180° W, 1 at 180° E. */
export function mercatorX(lon: number): number {
  return lon / 360 + 0.5;
}

/** Web Mercator y of a latitude: 0 in the north, 1 in the south (the direction in which tile rows count). */
export function mercatorY(lat: number): number {
  const sin = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

/** Inverse of `mercatorX`, degrees. */
export function longitudeOf(x: number): number {
  return (x - 0.5) * 360;
}

/** Inverse of `mercatorY`, degrees. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The tile of a position at a zoom; positions outside the Mercator square go to the nearest tile. */
export function tileOf(lon: number, lat: number, z: number): { z: number; x: number; y: number } {
  const size = 2 ** z;
  const clamp = (v: number) => Math.max(0, Math.min(size - 1, Math.floor(v * size)));
  return { z, x: clamp(mercatorX(lon)), y: clamp(mercatorY(lat)) };
}

/** The bounds of a tile, degrees. */
export function tileBbox(z: number, x: number, y: number): Bbox {
  const size = 2 ** z;
  return [
    longitudeOf(x / size),
    latitudeOf((y + 1) / size),
    longitudeOf((x + 1) / size),
    latitudeOf(y / size),
  ];
}

/** Tells whether z/x/y names a tile that exists (whole numbers, 0 ≤ z ≤ 31). */
export function isTile(z: number, x: number, y: number): boolean {
  if (!Number.isInteger(z) || !Number.isInteger(x) || !Number.isInteger(y)) return false;
  if (z < 0 || z > 31) return false;
  const size = 2 ** z;
  return x >= 0 && y >= 0 && x < size && y < size;
}

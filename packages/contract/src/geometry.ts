import { z } from "./z.ts";

const position = z.array(z.number()).min(2).max(3);
const ring = z.array(position).max(100_000);

/** GeoJSON, longitude first, WGS 84 (RFC 7946). Validity is judged by packages/geo. */
export const multiPolygonSchema = z
  .object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(ring)).max(5_000) })
  .meta({ id: "MultiPolygon" });
export const polygonalSchema = z.union([
  multiPolygonSchema,
  z.object({ type: z.literal("Polygon"), coordinates: z.array(ring) }),
]);
export type MultiPolygon = { type: "MultiPolygon"; coordinates: number[][][][] };
/** west, south, east, north in degrees. */
export const bboxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** `?bbox=w,s,e,n` */
export const bboxQuerySchema = z
  .string()
  .transform((t) => t.split(",").map(Number))
  .pipe(bboxSchema);

import { call } from "./resource.ts";
import type { Position } from "./values/geometry.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

const isPosition = (value: unknown) =>
  Array.isArray(value) && value.length >= 2 && value.length <= 3 && value.every(Number.isFinite);
const isRing = (value: unknown) =>
  Array.isArray(value) && value.length <= 100_000 && value.every(isPosition);
const isPolygon = (value: unknown) => Array.isArray(value) && value.every(isRing);
const isMultiPolygon = (value: unknown) =>
  Array.isArray(value) && value.length <= 5_000 && value.every(isPolygon);

const arrayOf = (items: object, more = {}) => ({ type: "array", items, ...more });
const positions = arrayOf(arrayOf({ type: "number" }, { minItems: 2, maxItems: 3 }));

/**
 * Validated as a whole: a schema for each of a hundred thousand numbers takes seconds, and its issues
 * overflow the stack when all of them are wrong.
 */
function coordinates<T>(isSound: (value: unknown) => boolean, items: object): z.ZodType<T, T> {
  return z
    .array(z.unknown())
    .refine(isSound, { error: "bad_boundary" })
    .meta({ items }) as unknown as z.ZodType<T, T>;
}

const polygonSchema = z.object({
  type: z.literal("Polygon"),
  coordinates: coordinates<Position[][]>(isPolygon, positions),
});
/** GeoJSON, longitude first, WGS 84 (RFC 7946). Validity is checked by packages/geo. */
export const multiPolygonSchema = z
  .object({
    type: z.literal("MultiPolygon"),
    coordinates: coordinates<Position[][][]>(isMultiPolygon, arrayOf(positions)),
  })
  .meta({ id: "MultiPolygon" });
export const polygonalSchema = z.discriminatedUnion("type", [multiPolygonSchema, polygonSchema]);

/** west, south, east, north in degrees. */
export const bboxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** `?bbox=w,s,e,n`: an empty part would be read as 0. */
export const bboxQuerySchema = z
  .string()
  .regex(/^[^,\s]+(,[^,\s]+){3}$/)
  .transform((t) => t.split(",").map(Number))
  .pipe(bboxSchema);

/** Outlines of a boundary file that may be taken, and why the rest may not. Nothing is written. */
export const boundaryPreviewSchema = z.object({
  features: z.array(
    z.object({ name: z.string(), boundary: multiPolygonSchema, area_m2: z.number() }),
  ),
  rejected: z.array(
    z.object({
      name: z.string(),
      line: z.number().int().nullable(),
      code: z.string(),
      reason: z.string(),
    }),
  ),
});
export type BoundaryPreview = z.output<typeof boundaryPreviewSchema>;

/** The same for gardens: what saving an outline would refuse, in the reader's language. */
export const gardenPreviewSchema = boundaryPreviewSchema.extend({
  features: z.array(
    boundaryPreviewSchema.shape.features.element.extend({
      refusal: z.object({ code: z.string(), reason: z.string() }).nullable(),
    }),
  ),
  /** Number of outlines at the end of `features` whose place was not checked; saving them checks it. */
  untried: z.number().int(),
});
export type GardenPreview = z.output<typeof gardenPreviewSchema>;

/** A boundary file read for a form: the file comes from the caller and goes back to them. */
export const boundaryPreview = call({
  method: "POST",
  path: paths.boundaryPreview,
  access: "signedIn",
  consumes: "multipart/form-data",
  answer: boundaryPreviewSchema,
});

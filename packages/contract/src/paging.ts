import { permissionSchema } from "./permissions.ts";
import { limits } from "./values/limits.ts";
import { z } from "./z.ts";

/** The query every list takes. `ordering` is a column name, `-` in front for descending. */
export const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  search: z.string().trim().max(200).optional(),
  ordering: z.string().max(60).optional(),
});
export type PageQuery = z.output<typeof pageQuerySchema>;

/** `{count, next, previous, results}` of Django REST framework. */
export function pageSchema<T extends z.ZodType>(row: T) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  });
}

/** Permissions of the signed-in person on records of a list at all; for a single one see its own `can`. */
export const listCanSchema = z.object({
  add: z.boolean(),
  change: z.boolean(),
  delete: z.boolean(),
  /**
   * Reason why nothing may be added: the code of a refusal, and the right that the role lacks. Null where something may
   * be.
   */
  add_refusal: z.object({ code: z.string(), right: permissionSchema.nullable() }).nullable(),
});
export type ListCan = z.output<typeof listCanSchema>;
/** A page of a list that people write. */
export function listSchema<T extends z.ZodType>(row: T) {
  return pageSchema(row).extend({ can: listCanSchema });
}
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };

export const idParamsSchema = z.object({ id: z.coerce.number().int().positive() });
export const idSchema = z.number().int().positive();
/** Permissions of the signed-in person on this row. */
export const canSchema = z.object({ change: z.boolean(), delete: z.boolean() });
/** A reference to another row: its id and what to call it. */
export const referenceSchema = z.object({ id: idSchema, name: z.record(z.string(), z.string()) });
export type Reference = z.output<typeof referenceSchema>;
/** `?ids=3,5,8`: these rows alone, as far as they exist within the actor's scope. */
export const idsQuerySchema = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .refine((text) => text.split(",").length <= limits.chosenRows, { error: "invalid" })
  .transform((text) => [...new Set(text.split(",").map(Number))]);
/** Query strings carry booleans as text. */
export const booleanQuerySchema = z
  .enum(["true", "false", "1", "0"])
  .transform((v) => v === "true" || v === "1");
export const dateSchema = z.iso.date();
/** Tells whether a period ends no earlier than it begins; an open end fits. */
export const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
export const datesReversed = { error: "dates_reversed", path: ["to"] };

/** Fields of a list's query without a meaning on a map, which shows no pages. */
export const unpaged = { page: true, page_size: true, ordering: true } as const satisfies Partial<
  Record<keyof typeof pageQuerySchema.shape, true>
>;

/**
 * The records of a list as points of a map: how many there are, and each that has a place. Degrees, WGS 84.
 * @param id its name in the description of the interface
 * @param shape what a point says beside its place
 */
export const mapPointsSchema = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z
    .object({
      /** As many as the list of the same query has. */
      count: z.number().int(),
      /** Those of them whose place is not known. */
      without_place: z.number().int(),
      /** All others, up to `limits.pointsOnMap`. */
      points: z.array(
        z.object({ id: idSchema, longitude: z.number(), latitude: z.number() }).extend(shape),
      ),
    })
    .meta({ id });

/** An estimate with the range that holds the truth in about nine cases of ten (decision 35). */
export const rangeSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type EstimatedRange = z.output<typeof rangeSchema>;

import { limits } from "./limits.ts";
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
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };

export const idParamsSchema = z.object({ id: z.coerce.number().int().positive() });
export const idSchema = z.number().int().positive();
/** What the signed-in person may do with this row. */
export const canSchema = z.object({ change: z.boolean(), delete: z.boolean() });
/** A reference to another row: its id and what to call it. */
export const referenceSchema = z.object({ id: idSchema, name: z.record(z.string(), z.string()) });
export type Reference = z.output<typeof referenceSchema>;
/** Query strings carry booleans as text. */
export const booleanQuerySchema = z
  .enum(["true", "false", "1", "0"])
  .transform((v) => v === "true" || v === "1");
export const dateSchema = z.iso.date();

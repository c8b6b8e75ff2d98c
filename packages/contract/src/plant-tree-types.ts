import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema } from "./paging.ts";
import { limits } from "./values/limits.ts";
import { z } from "./z.ts";

/** A kind of tree that tasks ask for: the whole programme's, not one organization's. */
export const plantTreeTypeSchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    /** The botanical name; empty where not given. */
    latin_name: z.string(),
    /** Tasks within reach that ask for it or report it. */
    task_count: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "PlantTreeType" });
export type PlantTreeType = z.output<typeof plantTreeTypeSchema>;

const latinName = z.string().trim().max(limits.name.max, { error: "too_long" });
export const plantTreeTypeCreateSchema = z.object({
  name: namesSchema,
  latin_name: latinName.default(""),
});
export const plantTreeTypePatchSchema = z
  .object({ name: namesSchema, latin_name: latinName })
  .partial();
export const plantTreeTypeQuerySchema = pageQuerySchema;
export const plantTreeTypeOrderings = ["name", "latin_name", "task_count"] as const;

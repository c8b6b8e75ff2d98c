import { namesSchema } from "../names.ts";
import { canSchema, idSchema, pageQuerySchema } from "../paging.ts";
import { resource } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/**
 * Tree type that tasks ask for: the whole programme's, not one organization's. Its table is `tree_type`; the API keeps the
 * specification's spelling.
 */
const plantTreeTypeSchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    /** The botanical name; empty where not given. */
    latin_name: z.string(),
    /** Tasks within the actor's scope that ask for it or report it. */
    task_count: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "PlantTreeType" });
export type PlantTreeType = z.output<typeof plantTreeTypeSchema>;

const latinName = z.string().trim().max(limits.name.max, { error: "too_long" });
const written = z.object({ name: namesSchema, latin_name: latinName });
export const plantTreeTypes = resource({
  name: "planttreetype",
  rights: "planttreetype",
  path: paths.plantTreeType,
  row: plantTreeTypeSchema,
  create: written.extend({ latin_name: latinName.default("") }),
  patch: written.partial(),
  query: pageQuerySchema,
  orderings: ["name", "latin_name", "task_count"],
  order: "name",
});

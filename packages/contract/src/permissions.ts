import { actions, fillPermissions, type Permissions, resources } from "./values/permissions.ts";
import { recordOf } from "./values/record-of.ts";
import { z } from "./z.ts";

/** "garden.view": one permission. */
export const permissionSchema = z.templateLiteral([z.enum(resources), ".", z.enum(actions)]);

const grantSchema = z.object(recordOf(actions, () => z.boolean()));

export const permissionsSchema: z.ZodType<Permissions, Permissions> = z
  .object(recordOf(resources, () => grantSchema))
  .meta({ id: "Permissions" });

/** Permissions as they are written: one that is left out is not granted. */
export const permissionsInputSchema = z
  .partialRecord(z.enum(resources), grantSchema.partial())
  .transform((given): Permissions => fillPermissions((r, a) => given[r]?.[a] === true));

export const permissionListSchema = z.object({
  resources: z.array(z.object({ resource: z.enum(resources), name: z.string() })),
  actions: z.array(z.object({ action: z.enum(actions), name: z.string() })),
});

import { canSchema, idSchema, pageQuerySchema } from "../paging.ts";
import { permissionListSchema, permissionsInputSchema, permissionsSchema } from "../permissions.ts";
import { call, resource } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const groupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    built_in: z.boolean(),
    permissions: permissionsSchema,
    user_count: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "Group" });
export type Group = z.output<typeof groupSchema>;

const groupName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(limits.name.max, { error: "too_long" });
const groupCreateSchema = z.object({ name: groupName, permissions: permissionsInputSchema });
const groupPatchSchema = groupCreateSchema.partial();
const groupQuerySchema = pageQuerySchema;
const groupOrderings = ["name"] as const;

export const groups = resource({
  name: "group",
  rights: "group",
  path: paths.group,
  row: groupSchema,
  create: groupCreateSchema,
  patch: groupPatchSchema,
  query: groupQuerySchema,
  orderings: groupOrderings,
  order: "name",
});

/** Lists the permissions that can be granted, in the reader's language. */
export const permissionList = call({
  method: "GET",
  path: paths.permission,
  access: "signedIn",
  answer: permissionListSchema,
});

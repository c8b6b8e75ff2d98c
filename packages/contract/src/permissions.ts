import { z } from "./z.ts";

/** The fourteen resources of the specification, then the two of decisions.md. Order is the role picker's. */
export const resources = [
  "group",
  "district",
  "garden",
  "satelliteimagery",
  "wholeimage",
  "ministry",
  "ministryemployee",
  "planttreedetail",
  "planttreetask",
  "planttreetaskreport",
  "planttreetype",
  "region",
  "device",
  "user",
  "violation",
  "document",
] as const;
export type Resource = (typeof resources)[number];
export const actions = ["view", "add", "change", "delete"] as const;
export type Action = (typeof actions)[number];

const grantSchema = z.object({
  view: z.boolean(),
  add: z.boolean(),
  change: z.boolean(),
  delete: z.boolean(),
});
export type Grant = z.output<typeof grantSchema>;
export type Permissions = Record<Resource, Grant>;

export const permissionsSchema: z.ZodType<Permissions, Permissions> = z
  .object(
    Object.fromEntries(resources.map((r) => [r, grantSchema])) as Record<
      Resource,
      typeof grantSchema
    >,
  )
  .meta({ id: "Permissions" }) as never;

/** In writing, what is left out is not granted. */
export const permissionsInputSchema = z
  .partialRecord(z.enum(resources), grantSchema.partial())
  .transform((given): Permissions => fillPermissions((r, a) => given[r]?.[a] === true));

/** Builds the full matrix from one rule. */
export function fillPermissions(
  rule: (resource: Resource, action: Action) => boolean,
): Permissions {
  const grant = (r: Resource): Grant => ({
    view: rule(r, "view"),
    add: rule(r, "add"),
    change: rule(r, "change"),
    delete: rule(r, "delete"),
  });
  return Object.fromEntries(resources.map((r) => [r, grant(r)])) as Permissions;
}

/** The two roles that cannot be edited or deleted. */
export const builtInRoles = ["MasterAdmin", "SysAdmin"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];
export const isBuiltInRole = (role: string): role is BuiltInRole =>
  (builtInRoles as readonly string[]).includes(role);

export type Permission = `${Resource}.${Action}`;
/**
 * Who may make a call: anybody, a device with its own token (the route asks for it), anybody signed
 * in, the two built-in roles, or holders of one permission.
 */
export type Access = "public" | "device" | "signedIn" | "builtIn" | Permission;

export const permissionListSchema = z.object({
  resources: z.array(z.object({ resource: z.enum(resources), name: z.string() })),
  actions: z.array(z.object({ action: z.enum(actions), name: z.string() })),
});

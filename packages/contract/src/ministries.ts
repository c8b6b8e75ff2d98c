import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { resource } from "./resource.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

const organizationTypeSchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    /** Organizations of this type plant for others: planting tasks may name them. */
    contractor: z.boolean(),
    ministry_count: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "OrganizationType" });
export type OrganizationType = z.output<typeof organizationTypeSchema>;
const typeWritten = z.object({ name: namesSchema, contractor: z.boolean() });
/** Kinds of organizations; the rights to them are those to organizations. */
export const organizationTypes = resource({
  name: "organizationtype",
  rights: "ministry",
  path: paths.organizationType,
  row: organizationTypeSchema,
  create: typeWritten.extend({ contractor: z.boolean().default(false) }),
  patch: typeWritten.partial(),
  query: pageQuerySchema,
  orderings: ["name", "ministry_count"],
  order: "name",
});

const ministrySchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    organization_type: referenceSchema.nullable(),
    garden_count: z.number().int(),
    user_count: z.number().int(),
    employee_count: z.number().int(),
    /** True where the signed-in person may add employees to this one. */
    may_add_employees: z.boolean(),
    can: canSchema,
  })
  .meta({ id: "Ministry" });
export type Ministry = z.output<typeof ministrySchema>;
const organizationType = idSchema.nullable();
const ministryWritten = z.object({ name: namesSchema, organization_type: organizationType });
/** Organizations: the ministries and others whose people, gardens and tasks these are. */
export const ministries = resource({
  name: "ministry",
  rights: "ministry",
  path: paths.ministry,
  row: ministrySchema,
  create: ministryWritten.extend({ organization_type: organizationType.default(null) }),
  patch: ministryWritten.partial(),
  query: pageQuerySchema.extend({ organization_type: z.coerce.number().int().optional() }),
  orderings: ["name", "organization_type", "garden_count", "user_count", "employee_count"],
  order: "name",
});

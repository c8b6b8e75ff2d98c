import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { z } from "./z.ts";

export const organizationTypeSchema = z
  .object({ id: idSchema, name: namesSchema, ministry_count: z.number().int(), can: canSchema })
  .meta({ id: "OrganizationType" });
export type OrganizationType = z.output<typeof organizationTypeSchema>;
export const organizationTypeCreateSchema = z.object({ name: namesSchema });
export const organizationTypePatchSchema = organizationTypeCreateSchema.partial();
export const organizationTypeQuerySchema = pageQuerySchema;
export const organizationTypeOrderings = ["name", "ministry_count"] as const;

export const ministrySchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    organization_type: referenceSchema.nullable(),
    garden_count: z.number().int(),
    user_count: z.number().int(),
    employee_count: z.number().int(),
    /** Whether the signed-in person may add employees to this one. */
    may_add_employees: z.boolean(),
    can: canSchema,
  })
  .meta({ id: "Ministry" });
export type Ministry = z.output<typeof ministrySchema>;
export const ministryCreateSchema = z.object({
  name: namesSchema,
  organization_type: idSchema.nullable().default(null),
});
export const ministryPatchSchema = z
  .object({ name: namesSchema, organization_type: idSchema.nullable() })
  .partial();
export const ministryQuerySchema = pageQuerySchema.extend({
  organization_type: z.coerce.number().int().optional(),
});
export const ministryOrderings = [
  "name",
  "organization_type",
  "garden_count",
  "user_count",
  "employee_count",
] as const;

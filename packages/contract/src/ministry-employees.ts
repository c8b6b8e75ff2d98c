import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { resource } from "./resource.ts";
import { limits } from "./values/limits.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

/** Somebody who works at an organization; not an account: employees do not sign in. */
const ministryEmployeeSchema = z
  .object({
    id: idSchema,
    first_name: z.string(),
    last_name: z.string(),
    /** These three are empty where not known; the last two for who is neither of the organization nor of the whole programme. */
    position: z.string(),
    phone: z.string(),
    email: z.string(),
    ministry: referenceSchema,
    can: canSchema,
  })
  .meta({ id: "MinistryEmployee" });
export type MinistryEmployee = z.output<typeof ministryEmployeeSchema>;

const personName = z.string().trim().min(1, { error: "required" }).max(100, { error: "too_long" });
const position = z.string().trim().max(limits.name.max, { error: "too_long" });
/** At least five digits, written as people write them: +992 (37) 221-00-00. */
const phone = z
  .string()
  .trim()
  .max(40, { error: "too_long" })
  .regex(/^$|^\+?(?:[\s().-]*\d){5,}[\s().-]*$/, { error: "invalid" });
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "too_long" })
  .refine((text) => text === "" || z.email().safeParse(text).success, { error: "email" });

const ministryEmployeeCreateSchema = z.object({
  first_name: personName,
  last_name: personName,
  position: position.default(""),
  phone: phone.default(""),
  email: email.default(""),
  ministry: idSchema,
});
const ministryEmployeePatchSchema = z
  .object({
    first_name: personName,
    last_name: personName,
    position,
    phone,
    email,
    ministry: idSchema,
  })
  .partial();
const ministryEmployeeQuerySchema = pageQuerySchema.extend({
  ministry: z.coerce.number().int().optional(),
});
const ministryEmployeeOrderings = ["last_name", "first_name", "position"] as const;

export const ministryEmployees = resource({
  name: "ministryemployee",
  rights: "ministryemployee",
  path: paths.ministryEmployee,
  row: ministryEmployeeSchema,
  create: ministryEmployeeCreateSchema,
  patch: ministryEmployeePatchSchema,
  query: ministryEmployeeQuerySchema,
  orderings: ministryEmployeeOrderings,
  order: "last_name",
});

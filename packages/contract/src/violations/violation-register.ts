import { dateSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { violationStates } from "../values/violations.ts";
import { z } from "../z.ts";

/** Days of observation, both included. */
const registerQuerySchema = z.object({ from: dateSchema.optional(), to: dateSchema.optional() });
export type RegisterQuery = z.output<typeof registerQuerySchema>;

const figuresShape = {
  count: z.number().int(),
  /** They add up to `count`. */
  states: z.record(z.enum(violationStates), z.number().int()),
  /** New, under review, confirmed and referred together. */
  open: z.number().int(),
  /** Of the open ones, those whose deadline has passed. */
  overdue: z.number().int(),
  /** From writing down to the last closing, of those that are closed now; null where none is. */
  median_days: z.number().nullable(),
};
const registerRowSchema = z.object({
  /** Null in the row of those that name no organization. */
  ministry: referenceSchema.nullable(),
  ...figuresShape,
});
export type RegisterRow = z.output<typeof registerRowSchema>;
const registerSchema = z
  .object({
    rows: z.array(registerRowSchema),
    total: z.object(figuresShape),
    /** Numbers of the period's years whose cases were deleted, the newest first; the day is null where it was not kept. */
    deleted: z.array(z.object({ number: z.string(), deleted_on: dateSchema.nullable() })),
  })
  .meta({ id: "ViolationRegister" });
export type ViolationRegister = z.output<typeof registerSchema>;

/** Cases observed in a period, by the organization that is to act on them. */
export const violationRegister = call({
  method: "GET",
  path: `${paths.violation}/register`,
  access: "signedIn",
  query: registerQuerySchema,
  answer: registerSchema,
});

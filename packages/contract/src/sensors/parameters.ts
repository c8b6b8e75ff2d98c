import { namesSchema } from "../names.ts";
import { pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { deviceTypes } from "../values/devices.ts";
import { paths } from "../values/paths.ts";
import { columnRoles } from "../values/sensors/readings.ts";
import { averagings } from "../values/sensors/sensor-guidance.ts";
import { z } from "../z.ts";
import { parameterSchema, rangesSchema } from "./sensor-guidance.ts";

const maxUnit = 20;
const maxHeading = 60;
const maxHeadings = 20;
const maxDecimals = 6;

/** Row of GET /parameter: everything that devices measure comes on one page, in the order of screens. */
const parameterRowSchema = z
  .object({
    /** The name by which a device sends it and by which the API asks for it. */
    key: z.string(),
    /** Kinds of device that measure it. */
    device_types: z.array(z.enum(deviceTypes)),
    name: namesSchema,
    /** As the API writes it, the same in every language. */
    unit: z.string(),
    /** As each language writes it. */
    unit_name: namesSchema,
    /** Decimals that a screen shows. */
    decimals: z.number().int(),
    /** How hours and days are made of single values. */
    averaging: z.enum(averagings),
    /** Not every device of the kind measures it: a device shows it once it has sent it. */
    optional: z.boolean(),
    /** Words other than its names by which files name it. */
    headings: z.array(z.string()),
    /** Where its ranges come from, in the words of whoever added it; null where the programme's texts say so. */
    basis: namesSchema.nullable(),
    /** A right value, for the example that comes with a token. */
    example: z.number(),
    /** The built-in roles. */
    can: z.object({ change: z.boolean() }),
  })
  .meta({ id: "Parameter" });
export type ParameterRow = z.output<typeof parameterRowSchema>;

const unit = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(maxUnit, { error: "too_long" })
  // A mapping of columns is a list with commas between.
  .regex(/^[^,\p{Cc}]*$/u, { error: "invalid" });
const unitName = z.string().trim().max(maxUnit, { error: "too_long" }).default("");

const parameterShape = {
  device_types: z.array(z.enum(deviceTypes)).min(1, { error: "required" }),
  name: namesSchema,
  unit,
  /** Empty in a language that writes it as the API does. */
  unit_name: z.object({ tg: unitName, ru: unitName, en: unitName, az: unitName }),
  decimals: z.number({ error: "required" }).int({ error: "invalid" }).min(0).max(maxDecimals),
  averaging: z.enum(averagings),
  optional: z.boolean(),
  headings: z
    .array(z.string().trim().min(1).max(maxHeading, { error: "too_long" }))
    .max(maxHeadings, { error: "too_many" }),
  basis: namesSchema.nullable(),
};

/** Keys that mean something else as a column of a file, as a property or among the ranges. */
const isFree = (key: string) =>
  !columnRoles.some((role) => role === key) &&
  key !== "constructor" &&
  !/^soil_humidity_[a-z]/.test(key);

/**
 * POST /parameter. The ranges are those with which it begins; they are changed as guidance is. Without the four of good
 * and watch its values are only shown.
 */
export const parameterCreateSchema = rangesSchema.extend({
  key: parameterSchema.refine(isFree, { error: "invalid" }),
  ...parameterShape,
  unit_name: parameterShape.unit_name.prefault({}),
  averaging: parameterShape.averaging.default("mean"),
  optional: parameterShape.optional.default(true),
  headings: parameterShape.headings.default([]),
  basis: parameterShape.basis.default(null),
});
export type ParameterCreate = z.output<typeof parameterCreateSchema>;

/** PATCH /parameter/{key}: what is left out stays. The key never changes: devices send by it. */
export const parameterPatchSchema = z.object(parameterShape).partial();
export type ParameterPatch = z.output<typeof parameterPatchSchema>;

/** Open to everybody signed in, as the ranges are. */
export const parameterList = call({
  method: "GET",
  path: paths.parameter,
  access: "signedIn",
  answer: pageSchema(parameterRowSchema),
});
/** There is no way to delete one: its values would lose their name. */
export const parameterAdd = call({
  method: "POST",
  path: paths.parameter,
  access: "builtIn",
  body: parameterCreateSchema,
  answer: parameterRowSchema,
  status: 201,
});
export const parameterPatch = call({
  method: "PATCH",
  path: `${paths.parameter}/:key`,
  access: "builtIn",
  params: z.object({ key: parameterSchema }),
  body: parameterPatchSchema,
  answer: parameterRowSchema,
});

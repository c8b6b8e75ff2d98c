import { pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { parameterKey, soilTextures } from "../values/sensors/sensor-guidance.ts";
import { z } from "../z.ts";

/** Key of a parameter; which of them a device measures is asked of the rows. */
export const parameterSchema = z.string().regex(parameterKey, { error: "invalid" });

const limit = z.number().min(-1000).max(1_000_000);
export const rangesSchema = z.object({
  good_min: limit.nullable(),
  good_max: limit.nullable(),
  watch_min: limit.nullable(),
  watch_max: limit.nullable(),
  faulty_min: limit,
  faulty_max: limit,
});

/** Row of GET /sensor-guidance: all rows come on one page. */
const sensorGuidanceSchema = rangesSchema
  .extend({
    key: parameterSchema,
    parameter: parameterSchema,
    /** Set on the rows of soil humidity. */
    texture: z.enum(soilTextures).nullable(),
    unit: z.string(),
    /** Key of the text that names where the ranges come from. */
    basis: z.string(),
    /** False once somebody has changed it. */
    is_default: z.boolean(),
    updated_at: z.iso.datetime().nullable(),
    /** SysAdmin and MasterAdmin. */
    can: z.object({ change: z.boolean() }),
  })
  .meta({ id: "SensorGuidance" });
export type SensorGuidance = z.output<typeof sensorGuidanceSchema>;
const guidanceParamsSchema = z.object({ key: parameterSchema });

/** PATCH /sensor-guidance/{key}: what is left out stays; the result must stand in order. */
const sensorGuidancePatchSchema = rangesSchema.partial();

/** Ideal ranges of readings: for everybody to read, for the built-in roles to change. */
export const sensorGuidance = call({
  method: "GET",
  path: paths.sensorGuidance,
  access: "signedIn",
  answer: pageSchema(sensorGuidanceSchema),
});
export const sensorGuidancePatch = call({
  method: "PATCH",
  path: `${paths.sensorGuidance}/:key`,
  access: "builtIn",
  params: guidanceParamsSchema,
  body: sensorGuidancePatchSchema,
  answer: sensorGuidanceSchema,
});
/** Takes a range back to Nihol's default. */
export const sensorGuidanceReset = call({
  method: "DELETE",
  path: `${paths.sensorGuidance}/:key`,
  access: "builtIn",
  params: guidanceParamsSchema,
  answer: sensorGuidanceSchema,
});

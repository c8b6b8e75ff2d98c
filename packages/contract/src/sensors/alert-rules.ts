/** Rules under which readings raise alerts, and their trial on readings of the past. */
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { call, resource } from "../resource.ts";
import { deviceTypes } from "../values/devices.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import {
  alertKinds,
  alertMinutesMax,
  alertSeverities,
  dailyMax,
  trialDays,
} from "../values/sensors/alerts.ts";
import { z } from "../z.ts";
import { parameterSchema } from "./sensor-guidance.ts";

/** A device is called what its people call it, in no language. */
export const namedDeviceSchema = z.object({ id: idSchema, name: z.string() });

const ruleSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    kind: z.enum(alertKinds),
    severity: z.enum(alertSeverities),
    device_type: z.enum(deviceTypes),
    /** Null for a silent device, and for any parameter of a faulty one. */
    parameter: parameterSchema.nullable(),
    unit: z.string().nullable(),
    /** In the unit of the parameter; of a rate the change. */
    limit: z.number().nullable(),
    /** Time for which the condition has to hold; of a rate the time within which the value changes. */
    minutes: z.number().int(),
    /** One of both narrows the rule from all devices of its kind. */
    garden: referenceSchema.nullable(),
    device: namedDeviceSchema.nullable(),
    /** Hours of the programme's clock between which nobody is told; null for none. */
    quiet_from: z.number().int().nullable(),
    quiet_to: z.number().int().nullable(),
    /** Alerts of one device that are told of within a day; null for each. */
    daily_max: z.number().int().nullable(),
    enabled: z.boolean(),
    /** The moment since which readings are evaluated; null while it is off. */
    enabled_at: z.iso.datetime().nullable(),
    /** Alerts of it that are active and within the reader's scope. */
    active: z.number().int(),
    author: z.string(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime().nullable(),
    can: canSchema,
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.output<typeof ruleSchema>;

const condition = {
  kind: z.enum(alertKinds, { error: "required" }),
  device_type: z.enum(deviceTypes, { error: "required" }),
  parameter: parameterSchema.nullable().default(null),
  limit: z.number().min(-1e6, { error: "invalid" }).max(1e6, { error: "invalid" }).nullable(),
  minutes: z
    .number({ error: "required" })
    .int({ error: "invalid" })
    .min(0, { error: "invalid" })
    .max(alertMinutesMax, { error: "invalid" }),
  garden: idSchema.nullable().default(null),
  device: idSchema.nullable().default(null),
};
const conditionSchema = z.object({ ...condition, limit: condition.limit.default(null) });
export type AlertCondition = z.output<typeof conditionSchema>;

const hour = z.number().int({ error: "invalid" }).min(0).max(23, { error: "invalid" }).nullable();
const telling = {
  quiet_from: hour,
  quiet_to: hour,
  daily_max: z
    .number()
    .int({ error: "invalid" })
    .min(1, { error: "invalid" })
    .max(dailyMax, { error: "invalid" })
    .nullable(),
};
const named = {
  name: z.string().trim().min(1, { error: "required" }).max(limits.name.max, { error: "too_long" }),
  severity: z.enum(alertSeverities, { error: "required" }),
  enabled: z.boolean(),
};
const id = z.coerce.number().int().optional();

/** Off until somebody switches it on. */
export const alertRules = resource({
  name: "alertrule",
  rights: "device",
  path: paths.alertRule,
  row: ruleSchema,
  create: conditionSchema.extend({
    ...named,
    enabled: named.enabled.default(false),
    quiet_from: telling.quiet_from.default(null),
    quiet_to: telling.quiet_to.default(null),
    /** Left out, a rule that holds with one reading has a number: see `dailyUsual`. */
    daily_max: telling.daily_max.optional(),
  }),
  patch: z
    .object({
      ...named,
      ...telling,
      ...condition,
      parameter: parameterSchema.nullable(),
      garden: idSchema.nullable(),
      device: idSchema.nullable(),
    })
    .partial(),
  query: pageQuerySchema.extend({
    kind: z.enum(alertKinds).optional(),
    severity: z.enum(alertSeverities).optional(),
    device_type: z.enum(deviceTypes).optional(),
    garden: id,
    device: id,
    enabled: z
      .enum(["true", "false"])
      .transform((text) => text === "true")
      .optional(),
  }),
  orderings: ["name", "severity", "kind", "created_at"],
  order: "name",
});

const trialSchema = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    /**
     * Alerts that would have been raised, by the same rule of reading that evaluates new readings, had the rule been
     * switched on at `from`: what held then is among them.
     */
    raised: z.number().int(),
    /** Of them, those that would be active now. */
    active: z.number().int(),
    /** Devices that the rule is about within the reader's scope, those read, and those of which it would have told. */
    devices: z.number().int(),
    devices_read: z.number().int(),
    devices_raised: z.number().int(),
    /** The newest, with the value that was furthest beyond the rule. */
    examples: z.array(
      z.object({
        device: namedDeviceSchema,
        parameter: parameterSchema.nullable(),
        unit: z.string().nullable(),
        began_at: z.iso.datetime(),
        raised_at: z.iso.datetime(),
        cleared_at: z.iso.datetime().nullable(),
        worst: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: "AlertTrial" });
export type AlertTrial = z.output<typeof trialSchema>;

/** Answers how often a rule would have told within the last days. Nothing is written. */
export const alertTrial = call({
  method: "POST",
  path: `${paths.alertRule}/trial`,
  access: "device.change",
  body: conditionSchema.extend({
    days: z.number().int().min(1).max(trialDays.max).default(trialDays.usual),
  }),
  answer: trialSchema,
});

/** Alerts that rules raise: active or cleared, acknowledged or not, with who looks after them and what they say. */
import {
  booleanQuerySchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  referenceSchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { deviceTypes } from "../values/devices.ts";
import { paths } from "../values/paths.ts";
import {
  alertCommentMax,
  alertEnds,
  alertKinds,
  alertSeverities,
  alertStates,
  alertTellings,
} from "../values/sensors/alerts.ts";
import { z } from "../z.ts";
import { namedDeviceSchema } from "./alert-rules.ts";
import { parameterSchema } from "./sensor-guidance.ts";

/** Name as it was then; the id is null once the account is gone. */
const byPersonSchema = z.object({ id: idSchema.nullable(), name: z.string() });

const alertSchema = z
  .object({
    id: idSchema,
    /** Null once it is deleted; its name stays. */
    rule: z.object({ id: idSchema.nullable(), name: z.string() }),
    kind: z.enum(alertKinds),
    severity: z.enum(alertSeverities),
    device: namedDeviceSchema.extend({ type: z.enum(deviceTypes) }),
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    parameter: parameterSchema.nullable(),
    unit: z.string().nullable(),
    /** As the rule said then. */
    limit: z.number().nullable(),
    minutes: z.number().int(),
    state: z.enum(alertStates),
    /** The first reading beyond the rule, or the last one before the silence. */
    began_at: z.iso.datetime(),
    /** The moment at which the rule held. */
    raised_at: z.iso.datetime(),
    worst: z.number().nullable(),
    cleared: z
      .object({ at: z.iso.datetime(), how: z.enum(alertEnds), by: z.string().nullable() })
      .nullable(),
    telling: z.enum(alertTellings),
    acknowledged: byPersonSchema.extend({ at: z.iso.datetime() }).nullable(),
    assigned: byPersonSchema.nullable(),
    comments: z.number().int(),
    can: z.object({ change: z.boolean() }),
  })
  .meta({ id: "Alert" });
export type Alert = z.output<typeof alertSchema>;

const commentSchema = z.object({
  id: idSchema,
  author: z.string(),
  text: z.string(),
  created_at: z.iso.datetime(),
});
const caseSchema = z.object({ id: idSchema, number: z.string(), title: z.string() });
const alertDetailSchema = alertSchema
  .extend({
    /** The oldest first. */
    said: z.array(commentSchema),
    /** It is in a case; `violation` is null where the reader does not see that. */
    in_case: z.boolean(),
    violation: caseSchema.nullable(),
    /** Others of its rule, garden and time within the reader's scope, which a case takes with it. */
    alike: z.number().int(),
    /** Open cases of such others that the reader may add it to, the newest first. */
    cases: z.array(caseSchema),
  })
  .meta({ id: "AlertDetail" });
export type AlertDetail = z.output<typeof alertDetailSchema>;

const id = z.coerce.number().int().optional();

export const alerts = resource({
  rights: "device",
  path: paths.alert,
  row: alertSchema,
  detail: alertDetailSchema,
  query: pageQuerySchema.extend({
    state: z.enum(alertStates).optional(),
    acknowledged: booleanQuerySchema.optional(),
    severity: z.enum(alertSeverities).optional(),
    kind: z.enum(alertKinds).optional(),
    device_type: z.enum(deviceTypes).optional(),
    rule: id,
    device: id,
    garden: id,
    region: id,
    district: id,
    /** Those that the reader looks after. */
    mine: booleanQuerySchema.optional(),
    /** Days of the programme on which they were raised, both included. */
    from: dateSchema.optional(),
    to: dateSchema.optional(),
  }),
  orderings: ["raised_at", "severity", "device", "state"],
  order: "-raised_at",
});

const change = { access: "device.change", params: idParamsSchema } as const;

/** Says that somebody has seen it. Again changes nothing. */
export const alertAcknowledge = call({
  ...change,
  method: "POST",
  path: `${paths.alert}/:id/acknowledge`,
  answer: alertDetailSchema,
});
/** Ends it by hand; the same condition raises a new one when readings were back and are beyond again. */
export const alertClear = call({
  ...change,
  method: "POST",
  path: `${paths.alert}/:id/clear`,
  answer: alertDetailSchema,
});
/** Names who looks after it; null takes it from them. */
export const alertAssign = call({
  ...change,
  method: "POST",
  path: `${paths.alert}/:id/assign`,
  body: z.object({ person: idSchema.nullable() }),
  answer: alertDetailSchema,
});
export const alertCommentCreate = call({
  ...change,
  method: "POST",
  path: `${paths.alert}/:id/comment`,
  body: z.object({
    text: z
      .string()
      .trim()
      .min(1, { error: "required" })
      .max(alertCommentMax, { error: "too_long" }),
  }),
  answer: alertDetailSchema,
});
/** Accounts that may look after it. */
export const alertPeople = call({
  ...change,
  method: "GET",
  path: `${paths.alert}/:id/people`,
  answer: z.object({
    results: z.array(z.object({ id: idSchema, name: z.string(), role: z.string() })),
  }),
});

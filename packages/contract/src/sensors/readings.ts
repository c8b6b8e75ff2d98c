import { canSchema, idParamsSchema, idSchema } from "../paging.ts";
import { timeZoneSchema } from "../reports/reports.ts";
import { call } from "../resource.ts";
import { tableFormats } from "../values/exports.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { allReasons } from "../values/sensors/bad-intervals.ts";
import {
  columnRoles,
  columnUnitStates,
  dayOrders,
  readingLimits,
  readingSteps,
  refusalReasons,
} from "../values/sensors/readings.ts";
import { averagings, readingStates } from "../values/sensors/sensor-guidance.ts";
import { z } from "../z.ts";
import { parameterSchema } from "./sensor-guidance.ts";

/** GET /device/{id}/reading. `to` is exclusive and now by default, `from` a week before it. Days are local ones (`time_zone` of the profile). */
export const readingQuerySchema = z.object({
  parameter: parameterSchema,
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** `auto`: raw up to two days (hours where those are too many), hours up to 62, then days. */
  step: z.enum(readingSteps).default("auto"),
});

/**
 * GET /device/reading: several series over one axis of time. `series` names device and parameter of each, with commas
 * between: "3.co2,5.air_temperature"; at most `readingLimits.series` of them. All have the same step.
 */
export const seriesSetQuerySchema = readingQuerySchema.omit({ parameter: true }).extend({
  series: z
    .string()
    .max(400, { error: "invalid" })
    .regex(/^\d{1,9}\.[a-z][a-z0-9_]{0,39}(,\d{1,9}\.[a-z][a-z0-9_]{0,39})*$/, {
      error: "invalid",
    }),
});

/** GET /device/reading/file: the same as the table that the screen shows of it, on the reader's clock. */
export const seriesFileQuerySchema = seriesSetQuerySchema.extend({
  format: z.enum(tableFormats),
  time_zone: timeZoneSchema,
});

/** `ts` is when the step begins; value is made of `n` right values as the parameter's `averaging` says, mostly their mean. Raw points have n = 1, min = max = value. */
const readingPointSchema = z.object({
  ts: z.iso.datetime(),
  value: z.number(),
  min: z.number(),
  max: z.number(),
  n: z.number().int(),
});
export type ReadingPoint = z.output<typeof readingPointSchema>;

const readingSeriesSchema = z
  .object({
    device: idSchema,
    parameter: parameterSchema,
    unit: z.string(),
    /** How the values of hours and days are made. */
    averaging: z.enum(averagings),
    /** Step that `auto` became. */
    step: z.enum(["raw", "hour", "day"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    /** In order of time, right values alone; steps without one are left out. */
    points: z.array(readingPointSchema),
    /** A line breaks between points further apart than this. */
    gap_after_s: z.number(),
    /** Values that no sensor can measure, newest 500; kept and marked, in no average and no line. */
    faulty: z.array(z.object({ ts: z.iso.datetime(), value: z.number() })),
    faulty_count: z.number().int(),
    /** Values that came for a moment that held another one, newest 500; kept, in no average and no line. */
    conflicts: z.array(z.object({ ts: z.iso.datetime(), value: z.number() })),
    conflict_count: z.number().int(),
    /** Times over which a person or a rule says that its values are wrong, the newest `badIntervalLimits.shown`. */
    bad_intervals: z.array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime().nullable(),
        reason: z.enum(allReasons),
        /** Its values are kept, and in no average and no line; false where a person has still to decide. */
        sets_aside: z.boolean(),
      }),
    ),
    set_aside_count: z.number().int(),
    /** Local days of the range on which the device was moved: earlier points were measured elsewhere. */
    moved_on: z.array(z.iso.date()),
  })
  .meta({ id: "ReadingSeries" });
export type ReadingSeries = z.output<typeof readingSeriesSchema>;

/** In the order of the query. */
const seriesSetSchema = z
  .object({
    step: readingSeriesSchema.shape.step,
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    series: z.array(readingSeriesSchema),
  })
  .meta({ id: "ReadingSeriesSet" });
export type SeriesSet = z.output<typeof seriesSetSchema>;

/** The newest value of one parameter; value and ts are null and state `unknown` before the first. */
export const latestReadingSchema = z.object({
  parameter: parameterSchema,
  unit: z.string(),
  value: z.number().nullable(),
  ts: z.iso.datetime().nullable(),
  state: z.enum(readingStates),
  /** A rule of quality asks about it, and nobody has decided. */
  suspect: z.boolean(),
});
export type LatestReading = z.output<typeof latestReadingSchema>;

/** Values of one device at one moment. A parameter of another type of device is refused. */
export const sentReadingSchema = z.object({
  ts: z.iso.datetime({ offset: true }),
  values: z.record(parameterSchema, z.number()),
});
export type SentReading = z.output<typeof sentReadingSchema>;

/** POST /device/{id}/reading by the device's token: `Authorization: Device <token>` or `X-Device-Token`. */
export const readingBatchSchema = z.object({
  /** Checked one by one: a bad one is refused with its reason and does not hold up the others. */
  readings: z.array(z.unknown()).min(1).max(readingLimits.batch),
});

/** Outcome of sent readings; accepted + duplicates + conflicts + refused_count is what was sent. */
const intakeShape = {
  /** Readings that brought a value. */
  accepted: z.number().int(),
  /** Of the accepted, those that completed a moment that was there: one parameter a message, or one a file. */
  completed: z.number().int(),
  /** The device has the same values of that moment already: nothing was changed. */
  duplicates: z.number().int(),
  /**
   * The device has another value of the same parameter and moment. The first stays in the series; the other is kept
   * and told of there. What else the reading brought is taken.
   */
  conflicts: z.number().int(),
  /** Readings that brought a value that no sensor can measure. */
  faulty: z.number().int(),
  refused_count: z.number().int(),
};
const intakeResultSchema = z
  .object({
    ...intakeShape,
    refused: z.array(z.object({ index: z.number().int(), reason: z.enum(refusalReasons) })),
  })
  .meta({ id: "IntakeResult" });
export type IntakeResult = z.output<typeof intakeResultSchema>;

/** POST /device/{id}/token: the only time that the token is shown. */
const deviceTokenSchema = z
  .object({
    token: z.string(),
    created_at: z.iso.datetime(),
    mqtt_broker: z
      .string()
      .nullable()
      .describe("Address of the broker outside to which devices publish; null where there is none"),
  })
  .meta({ id: "DeviceToken" });
export type DeviceToken = z.output<typeof deviceTokenSchema>;

export const columnRoleSchema = z.union([z.enum(columnRoles), parameterSchema]);
export type ColumnRole = z.output<typeof columnRoleSchema>;

const profileName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(limits.deviceFact.max, { error: "too_long" });

/** Words of the reader's organization on the columns of such a file. */
const importProfileSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    author: z.string(),
    saved_at: z.iso.datetime(),
    /** It was saved with a file of the same device; others with one of another device of its kind. */
    is_of_device: z.boolean(),
    can: canSchema,
  })
  .meta({ id: "ImportProfile" });
export type ImportProfile = z.output<typeof importProfileSchema>;

/**
 * The query of POST /device/reading/import, whose body is the file. Without `device` the file needs a column that
 * names the device. `mapping` is the role of each column in order, with commas between; left out, it is found by
 * the headings. Where a unit or the order of day and month stays open, nothing is written until it is said.
 */
export const readingImportQuerySchema = z.object({
  device: z.coerce.number().int().positive().optional(),
  dry_run: z.enum(["0", "1"]).default("0"),
  /** Where times have no zone of their own: an IANA zone (`Asia/Dushanbe`) or `+05:00`. */
  timezone: z.string().max(60).default("UTC"),
  mapping: z.string().max(4000).optional(),
  /** The unit of each column in order, with commas between; empty for what its heading says. */
  units: z.string().max(4000).optional(),
  /** Order of day and month in dates like 3/4/2026; left out, it is found by the whole column. */
  day_order: z.enum(["dmy", "mdy"]).optional(),
  /**
   * Profile whose columns, units and zone go before those of the query, and whose order of days is taken where the dates
   * leave it open; `newest`: the first of those that fit, where there is one. Left out: none.
   */
  profile: z.union([z.literal("newest"), z.coerce.number().int().positive()]).optional(),
  /**
   * Keeps what was said as a profile under this name, once the file is written; one of this name for such files becomes
   * it. A file without headings is known again by its device alone; without either, and of more than
   * `readingLimits.profileColumns` columns, it is not kept.
   */
  profile_name: profileName.optional(),
});

const readingImportSchema = z
  .object({
    dry_run: z.boolean(),
    delimiter: z.string(),
    decimal: z.enum([".", ","]),
    timezone: z.string(),
    /** The zone stands in a heading of the file, which goes before the one that was sent. */
    timezone_in_file: z.boolean(),
    day_order: z.enum(dayOrders),
    columns: z.array(
      z.object({
        name: z.string(),
        role: columnRoleSchema,
        /** Of a column of values: the unit in which the file gives it. */
        unit: z.string().nullable(),
        unit_state: z.enum(columnUnitStates).nullable(),
        examples: z.array(z.string()),
      }),
    ),
    /** The profile by which it was read. */
    profile: idSchema.nullable(),
    /** Profiles that fit the file: of its device first, then of its kind, the newest first. */
    profiles: z.array(importProfileSchema),
    rows: z.number().int(),
    ...intakeShape,
    refused: z.array(
      z.object({ line: z.number().int(), reason: z.enum(refusalReasons), text: z.string() }),
    ),
    first: z.iso.datetime().nullable(),
    last: z.iso.datetime().nullable(),
  })
  .meta({ id: "ReadingImport" });
export type ReadingImport = z.output<typeof readingImportSchema>;

const ofDevice = `${paths.device}/:id/reading` as const;
const tokenOfDevice = `${paths.device}/:id/token` as const;

export const readingSeries = call({
  method: "GET",
  path: ofDevice,
  access: "device.view",
  params: idParamsSchema,
  query: readingQuerySchema,
  answer: readingSeriesSchema,
});
/** Several series by one call. */
export const seriesSet = call({
  method: "GET",
  path: `${paths.device}/reading`,
  access: "device.view",
  query: seriesSetQuerySchema,
  answer: seriesSetSchema,
  refuses: [404],
});
/** The table of several series as a file: a line a moment, the newest first. */
export const seriesFile = call({
  method: "GET",
  path: `${paths.device}/reading/file`,
  access: "device.view",
  query: seriesFileQuerySchema,
  refuses: [404],
});
/** Devices that one stream follows. */
const followedMax = 200;
/** Message of GET /device/events (SSE), event name `reading`: the newest moment of a device, first of each, then when it moves. */
export const readingEventSchema = z.object({
  device: idSchema,
  last_reading_at: z.iso.datetime().nullable(),
});
export type ReadingEvent = z.output<typeof readingEventSchema>;
export const readingEvents = call({
  method: "GET",
  path: `${paths.device}/events`,
  access: "device.view",
  summary: "Server-sent events: devices that have sent something new",
  /** Ids with commas between; those that the caller may not see are left out. */
  query: z.object({
    ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9})*$/, { error: "invalid" })
      .transform((text) => [...new Set(text.split(",").map(Number))].slice(0, followedMax)),
  }),
  refuses: [404],
});
/** By the device's own token. */
export const readingIntake = call({
  method: "POST",
  path: ofDevice,
  access: "device",
  params: idParamsSchema,
  body: readingBatchSchema,
  answer: intakeResultSchema,
  bodyBytes: limits.bodyBytes / 2,
});
export const readingImport = call({
  method: "POST",
  path: `${paths.device}/reading/import`,
  access: "device.change",
  query: readingImportQuerySchema,
  consumes: "multipart/form-data",
  answer: readingImportSchema,
});
const ofProfile = `${paths.importProfile}/:id` as const;
export const importProfilePatch = call({
  method: "PATCH",
  path: ofProfile,
  access: "device.change",
  params: idParamsSchema,
  body: z.object({ name: profileName }),
  answer: importProfileSchema,
});
/** Readings that came by it stay. */
export const importProfileDelete = call({
  method: "DELETE",
  path: ofProfile,
  access: "device.change",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});
/** A new token in place of the one before. */
export const deviceTokenMake = call({
  method: "POST",
  path: tokenOfDevice,
  access: "device.change",
  params: idParamsSchema,
  answer: deviceTokenSchema,
  status: 201,
});
export const deviceTokenEnd = call({
  method: "DELETE",
  path: tokenOfDevice,
  access: "device.change",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});

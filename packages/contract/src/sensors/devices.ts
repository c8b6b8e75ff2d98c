import { photoCalls } from "../attached-files.ts";
import {
  booleanQuerySchema,
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  idsQuerySchema,
  mapPointsSchema,
  pageQuerySchema,
  referenceSchema,
  unpaged,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import {
  conditionFilters,
  deviceConditions,
  deviceStates,
  deviceTypes,
  pastSpanNames,
  placeChanges,
} from "../values/devices.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { soilTextures } from "../values/sensors/sensor-guidance.ts";
import { servicingFilters, servicingKinds } from "../values/sensors/servicing.ts";
import { z } from "../z.ts";
import { latestReadingSchema } from "./readings.ts";
import { parameterSchema, rangesSchema } from "./sensor-guidance.ts";

const factText = (max: number) => z.string().trim().max(max, { error: "too_long" });
/** Fields that are columns of the device's table under their own names, read and written as they are. */
export const deviceFields = {
  /** As it stands on the device; "" where nobody has said it, as below. */
  serial: factText(limits.deviceFact.max),
  maker: factText(limits.deviceFact.max),
  model: factText(limits.deviceFact.max),
  /** Metres above the ground, of water above its surface; negative below. Null where nobody has said it. */
  height_m: z
    .number({ error: "invalid" })
    .min(-limits.deviceHeightM, { error: "invalid" })
    .max(limits.deviceHeightM, { error: "invalid" })
    .nullable(),
  /** Metres above the sea of the place where it stands; null where nobody has said it. */
  altitude_m: z
    .number({ error: "invalid" })
    .min(limits.deviceAltitudeM.min, { error: "invalid" })
    .max(limits.deviceAltitudeM.max, { error: "invalid" })
    .nullable(),
  notes: factText(limits.deviceNotes),
};

const deviceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    ...deviceFields,
    photo: z.string().nullable(),
    type: z.enum(deviceTypes),
    latitude: z.number(),
    longitude: z.number(),
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** Groups in which it stands, by name. */
    groups: z.array(z.object({ id: idSchema, name: z.string() })),
    /** Local day since which it stands there; null: since it was made. */
    placed_on: dateSchema.nullable(),
    state: z.enum(deviceStates),
    /** The worst that its newest values say. */
    condition: z.enum(deviceConditions),
    /** Interval at which it is meant to send. */
    interval_minutes: z.number().int(),
    soil_texture: z.enum(soilTextures).nullable(),
    last_reading_at: z.iso.datetime().nullable(),
    /** Day of the newest entry of its servicing; the next day that one is due, and what is due then. */
    serviced_on: dateSchema.nullable(),
    service_due: dateSchema.nullable(),
    service_kind: z.enum(servicingKinds).nullable(),
    /** In the order of GET /parameter: each parameter of its type, but optional ones that it has not sent yet. */
    latest: z.array(latestReadingSchema),
    /** Those whose newest value no sensor can measure; one of a bad interval is faulty as well and not among them. */
    faulty_parameters: z.array(parameterSchema),
    /** When its token was made and last used; never the token. */
    token: z
      .object({ created_at: z.iso.datetime(), used_at: z.iso.datetime().nullable() })
      .nullable(),
    can: canSchema,
  })
  .meta({ id: "Device" });
export type Device = z.output<typeof deviceSchema>;

/** Without `state` the list holds devices in service; `retired` holds the others. */
const deviceQuerySchema = pageQuerySchema.extend({
  ids: idsQuerySchema.optional(),
  type: z.enum(deviceTypes).optional(),
  state: z.enum(deviceStates).optional(),
  condition: z.enum(conditionFilters).optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  garden: z.coerce.number().int().optional(),
  group: z.coerce.number().int().optional(),
  /** The newest value of its battery is below the good range of that parameter; of none where the range has no lower end. */
  weak_battery: booleanQuerySchema.optional(),
  /** As it is written, but for capitals. */
  maker: z.string().trim().max(limits.deviceFact.max).optional(),
  servicing: z.enum(servicingFilters).optional(),
  /** A reading left its range; between these days. */
  exceeded: booleanQuerySchema.optional(),
  exceeded_from: dateSchema.optional(),
  exceeded_to: dateSchema.optional(),
  /** Rules of quality have proposals that nobody has decided. */
  to_check: booleanQuerySchema.optional(),
});
/** By `condition` the worst stand first, then by name. By `battery`, devices whose newest value is faulty stand last, as those without one. */
export const deviceOrderings = [
  "name",
  "type",
  "state",
  "condition",
  "last_reading_at",
  "battery",
  "garden",
  "serial",
  "model",
  "height_m",
  "service_due",
] as const;

const name = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(limits.name.max, { error: "too_long" });
const coordinate = (max: number) =>
  z.number({ error: "required" }).min(-max, { error: "invalid" }).max(max, { error: "invalid" });
/** From a minute to a quarter of a year: water is sampled by hand each week or month. */
const interval = z
  .number()
  .int({ error: "invalid" })
  .min(1, { error: "invalid" })
  .max(92 * 1440, {
    error: "invalid",
  });
/** All groups in which it is to stand. */
const groups = z.array(idSchema).max(limits.deviceGroups, { error: "too_many" });
/** Region and district follow from the place. */
export const deviceCreateSchema = z.object({
  name,
  type: z.enum(deviceTypes),
  latitude: coordinate(90),
  longitude: coordinate(180),
  garden: idSchema.nullable().default(null),
  interval_minutes: interval.default(60),
  soil_texture: z.enum(soilTextures).nullable().default(null),
  ...deviceFields,
  serial: deviceFields.serial.default(""),
  maker: deviceFields.maker.default(""),
  model: deviceFields.model.default(""),
  height_m: deviceFields.height_m.default(null),
  altitude_m: deviceFields.altitude_m.default(null),
  notes: deviceFields.notes.default(""),
  retired: z.boolean().default(false),
  groups: groups.default([]),
});
export const devicePatchSchema = z
  .object({
    name,
    type: z.enum(deviceTypes),
    latitude: coordinate(90),
    longitude: coordinate(180),
    garden: idSchema.nullable(),
    interval_minutes: interval,
    soil_texture: z.enum(soilTextures).nullable(),
    ...deviceFields,
    retired: z.boolean(),
    groups,
    /** Asked with another position or garden of a device that has sent readings. */
    place_change: z.enum(placeChanges, { error: "invalid" }),
    /** Local day of the move; left out for today. */
    moved_on: dateSchema,
  })
  .partial();

/** GET /device/place: what lies at a position, for the form. */
const devicePlaceQuerySchema = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});
const devicePlaceSchema = z.object({
  region: referenceSchema.nullable(),
  district: referenceSchema.nullable(),
  /** The garden whose border holds the position first, then the others of the district, by distance. */
  gardens: z.array(
    referenceSchema.extend({ contains: z.boolean(), distance_m: z.number().nullable() }),
  ),
});
export type DevicePlace = z.output<typeof devicePlaceSchema>;

export const devices = resource({
  name: "device",
  rights: "device",
  path: paths.device,
  row: deviceSchema,
  create: deviceCreateSchema,
  patch: devicePatchSchema,
  query: deviceQuerySchema,
  orderings: deviceOrderings,
  order: "name",
});

export const devicePlace = call({
  method: "GET",
  path: `${paths.device}/place`,
  access: "device.view",
  query: devicePlaceQuerySchema,
  answer: devicePlaceSchema,
});

const devicePointsSchema = mapPointsSchema("DevicePoints", {
  name: z.string(),
  ...deviceSchema.pick({ type: true, state: true, condition: true }).shape,
});
export type DevicePoints = z.output<typeof devicePointsSchema>;
/** Where all devices of a query stand. */
export const devicePoints = call({
  method: "GET",
  path: `${paths.device}/points`,
  access: "device.view",
  query: deviceQuerySchema.omit(unpaged),
  answer: devicePointsSchema,
});

const devicePastSchema = z
  .object({
    /** Beginning of the first step; the last one is not over yet. */
    from: z.iso.datetime(),
    step_hours: z.number().int(),
    steps: z.number().int(),
    /** Devices of the query. */
    count: z.number().int(),
    /** Devices of the query beyond `limits.pastOnMap`. */
    left: z.number().int(),
    /** Ranges of the parameter that is asked for, of soil those of loam; null without one. */
    ranges: rangesSchema.nullable(),
    /** Devices that sent something, by id. */
    devices: z.array(
      z.object({
        id: idSchema,
        /** A letter of `pastStates` for each step. */
        states: z.string(),
        /** Of the parameter that is asked for, a value for each step, made as its `averaging` says; null without one. */
        values: z.array(z.number().nullable()).nullable(),
      }),
    ),
  })
  .meta({ id: "DevicePast" });
export type DevicePast = z.output<typeof devicePastSchema>;
/**
 * Devices of a query as they were over the last day or week, by one parameter or by the worst of all. A device that was
 * moved meanwhile has nothing from before: it was elsewhere.
 */
export const devicePast = call({
  method: "GET",
  path: `${paths.device}/past`,
  access: "device.view",
  query: deviceQuerySchema.omit(unpaged).extend({
    span: z.enum(pastSpanNames).default("day"),
    parameter: parameterSchema.optional(),
    /** Those in a box alone, as of gardens and trees. */
    bbox: z.string().max(200).optional(),
  }),
  answer: devicePastSchema,
});

export const devicePhoto = photoCalls("device", deviceSchema);

/** GET /device/maker: makers of the devices that the reader sees, each as it was written first, in alphabetical order. */
export const deviceMakers = call({
  method: "GET",
  path: `${paths.device}/maker`,
  access: "device.view",
  answer: z.object({
    makers: z.array(z.object({ maker: z.string(), models: z.array(z.string()) })),
  }),
});

const formerPlaceSchema = z
  .object({
    id: idSchema,
    /** Local days; null: since the device was made. */
    since: dateSchema.nullable(),
    /** Exclusive: the day of the move. */
    until: dateSchema,
    latitude: z.number(),
    longitude: z.number(),
    /** Null also where the reader does not see it. */
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** The person who wrote the move down, and when. */
    author: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "FormerPlace" });
export type FormerPlace = z.output<typeof formerPlaceSchema>;

/** Places where a device stood before it was moved, the newest first. */
export const formerPlaces = call({
  method: "GET",
  path: `${paths.device}/:id/place`,
  access: "device.view",
  params: idParamsSchema,
  answer: z.object({ results: z.array(formerPlaceSchema) }),
});
/** Says that a move never was: the place after it holds from its beginning on. */
export const formerPlaceTakeBack = call({
  method: "DELETE",
  path: `${paths.device}/:id/place/:place`,
  access: "device.change",
  params: idParamsSchema.extend({ place: z.coerce.number().int().positive() }),
  answer: z.null(),
  status: 204,
});

/** Work that people did on a device: who, on which day, and when the same is due again. */
import { dateSchema, idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { daysAfter, today } from "../values/planting/programme-day.ts";
import { servicingKinds, servicingLimits } from "../values/sensors/servicing.ts";
import { z } from "../z.ts";

/** Somebody's act: their name as it was then, and the time. */
const actSchema = z.object({ name: z.string(), at: z.iso.datetime() });

const servicingSchema = z
  .object({
    id: idSchema,
    done_on: dateSchema,
    kind: z.enum(servicingKinds),
    done_by: z.string(),
    note: z.string(),
    /** Day on which the same is due again; null where nobody said. */
    due_on: dateSchema.nullable(),
    /** False once a later entry of its kind has taken its place, or it was taken back. */
    holds: z.boolean(),
    added: actSchema,
    taken_back: actSchema.extend({ note: z.string() }).nullable(),
  })
  .meta({ id: "Servicing" });
export type Servicing = z.output<typeof servicingSchema>;

const note = z.string().trim().max(servicingLimits.note, { error: "too_long" });
const isPast = (day: string) => day <= today();
const isNear = (day: string | null) =>
  day === null || day <= daysAfter(today(), servicingLimits.years * 366);
const servicingBodySchema = z
  .object({
    done_on: dateSchema.refine(isPast, { error: "date_in_future" }),
    kind: z.enum(servicingKinds, { error: "required" }),
    /** Left empty: whoever writes the entry. */
    done_by: z.string().trim().max(servicingLimits.doneBy, { error: "too_long" }).default(""),
    note: note.default(""),
    due_on: dateSchema.nullable().default(null).refine(isNear, { error: "date_far" }),
  })
  .refine(({ kind, note }) => kind !== "other" || note !== "", {
    error: "required",
    path: ["note"],
  })
  .refine(({ done_on, due_on }) => due_on === null || due_on > done_on, {
    error: "dates_reversed",
    path: ["due_on"],
  });

const ofDevice = `${paths.device}/:id/servicing` as const;

/** Newest first, `servicingLimits.shown` at most, with those that were taken back. */
export const servicingList = call({
  method: "GET",
  path: ofDevice,
  access: "device.view",
  params: idParamsSchema,
  answer: z.object({ results: z.array(servicingSchema), can: z.object({ change: z.boolean() }) }),
});
export const servicingAdd = call({
  method: "POST",
  path: ofDevice,
  access: "device.change",
  params: idParamsSchema,
  body: servicingBodySchema,
  answer: servicingSchema,
  status: 201,
});
/** Says that an entry is wrong. It stays in the list with who took it back and why. */
export const servicingTakeBack = call({
  method: "POST",
  path: `${ofDevice}/:entry/take-back`,
  access: "device.change",
  params: idParamsSchema.extend({ entry: z.coerce.number().int().positive() }),
  body: z.object({ note: note.default("") }),
  answer: servicingSchema,
});

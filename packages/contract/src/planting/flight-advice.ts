/** Advice before a flight over a planting task: pixel, hours and weeks in which its plants can be told from weeds. */
import { dateSchema, idParamsSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { flightGrades, weedLevels } from "../values/planting/flight.ts";
import { z } from "../z.ts";

const monthDay = z.string().regex(/^\d\d-\d\d$/);
const hour = z.string().regex(/^\d\d:\d\d$/);

const flightWeekSchema = z
  .object({
    /** First and last day of two weeks. */
    from: dateSchema,
    to: dateSchema,
    /** Median crown width of the narrowest plants of the task by then, metres. */
    width_m: z.number(),
    /** Metres a pixel that they need. */
    pixel_m: z.number(),
    /** Highest elevation of the sun in the middle of them, degrees. */
    noon_deg: z.number(),
    /** Hours of the programme's clock to fly in; about noon where the sun stays low. */
    fly_from: hour,
    fly_to: hour,
    /** The sun never stands high enough for short shadows: fly under thin even cloud. */
    low_sun: z.boolean(),
    weeds: z.enum(weedLevels),
    /** Taken while plants of the task stand without leaves, all or some of them. */
    leaves_off: z.enum(["none", "some", "all"]),
    grade: z.enum(flightGrades),
  })
  .meta({ id: "FlightWeek" });
export type FlightWeek = z.output<typeof flightWeekSchema>;

const flightAdviceSchema = z
  .object({
    /** The last planting day of the report; before there is one the day by which the task is due. */
    planted_on: dateSchema,
    is_planned: z.boolean(),
    /** Of the narrowest plants when planted; the height as reported or ordered, null where nobody has said it. */
    width_m: z.number(),
    height_m: z.number().nullable(),
    spacing_m: z.number().nullable(),
    /** Plants so close together that rows of saplings are not told. */
    is_too_close: z.boolean(),
    /** Lowest elevation of the sun at which shadows do not reach the next plant, degrees. */
    sun_min_deg: z.number(),
    /** A year from planting or from today on, by two weeks; empty where the garden's place is not known. */
    weeks: z.array(flightWeekSchema),
    /** Types reported, before that those ordered; the garden's region, and the leafless months there, null where none. */
    tree_types: z.array(referenceSchema),
    region: referenceSchema.nullable(),
    leafless: z.object({ from: monthDay, to: monthDay }).nullable(),
  })
  .meta({ id: "FlightAdvice" });
export type FlightAdvice = z.output<typeof flightAdviceSchema>;

export const flightAdvice = call({
  method: "GET",
  path: `${paths.plantTreeTask}/:id/flight`,
  access: "planttreetask.view",
  params: idParamsSchema,
  answer: flightAdviceSchema,
});

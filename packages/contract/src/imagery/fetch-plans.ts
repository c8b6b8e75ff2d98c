/** Estimate of what fetching an area of a source takes, before a process is made of it. */
import { dateSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { processAreaSchema } from "./processes.ts";

const fetchPlanSchema = z
  .object({
    /** Tiles, requests for a map, or tiles of a catalogue's files; null where it cannot be told. */
    pieces: z.number().int().nullable(),
    /** Pixels of the image; null where a catalogue does not say how fine its images are. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    gsd_m: z.number().nullable(),
    /** About; null where no day is chosen yet, or it cannot be told. */
    bytes: z.number().nullable(),
    /** True where the source has days at all. */
    has_date: z.boolean(),
    /** Days of which there is an image, newest first, with the share under clouds; empty where it does not list them. */
    days: z.array(z.object({ day: z.string(), cloud: z.number().nullable() })),
    /** Documents of a catalogue of files that were not read: there may be other days. */
    unread: z.number().int(),
    /** A small part of the day's image, as `data:image/…;base64,…`. */
    image: z.string().nullable(),
    attribution: z.string(),
    licence: z.string(),
  })
  .meta({ id: "FetchPlan" });
export type FetchPlan = z.output<typeof fetchPlanSchema>;

/** Asks the source: how many pieces, how large an image, and which days there are. Nothing is kept. */
export const fetchPlan = call({
  method: "POST",
  path: `${paths.satelliteImagery}/fetch-plan`,
  access: "satelliteimagery.add",
  summary: "What it would take to fetch an area of a source",
  body: z.object({
    source: idSchema,
    area: processAreaSchema,
    date: dateSchema.nullable().default(null),
  }),
  answer: fetchPlanSchema,
  bodyBytes: limits.boundaryBodyBytes,
});

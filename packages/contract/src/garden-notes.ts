/** Notes of what people saw in a garden or did there, day by day. */
import { canSchema, dateSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { resource } from "./resource.ts";
import { gardenNoteKinds } from "./values/gardens.ts";
import { paths } from "./values/paths.ts";
import { today } from "./values/planting/programme-day.ts";
import { z } from "./z.ts";

const textMax = 4000;

const gardenNoteSchema = z
  .object({
    id: idSchema,
    garden: referenceSchema,
    /** Of the garden. */
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    observed_on: dateSchema,
    kind: z.enum(gardenNoteKinds),
    text: z.string(),
    /** As they were called when they wrote it. */
    author: z.string(),
    created_at: z.iso.datetime(),
    /** Null until it is changed. */
    changed_at: z.iso.datetime().nullable(),
    can: canSchema,
  })
  .meta({ id: "GardenNote" });
export type GardenNote = z.output<typeof gardenNoteSchema>;

const isPast = (day: string) => day <= today();
/** A note stays with its garden. */
const written = z.object({
  observed_on: dateSchema.refine(isPast, { error: "date_in_future" }),
  kind: z.enum(gardenNoteKinds, { error: "required" }),
  text: z.string().trim().min(1, { error: "required" }).max(textMax, { error: "too_long" }),
});

const id = z.coerce.number().int().optional();
const gardenNoteQuerySchema = pageQuerySchema.extend({
  garden: id,
  region: id,
  district: id,
  kind: z.enum(gardenNoteKinds).optional(),
  /** Days of observation, both included. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});

export const gardenNotes = resource({
  name: "gardennote",
  rights: "garden",
  path: paths.gardenNote,
  row: gardenNoteSchema,
  create: written.extend({ garden: idSchema }),
  patch: written.partial(),
  query: gardenNoteQuerySchema,
  orderings: ["observed_on", "garden", "kind", "author", "created_at"],
  order: "-observed_on",
});

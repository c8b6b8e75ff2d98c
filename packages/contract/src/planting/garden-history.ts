/** History of a garden, and the photos that its planting reports hold. */
import {
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  referenceSchema,
} from "../paging.ts";
import { call } from "../resource.ts";
import { gardenEventKinds } from "../values/gardens.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const pageOnly = pageQuerySchema.pick({ page: true, page_size: true });

const gardenEventSchema = z
  .object({
    kind: z.enum(gardenEventKinds),
    /** Of the image, task, visit's task, case, device or note that it is about. */
    id: idSchema,
    /** The day on which it was (UTC); of an image the day of its capture. */
    day: dateSchema,
    /** Trees that a task asks for or reports, or that an image counts; null for the others. */
    trees: z.number().int().nullable(),
    /** The case's number and title, the device's name, the note's words; null for the others. */
    title: z.string().nullable(),
  })
  .meta({ id: "GardenEvent" });
export type GardenEvent = z.output<typeof gardenEventSchema>;

/** Newest first; only what the reader may see by their rights and scope. */
export const gardenHistory = call({
  method: "GET",
  path: `${paths.garden}/:id/history`,
  access: "garden.view",
  params: idParamsSchema,
  query: pageOnly,
  answer: pageSchema(gardenEventSchema),
});

const gardenPhotoRowSchema = z
  .object({
    /** The report's row. */
    id: idSchema,
    task: idSchema,
    tree_type: referenceSchema,
    count: z.number().int(),
    plant_date: dateSchema,
    /** The day of the photo, from its file or as it was said; null where nobody knows. */
    image_date: dateSchema.nullable(),
    image: z.string(),
  })
  .meta({ id: "GardenReportPhoto" });
export type GardenReportPhoto = z.output<typeof gardenPhotoRowSchema>;

/** Photos of the reports on the garden's tasks, the last planted first. */
export const gardenReportPhotos = call({
  method: "GET",
  path: `${paths.garden}/:id/report-photo`,
  access: "planttreetaskreport.view",
  params: idParamsSchema,
  query: pageOnly,
  answer: pageSchema(gardenPhotoRowSchema),
});

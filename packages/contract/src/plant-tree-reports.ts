import {
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  referenceSchema,
} from "./paging.ts";
import { call } from "./resource.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

/** WGS 84, degrees. */
const positionSchema = z.object({
  latitude: z.number().min(-90, { error: "invalid" }).max(90, { error: "invalid" }),
  longitude: z.number().min(-180, { error: "invalid" }).max(180, { error: "invalid" }),
});

/** One row of a task's report: trees of one type, planted on one day, with a photo of them. */
const plantTreeReportSchema = z
  .object({
    id: idSchema,
    tree_type: referenceSchema,
    count: z.number().int(),
    plant_date: dateSchema,
    /** The photo's path, changed with the photo. */
    image: z.string().nullable(),
    image_date: dateSchema.nullable(),
    position: positionSchema.nullable(),
    /** What the photo's metadata held before it was stripped. */
    from_photo: z.object({ image_date: z.boolean(), position: z.boolean() }),
    /** Whether the position lies in the task's garden; null where one of the two is not known. */
    in_garden: z.boolean().nullable(),
    created_at: z.iso.datetime(),
    can: canSchema.extend({ photo: z.boolean() }),
  })
  .meta({ id: "PlantTreeReport" });
export type PlantTreeReport = z.output<typeof plantTreeReportSchema>;

const count = z
  .number()
  .int()
  .min(1, { error: "count_range" })
  .max(1_000_000, { error: "count_range" });
const fields = {
  tree_type: idSchema,
  count,
  plant_date: dateSchema,
  image_date: dateSchema.nullable(),
  position: positionSchema.nullable(),
};
export const plantTreeReportCreateSchema = z.object({
  ...fields,
  image_date: fields.image_date.default(null),
  position: fields.position.default(null),
});
export const plantTreeReportPatchSchema = z.object(fields).partial();
export const plantTreeReportOrderings = ["plant_date", "tree_type", "count", "image_date"] as const;

const reportParamsSchema = z.object({
  id: z.coerce.number().int().positive(),
  row: z.coerce.number().int().positive(),
});

const all = `${paths.plantTreeTask}/:id/report` as const;
const one = `${all}/:row` as const;

export const plantTreeReports = call({
  method: "GET",
  path: all,
  access: "planttreetaskreport.view",
  params: idParamsSchema,
  query: pageQuerySchema,
  answer: pageSchema(plantTreeReportSchema),
});
export const plantTreeReportCreate = call({
  method: "POST",
  path: all,
  access: "planttreetaskreport.add",
  params: idParamsSchema,
  body: plantTreeReportCreateSchema,
  answer: plantTreeReportSchema,
  status: 201,
});
export const plantTreeReport = call({
  method: "GET",
  path: one,
  access: "planttreetaskreport.view",
  params: reportParamsSchema,
  answer: plantTreeReportSchema,
});
export const plantTreeReportPatch = call({
  ...plantTreeReport,
  method: "PATCH",
  access: "planttreetaskreport.change",
  body: plantTreeReportPatchSchema,
});
export const plantTreeReportDelete = call({
  ...plantTreeReport,
  method: "DELETE",
  access: "planttreetaskreport.delete",
  answer: z.null(),
  status: 204,
});
/** Who may add rows gives each its photo; who may change them, another one. */
export const plantTreeReportPhotoSend = call({
  ...plantTreeReport,
  method: "POST",
  path: `${one}/photo`,
  andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
  consumes: "multipart/form-data",
});
export const plantTreeReportPhoto = call({
  method: "GET",
  path: `${one}/photo`,
  access: "planttreetaskreport.view",
  params: reportParamsSchema,
});

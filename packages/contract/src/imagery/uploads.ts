import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { call } from "../resource.ts";
import { uploadStates } from "../values/imagery.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** GET /upload/{id}: a tus upload after (or during) its arrival. `problem` is in the reader's language. */
const uploadSchema = z
  .object({
    id: z.string(),
    file_name: z.string(),
    size: z.number(),
    received: z.number(),
    status: z.enum(uploadStates),
    problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
    facts: z
      .object({
        width: z.number(),
        height: z.number(),
        gsd_m: z.number(),
        /** Too coarse for counting trees. */
        too_coarse: z.boolean(),
        has_nir: z.boolean(),
        bits: z.number(),
        bbox: bboxSchema,
        footprint: multiPolygonSchema,
        capture_date: z.iso.date().nullable(),
        capture_date_basis: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Upload" });
export type Upload = z.output<typeof uploadSchema>;

/** What has come of an upload; how it comes is tus 1.0. */
export const upload = call({
  method: "GET",
  path: `${paths.upload}/:id`,
  access: "satelliteimagery.add",
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answer: uploadSchema,
});
export const uploadDelete = call({ ...upload, method: "DELETE", answer: z.null(), status: 204 });

import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { bandBases, mendings } from "../values/imagery/raster-metadata.ts";
import { uploadStates } from "../values/imagery.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Bands of the file by their role, counted from 1, and what says so. */
export const bandRolesSchema = z
  .object({
    red: z.number().int(),
    green: z.number().int(),
    blue: z.number().int(),
    nir: z.number().int().nullable(),
    alpha: z.number().int().nullable(),
    basis: z.enum(bandBases),
  })
  .meta({ id: "BandRoles" });

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
        /** Colours are stored at half resolution (JPEG with chroma subsampling), which takes small trees away. */
        half_colours: z.boolean(),
        has_nir: z.boolean(),
        bands: bandRolesSchema,
        /** Ways to read the bands that contradict each other: a person chooses before a process begins. Else empty. */
        band_readings: z.array(bandRolesSchema),
        /** Changes to the file that were needed to read it. */
        mended: z.array(z.enum(mendings)),
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

/**
 * State of an upload; how it comes is tus 1.0. Its metadata may hold, beside `filename`, the texts of what lies
 * beside the image: `worldfile` (.tfw, .jgw, .pgw, .wld), `projection` (.prj), `auxxml` (.aux.xml).
 */
export const upload = call({
  method: "GET",
  path: `${paths.upload}/:id`,
  access: "satelliteimagery.add",
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answer: uploadSchema,
});
export const uploadDelete = call({ ...upload, method: "DELETE", answer: z.null(), status: 204 });

const readingParams = upload.params.extend({ reading: z.coerce.number().int().min(0).max(9) });
/** Image as it looks when its bands are read in one of the ways of `band_readings`, counted from 0. */
export const uploadBandImage = call({
  ...{ method: "GET", path: `${paths.upload}/:id/bands/:reading`, access: "satelliteimagery.add" },
  summary: "A part of an upload, its bands read in one way (WebP)",
  params: readingParams,
});
/** Answers the question of `band_readings`; may be answered anew until a process is made of the upload. */
export const uploadBands = call({
  ...{ method: "PUT", path: `${paths.upload}/:id/bands`, access: "satelliteimagery.add" },
  summary: "Which way of reading an upload's bands is right",
  params: upload.params,
  body: z.object({ reading: z.number().int().min(0).max(9) }),
  answer: uploadSchema,
});

const chosenFileSchema = z.object({
  name: z.string().min(1).max(200),
  size: z.number().int().nonnegative(),
  /** `@nihol/geo/tiff/fingerprint`; null where it could not be read. */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  /** Values from the file's header, each null where it does not say. */
  gsd_m: z.number().positive().nullable(),
  date: z.iso.date().nullable(),
  bbox: bboxSchema.nullable(),
});

const fileCheckSchema = z
  .object({
    /** Coarser than trees are counted in, which is the installation's own limit. */
    too_coarse: z.boolean(),
    /** Its middle lies where this person may not upload images. */
    out_of_scope: z.boolean(),
    /** A file that is here already: of the same content, probably, or where that is not known of the same name and size. */
    same_file: z
      .object({
        basis: z.enum(["content", "name"]),
        file_name: z.string(),
        process: idSchema.nullable(),
      })
      .nullable(),
    /** An image of that day that shows at least half of the same ground. */
    same_day: z.object({ whole_image: idSchema, file_name: z.string() }).nullable(),
  })
  .meta({ id: "FileCheck" });
export type FileCheck = z.output<typeof fileCheckSchema>;

/** Before a byte is sent: what of these files is here already, and which could not be used. In the order of the files. */
export const uploadCheck = call({
  method: "POST",
  path: `${paths.upload}/check`,
  access: "satelliteimagery.add",
  summary: "What is known of files before they are sent",
  body: z.object({ files: z.array(chosenFileSchema).min(1).max(limits.unusedUploads.count) }),
  answer: z.object({ max_gsd_m: z.number(), files: z.array(fileCheckSchema) }),
});

/** Captures that watched sources offer: one garden on one day, of which an image is made when somebody accepts it. */
import { idParamsSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { call, resource } from "../resource.ts";
import { cloudBases, offerStates } from "../values/imagery/imagery-sources.ts";
import { processStates } from "../values/imagery.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const share = z.number().min(0).max(1);

const offeredCaptureSchema = z
  .object({
    id: idSchema,
    source: referenceSchema,
    garden: referenceSchema,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** The day of capture, as the source says it. */
    day: z.iso.date(),
    /** The source's own name of it. */
    item: z.string(),
    /** True where there is a small image of the garden to show. */
    has_preview: z.boolean(),
    /** SHA-256 of the pixels of the small image. */
    preview_hash: z.string().nullable(),
    /** Under clouds, and who says so; null where nobody does. */
    cloud: share.nullable(),
    cloud_basis: z.enum(cloudBases).nullable(),
    /** 0 white to 1 black; null where the pixels have no fixed scale. */
    darkness: share.nullable(),
    /** Other days on which the garden was offered with the very same pixels, the newest first. */
    same_days: z.array(z.iso.date()),
    /** An image that is here already, from elsewhere, and is the same capture; null too where the reader does not see it. */
    same_image: z.object({ id: idSchema, file_name: z.string(), date: z.iso.date() }).nullable(),
    state: z.enum(offerStates),
    found_at: z.iso.datetime(),
    decided_by: z.string().nullable(),
    decided_at: z.iso.datetime().nullable(),
    /** Process that was made of it; null where there is none, or the reader does not see it. */
    process: z
      .object({
        id: idSchema,
        status: z.enum(processStates),
        /** Of the whole image, once it is there. */
        date_hash: z.string().nullable(),
      })
      .nullable(),
    can: z.object({ accept: z.boolean(), reject: z.boolean() }),
  })
  .meta({ id: "OfferedCapture" });
export type OfferedCapture = z.output<typeof offeredCaptureSchema>;

export const offeredCaptures = resource({
  rights: "satelliteimagery",
  path: paths.offeredCapture,
  row: offeredCaptureSchema,
  query: pageQuerySchema.extend({
    state: z.enum(offerStates).optional(),
    source: z.coerce.number().int().optional(),
    garden: z.coerce.number().int().optional(),
    region: z.coerce.number().int().optional(),
    district: z.coerce.number().int().optional(),
  }),
  orderings: ["day", "cloud", "darkness", "state", "found_at"],
  order: "-day",
});

/** Makes a process of it: its image is fetched, and counted as any other. It asks for the right to add one besides. */
export const offerAccept = call({
  method: "POST",
  path: `${paths.offeredCapture}/:id/accept`,
  access: "satelliteimagery.change",
  andOneOf: ["satelliteimagery.add"],
  params: idParamsSchema,
  answer: offeredCaptureSchema,
});
/** Rejects it: no image is fetched, and it can be accepted later all the same. */
export const offerReject = call({
  method: "POST",
  path: `${paths.offeredCapture}/:id/reject`,
  access: "satelliteimagery.change",
  params: idParamsSchema,
  answer: offeredCaptureSchema,
});
/** The garden as the source shows it, WebP. */
export const offerPreview = call({
  method: "GET",
  path: `${paths.offeredCapture}/:id/preview`,
  access: "satelliteimagery.view",
  params: idParamsSchema,
});

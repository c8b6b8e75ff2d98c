import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import {
  groundLimits,
  groundNamings,
  groundProblems,
  groundUnusedReasons,
} from "../values/imagery/lessons.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** A ground by its number and the name that people gave it. */
export const groundNameSchema = z
  .object({ id: idSchema, name: z.string() })
  .meta({ id: "GroundName" });
export type GroundName = z.output<typeof groundNameSchema>;

/** Trees found on the plots of a ground: F1 and their number, on plots that taught nothing of it. */
const foundSchema = z.object({ f1: z.number(), found: z.number().int() });

const groundLessonsSchema = z
  .object({
    /** Its version. */
    n: z.number().int(),
    learned_at: z.iso.datetime(),
    learned_by: z.string().nullable(),
    /** Labels that it was learned from. */
    images: z.number().int(),
    plots: z.number().int(),
    trees: z.number().int(),
    before: foundSchema,
    after: foundSchema,
    /** By how much F1 grew, and the standard error of that. */
    gain: z.object({ f1: z.number(), error: z.number() }),
    /** Tells whether it grew by more than that: else the detector's own scores stay. */
    is_better: z.boolean(),
    is_withdrawn: z.boolean(),
    /** Tells whether this image's trees were counted by it. */
    is_used: z.boolean(),
    /** Tells whether a count of this image would use it. */
    is_usable: z.boolean(),
    /** Images whose sample plots taught it, the trees labelled in them, and plots whose labels are gone since. */
    labelled: z.array(
      z.object({
        image: idSchema,
        plots: z.number().int(),
        trees: z.number().int(),
        gone: z.number().int(),
      }),
    ),
  })
  .meta({ id: "GroundLessons" });

/** Lessons that an image's trees were counted by. */
export const usedLessonsSchema = z
  .object({
    ground: groundNameSchema,
    n: z.number().int(),
    plots: z.number().int(),
    trees: z.number().int(),
    /** False where they found no more than the detector, in counts of before such lessons were left out. */
    is_better: z.boolean(),
    is_withdrawn: z.boolean(),
  })
  .meta({ id: "UsedLessons" });

/** A ground whose lessons the last count of an image did not use, and why. */
export const unusedGroundSchema = z
  .object({ ground: groundNameSchema, reason: z.enum(groundUnusedReasons) })
  .meta({ id: "UnusedGround" });

const imageGroundSchema = z
  .object({
    whole_image: idSchema,
    /** Null while nobody and no likeness named it. */
    ground: groundNameSchema
      .extend({
        by: z.enum(groundNamings),
        /** Sample plots that are counted now, in all images of the ground that were counted by the present detector. */
        images: z.number().int(),
        plots: z.number().int(),
        trees: z.number().int(),
        is_learning: z.boolean(),
        problem: z.enum(groundProblems).nullable(),
        /** Images that are counted anew since lessons were taken back, and those that keep the count by them. */
        recounting: z.number().int(),
        kept: z.number().int(),
        /** Other images of the ground that the reader may see. */
        others: z.array(z.object({ id: idSchema, file_name: z.string(), date: z.iso.date() })),
      })
      .nullable(),
    /** The newest that was learned. */
    lessons: groundLessonsSchema.nullable(),
    /** Grounds that have images like this one. */
    alike: z.array(groundNameSchema),
    can: z.object({
      name: z.boolean(),
      learn: z.boolean(),
      recount: z.boolean(),
      /** Counting it by the detector alone. */
      recount_without: z.boolean(),
      withdraw: z.boolean(),
      restore: z.boolean(),
    }),
  })
  .meta({ id: "ImageGround" });
export type ImageGround = z.output<typeof imageGroundSchema>;

/** A count names its ground in «»: no name ends them, and none has signs that turn the writing or show nothing. */
const plainName = /^[^\p{C}«»]*$/u;

/** Either a new ground by its name, or one that is there. */
const groundNamingSchema = z.union([
  z.object({
    name: z
      .string()
      .trim()
      .min(1, { error: "required" })
      .max(groundLimits.name)
      .regex(plainName, { error: "invalid" }),
  }),
  z.object({ ground: idSchema }),
]);
export type GroundNaming = z.input<typeof groundNamingSchema>;

const groundPath = `${paths.wholeImage}/:id/ground` as const;

export const imageGround = call({
  method: "GET",
  path: groundPath,
  access: "wholeimage.view",
  params: idParamsSchema,
  answer: imageGroundSchema,
});
/** Says of which ground an image is. */
export const imageGroundName = call({
  ...imageGround,
  method: "PUT",
  access: "wholeimage.change",
  body: groundNamingSchema,
});
/** Takes an image out of its ground; what was learned stays. */
export const imageGroundLeave = call({
  ...imageGround,
  method: "DELETE",
  access: "wholeimage.change",
});
/** Learns the ground from all sample plots of its images. */
export const imageGroundLearn = call({
  ...imageGround,
  method: "POST",
  path: `${groundPath}/learn`,
  access: "wholeimage.change",
});
/** Counts the image anew by what was learned of its ground, or without it. */
export const imageGroundRecount = call({
  ...imageGround,
  method: "POST",
  path: `${groundPath}/recount`,
  access: "wholeimage.change",
  andOneOf: ["satelliteimagery.change"],
  body: z.object({ use: z.boolean() }),
});
/** Takes the newest lessons of the ground back, or lets them count again. */
export const imageGroundWithdraw = call({
  ...imageGround,
  method: "POST",
  path: `${groundPath}/lessons`,
  access: "wholeimage.change",
  body: z.object({ withdrawn: z.boolean() }),
});
/** The newest lessons as `nihol detect --ground` reads them. */
export const imageGroundFile = call({
  method: "GET",
  path: `${groundPath}/file`,
  access: "wholeimage.view",
  params: idParamsSchema,
});

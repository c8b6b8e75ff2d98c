/** Changes that people make to single trees. A crown is given in source pixels, as rows hold it, or in degrees. */
import { idParamsSchema, idSchema, pageQuerySchema, pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { correctionActions, crownLimits, greenStates, treeReviews } from "../values/trees.ts";
import { z } from "../z.ts";

const { radiusM, corners } = crownLimits;
const pixelSchema = z.tuple([z.number(), z.number()]);
const lonLatSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const outlineOf = (point: typeof pixelSchema | typeof lonLatSchema) =>
  z.array(point).min(3, "tree_shape").max(corners, "tree_shape");
const shape = {
  /** The middle: of a round crown of `radius_m`, or where the crown moves to as it is. */
  point: pixelSchema.optional(),
  position: lonLatSchema.optional(),
  radius_m: z.number().min(radiusM.min, "crown_size").max(radiusM.max, "crown_size").optional(),
  /** Open or closed, without crossings. */
  crown: outlineOf(pixelSchema).optional(),
  outline: outlineOf(lonLatSchema).optional(),
};
/** Said again by a person: it is one more tree although another one stands there. Else 409 `tree_beside`. */
const confirmBeside = z.boolean().default(false);
const reasonSchema = z.string().trim().max(300, "too_long").optional();
type Shape = { [Name in keyof typeof shape]?: unknown };
const shapesIn = ({ point, position, crown, outline }: Shape) =>
  [point, position, crown, outline].filter((one) => one !== undefined).length;

export const treeCreateSchema = z
  .object({
    whole_image: idSchema,
    ...shape,
    green: z.enum(greenStates),
    confirm_beside: confirmBeside,
    reason: reasonSchema,
  })
  .refine(
    (body) =>
      shapesIn(body) === 1 &&
      (body.crown !== undefined || body.outline !== undefined) === (body.radius_m === undefined),
    { error: "tree_shape", path: ["point"] },
  );
export type TreeCreate = z.output<typeof treeCreateSchema>;

const versionSchema = z.number().int().min(0);
export const treePatchSchema = z
  .object({
    /** Of the row that was looked at; another one meanwhile refuses with 409 `tree_changed`. */
    version: versionSchema,
    ...shape,
    green: z.enum(greenStates).optional(),
    /** A person says that it is a tree, as it is. */
    review: z.literal("accepted").optional(),
    confirm_beside: confirmBeside,
    reason: reasonSchema,
  })
  .refine(
    (body) =>
      shapesIn(body) <= 1 &&
      !(body.radius_m !== undefined && (body.crown !== undefined || body.outline !== undefined)),
    { error: "tree_shape", path: ["point"] },
  );
export type TreePatch = z.output<typeof treePatchSchema>;

/** The tree stops counting; `reason` says why, and the correction keeps what it was. */
export const treeDelete = call({
  method: "DELETE",
  path: `${paths.plantTreeDetail}/:id`,
  access: "planttreedetail.delete",
  summary: "Takes a tree out of the count: it is none, or stands there twice",
  params: idParamsSchema,
  query: z.object({ version: z.coerce.number().int().min(0), reason: reasonSchema }),
  answer: z.null(),
  status: 204,
});

/** Of a tree before or after a correction. */
export const correctedSchema = z
  .object({
    position: lonLatSchema,
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    crown: z.array(pixelSchema),
    area_m2: z.number(),
    green: z.enum(greenStates),
    review: z.enum(treeReviews),
  })
  .nullable();
const correctionSchema = z
  .object({
    id: idSchema,
    tree: idSchema,
    whole_image: idSchema,
    fragment: z.number().int(),
    action: z.enum(correctionActions),
    before: correctedSchema,
    after: correctedSchema,
    reason: z.string().nullable(),
    by: z.string().nullable(),
    at: z.iso.datetime(),
    undone_by: z.string().nullable(),
    undone_at: z.iso.datetime().nullable(),
    /** Undo: the newest standing correction of its tree, for who may do what it did. */
    can: z.object({ undo: z.boolean() }),
  })
  .meta({ id: "TreeCorrection" });
export type TreeCorrection = z.output<typeof correctionSchema>;

const allOfImage = `${paths.wholeImage}/:id/correction` as const;
/** The corrections of an image's trees, the newest first. */
export const treeCorrections = call({
  method: "GET",
  path: allOfImage,
  access: "wholeimage.view",
  andOneOf: ["planttreedetail.view"],
  summary: "The corrections of an image's trees, the newest first",
  params: idParamsSchema,
  query: pageQuerySchema.omit({ search: true, ordering: true }).extend({
    fragment: z.coerce.number().int().optional(),
    tree: z.coerce.number().int().optional(),
    /** 1: those that stand, 0: those that were undone. */
    standing: z.enum(["0", "1"]).optional(),
  }),
  answer: pageSchema(correctionSchema),
});
/** The tree is again what it was before; corrections of one tree are undone in turn, the newest first. */
export const treeCorrectionUndo = call({
  method: "POST",
  path: `${allOfImage}/:correction/undo`,
  access: "wholeimage.view",
  andOneOf: ["planttreedetail.add", "planttreedetail.change", "planttreedetail.delete"],
  summary: "The tree is again what it was before the correction",
  params: idParamsSchema.extend({ correction: z.coerce.number().int().positive() }),
  answer: correctionSchema,
});

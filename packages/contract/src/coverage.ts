import { dateSchema, referenceSchema } from "./paging.ts";
import { z } from "./z.ts";

/**
 * Part of an area that the published images of the period show; of each place the newest one counts. Every total
 * and rate of trees is about this ground and no other. Nothing was seen: `images` is 0.
 */
export const coverageSchema = z
  .object({
    seen_m2: z.number(),
    /** Null where a border is missing, and for what lies outside all of them. */
    total_m2: z.number().nullable(),
    percent: z.number().nullable(),
    images: z.number().int(),
    /** Oldest and newest of these images. */
    from: dateSchema.nullable(),
    to: dateSchema.nullable(),
    /**
     * Organizations whose people uploaded these images, where they show gardens of another; in versions of reports from
     * before this was kept none.
     */
    given_by: z.array(referenceSchema.shape.name).default([]),
  })
  .meta({ id: "Coverage" });
export type Coverage = z.output<typeof coverageSchema>;

/**
 * The share of vegetation apart from trees by one index, over the ground that images with this index show.
 * Shares by different indices are not comparable, so that there is one of each and none over all.
 */
export const greenByIndexSchema = z
  .object({ index: z.string(), percent: z.number(), seen_m2: z.number() })
  .meta({ id: "GreenByIndex" });
export type GreenByIndex = z.output<typeof greenByIndexSchema>;

/** Largest ground first. `green_level` and `green_level_index` are those of the first. */
export const greenLevelsSchema = z.array(greenByIndexSchema);

/**
 * Closed canopy on the ground seen: stated as cover, for crowns in it are not told apart well. Each grid cell of it counts
 * where its middle lies, and as long as a tree there would. Areas in square metres.
 */
export const canopySchema = z
  .object({
    closed_m2: z.number(),
    /** Of it, where crowns cannot be counted: on ground unlike that of the measurements, without sample plots. */
    uncountable_m2: z.number(),
    /** The ground seen on images that say what of it is closed canopy: those of earlier versions do not. */
    seen_m2: z.number(),
    /** Of that ground. */
    percent: z.number(),
  })
  .meta({ id: "ClosedCanopy" });
export type ClosedCanopy = z.output<typeof canopySchema>;

/** Shrubs of dry land on the ground seen; beside the trees and not among them. */
export const shrubsSchema = z
  .object({
    count: z.number().int(),
    /** The ground seen on images that tell shrubs from trees. */
    seen_m2: z.number(),
  })
  .meta({ id: "Shrubs" });
export type Shrubs = z.output<typeof shrubsSchema>;

import { idSchema } from "./paging.ts";
import { z } from "./z.ts";

/** A count is never alone: its 90 % range, and what it was counted on. */
export const treeCountsSchema = z
  .object({
    total: z.number().int(),
    green: z.number().int(),
    not_green: z.number().int(),
    unsure: z.number().int(),
    /** 90 % range of the total; null when nothing was counted. */
    low: z.number().int().nullable(),
    high: z.number().int().nullable(),
    /** From the models' validation, from windows that people counted, or some pictures this and some that. */
    range_basis: z.enum(["model", "calibration", "both"]).nullable(),
    /** Oldest and newest capture among the pictures counted. */
    captured_from: z.iso.date().nullable(),
    captured_to: z.iso.date().nullable(),
    gsd_m: z.number().nullable(),
    models: z.array(z.string()),
  })
  .meta({ id: "TreeCounts" });
export type TreeCounts = z.output<typeof treeCountsSchema>;

/** The same filters everywhere that trees are counted or shown. Dates are capture dates, inclusive. */
export const treeFilterShape = {
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  garden: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
export const treeFilterSchema = z.object(treeFilterShape);
export type TreeFilter = z.output<typeof treeFilterSchema>;

export const statisticsSchema = z
  .object({
    total_tree_count: z.number().int(),
    total_tree_area: z.number(),
    tree_area_percent: z.number().nullable(),
    garden_count: z.number().int(),
    garden_area: z.number(),
    garden_tree_count: z.number().int(),
    garden_tree_area: z.number(),
    green_area_percent_in_gardens: z.number().nullable(),
    green_tree_count: z.number().int(),
    non_green_tree_count: z.number().int(),
    unsure_tree_count: z.number().int(),
    green_level: z.number().nullable(),
    green_level_index: z.string().nullable(),
    territory_area: z.number().nullable(),
    trees: treeCountsSchema,
    by_territory: z.array(
      z.object({
        kind: z.enum(["region", "district"]),
        id: idSchema,
        name: z.record(z.string(), z.string()),
        tree_count: z.number().int(),
        green_tree_count: z.number().int(),
        garden_count: z.number().int(),
        garden_area: z.number(),
      }),
    ),
  })
  .meta({ id: "Statistics" });
export type Statistics = z.output<typeof statisticsSchema>;

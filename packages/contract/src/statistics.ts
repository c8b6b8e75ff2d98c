import { canopySchema, coverageSchema, greenLevelsSchema, shrubsSchema } from "./coverage.ts";
import { dateSchema, idSchema, rangeSchema } from "./paging.ts";
import { call } from "./resource.ts";
import { familiarities, foreignReasons } from "./values/imagery/familiarity.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

/** Knowledge that the detector has of the ground that was counted: that of the least familiar image. */
const countGroundSchema = z.object({
  familiarity: z.enum(familiarities),
  reasons: z.array(z.enum(foreignReasons)),
  /** Of the total, trees on unfamiliar ground; then there is no range, until people count sample plots. */
  unfamiliar_trees: z.number().int(),
  /** The newest unfamiliar image: where its plots are counted. */
  unfamiliar_image: idSchema.nullable(),
});

/** A count is never alone: its 90 % range, and what it was counted on. */
export const treeCountsSchema = z
  .object({
    /** The best estimate, a number of the range: the trees found, after sample plots times what those say of each. */
    total: z.number().int(),
    /** Trees found one by one, as lists and the map show them; null in figures from before, where they were the total. */
    found: z.number().int().nullable().default(null),
    /** Of them, trees on ground that people have looked over whole: exact. 0 in figures from before that. */
    checked: z.number().int().default(0),
    green: z.number().int(),
    not_green: z.number().int(),
    unsure: z.number().int(),
    /** Of these, on images taken while leaves are off: there a tree without green is unsure, for it may live. */
    unsure_leaf_off: z.number().int().default(0),
    /** 90 % range of the total; null when nothing was counted. */
    low: z.number().int().nullable(),
    high: z.number().int().nullable(),
    /**
     * Of what nobody has looked over: from the models' validation; from windows that people counted; from such windows, some
     * of them in other images of the kind (shared); or of some images the model's and of some people's. Checked: people have
     * looked all of it over.
     */
    range_basis: z.enum(["model", "calibration", "shared", "both", "checked"]).nullable(),
    /** Oldest and newest capture among the images counted. */
    captured_from: z.iso.date().nullable(),
    captured_to: z.iso.date().nullable(),
    gsd_m: z.number().nullable(),
    models: z.array(z.string()),
    /** Of images whose range is the model's; null where there are none, and in figures from before it was assessed. */
    ground: countGroundSchema.nullable().default(null),
  })
  .meta({ id: "TreeCounts" });
export type TreeCounts = z.output<typeof treeCountsSchema>;

const count = z.number().int();

/** Trees that came, went or stayed between two images. */
export const changedTreesShape = {
  /** The best estimate: the trees found, where people counted sample plots times what those say of each. */
  count,
  /** 90 % range, which holds the images' own; null where an image has none. */
  low: count.nullable(),
  high: count.nullable(),
  /** All of it on images of unfamiliar ground: the number says nothing until sample plots are counted there. */
  withheld: z.boolean().default(false),
};
const changedTreesSchema = z.object(changedTreesShape);

export const changeFiguresSchema = z.object({
  comparisons: count,
  planted: changedTreesSchema,
  lost: changedTreesSchema,
});

export const survivalFiguresSchema = z.object({
  tasks: count,
  tasks_visited: count,
  plots: count,
  /** Trees that these tasks reported, and those of the visited ones; where trees were planted again, of the first task. */
  reported: count,
  reported_visited: count,
  /** Share of the planting places found whose tree lives, 0 to 1, over all ages; null where nobody counted. */
  rate: rangeSchema.nullable(),
  /** The same of each age apart, in years after planting; none in versions from before ages were told apart. */
  years: z
    .array(z.object({ year: count, tasks: count, plots: count, rate: rangeSchema.nullable() }))
    .default([]),
  /**
   * Living trees of the visited tasks, by planting places found and verdicts: never a rate of what was reported.
   */
  living: rangeSchema.nullable(),
  /** The same of only those visited tasks whose trees are scheduled in the period; null in versions from before. */
  living_scheduled: rangeSchema.nullable().default(null),
  from: dateSchema.nullable(),
  to: dateSchema.nullable(),
});

/** Trees of the tasks whose time touches the period, as reports count them. */
export const plannedTreesSchema = z.object({
  scheduled_plant_count: count,
  submitted_plant_count: count,
  verified_plant_count: count,
  contradicted_plant_count: count,
});

/** The same filters everywhere that trees are counted or shown. Dates are capture dates, inclusive. */
export const treeFilterShape = {
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  garden: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
const treeFilterSchema = z.object(treeFilterShape);
export type TreeFilter = z.output<typeof treeFilterSchema>;

/** Figures of a part of what was asked for. Trees are null where nothing was seen. */
const partFigures = {
  tree_count: z.number().int().nullable(),
  green_tree_count: z.number().int().nullable(),
  garden_count: z.number().int(),
  garden_area: z.number(),
  coverage: coverageSchema,
  /** Null where no image of the ground says. */
  canopy: canopySchema.nullable(),
  shrubs: shrubsSchema.nullable(),
};

/**
 * Areas in square metres, percentages 0 to 100. What was counted or measured on images is null where none of
 * the period shows any of the ground; rates are of the ground that was seen. Without a territory in the filter
 * these are the country's figures: what lies outside its regions is in `outside` alone.
 */
const statisticsSchema = z
  .object({
    total_tree_count: z.number().int().nullable(),
    total_tree_area: z.number().nullable(),
    /** Of the ground seen. */
    tree_area_percent: z.number().nullable(),
    garden_count: z.number().int(),
    garden_area: z.number(),
    garden_tree_count: z.number().int().nullable(),
    garden_tree_area: z.number().nullable(),
    /** Crowns of green trees, of the ground seen in gardens. */
    green_area_percent_in_gardens: z.number().nullable(),
    green_tree_count: z.number().int().nullable(),
    non_green_tree_count: z.number().int().nullable(),
    unsure_tree_count: z.number().int().nullable(),
    green_level: z.number().nullable(),
    green_level_index: z.string().nullable(),
    green_levels: greenLevelsSchema,
    /** Beside the trees; null where no image of the ground says. */
    canopy: canopySchema.nullable(),
    shrubs: shrubsSchema.nullable(),
    territory_area: z.number().nullable(),
    coverage: coverageSchema,
    /** The same of the gardens alone; `total_m2` is their area. */
    garden_coverage: coverageSchema,
    /** Number of the gardens that were seen at all. */
    gardens_seen: z.number().int(),
    trees: treeCountsSchema.nullable(),
    /** As reports say it of the same place and period; null where no comparison of images shows its trees. */
    changes: changeFiguresSchema.nullable(),
    /** The same of plantings and their visits; null for those who may not see planting tasks. */
    survival: survivalFiguresSchema.nullable(),
    planting: plannedTreesSchema.nullable(),
    /** They add up to the figures above. The last has no id and holds what lies in none of the others. */
    by_territory: z.array(
      z.object({
        kind: z.enum(["region", "district"]),
        id: idSchema.nullable(),
        name: z.record(z.string(), z.string()),
        ...partFigures,
      }),
    ),
    /** Figures of what lies outside the country's regions; null when nothing does. In no other figure here. */
    outside: z.object(partFigures).nullable(),
  })
  .meta({ id: "Statistics" });
export type Statistics = z.output<typeof statisticsSchema>;

export const statistics = call({
  method: "GET",
  path: paths.statistics,
  access: "signedIn",
  query: treeFilterSchema,
  answer: statisticsSchema,
});

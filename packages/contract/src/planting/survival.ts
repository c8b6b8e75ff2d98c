/** Survival of what a planting task planted: visits, their plots drawn at random, and what the counts say. */
import { dateSchema, idParamsSchema, idSchema, rangeSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { countDoubts } from "../values/planting/plausible-counts.ts";
import { noEstimateReasons, survivalLimits, visitStates } from "../values/planting/survival.ts";
import { z } from "../z.ts";
import { rowsSeenSchema } from "./verdicts.ts";

const count = z.number().int();
const text = z.string().trim().max(2000, { error: "too_long" });

/** Estimate for all the trees of the task from its counted plots. */
const survivalEstimateSchema = z
  .object({
    /** Share of planting places whose tree lives, 0 to 1; null with the reason why. */
    survival: rangeSchema.nullable(),
    no_estimate: z.enum(noEstimateReasons).nullable(),
    /** Plots that are counted, of all that were drawn. */
    counted_plots: count,
    plots: count,
    /** Counted plots that weigh nothing, as no independent evidence: a verdict and every sum leave them out. */
    left_out: count,
    living: count,
    dead: count,
    missing: count,
    /**
     * The share of the planting places found, within the range of the verdict; where that contradicts the report, the
     * trees that stand by it. Null where nothing was reported, or nothing speaks of them.
     */
    living_trees: rangeSchema.nullable(),
    /** Planting places of the whole ground by those in the plots, against the trees reported. */
    planting_places: rangeSchema.nullable(),
    /** Of these the task's own: no more than it reported, and parted where other tasks planted on the ground. */
    own_places: rangeSchema.nullable(),
    /** First and last day of the counts. */
    from: dateSchema.nullable(),
    to: dateSchema.nullable(),
  })
  .meta({ id: "SurvivalEstimate" });
export type SurvivalEstimate = z.output<typeof survivalEstimateSchema>;

/** A circle on the ground in which a person counts. WGS 84, degrees. */
const survivalPlotSchema = z
  .object({
    id: idSchema,
    number: count,
    latitude: z.number(),
    longitude: z.number(),
    /** Of the part inside the garden. */
    area_m2: z.number(),
    living: count.nullable(),
    dead: count.nullable(),
    /** Planting places without a tree. */
    missing: count.nullable(),
    note: z.string(),
    measured_at: z.iso.datetime().nullable(),
    measured_by: z.string().nullable(),
    /** Of who counted, as it is today. */
    measured_by_organization: referenceSchema.nullable(),
    /**
     * Reason why the count is no independent evidence and weighs nothing in a verdict; null where it is, or is not
     * there.
     */
    doubt: z.enum(countDoubts).nullable(),
    /** Where the counter stood, and how exact their device said it was; null where it was not told. */
    counter: z
      .object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number().nullable() })
      .nullable(),
    /** Metres from the plot's centre to the counter. */
    counter_distance_m: z.number().nullable(),
    can: z.object({ count: z.boolean() }),
  })
  .meta({ id: "SurvivalPlot" });
export type SurvivalPlot = z.output<typeof survivalPlotSchema>;

/** Random choice of plots: with algorithm, seed and ground anybody can repeat it. */
const survivalDrawSchema = z
  .object({
    number: count,
    algorithm: z.string(),
    seed: count,
    plot_count: count,
    radius_m: z.number(),
    ground_m2: z.number(),
    reason: z.string(),
    drawn_at: z.iso.datetime(),
    drawn_by: z.string().nullable(),
    plots: z.array(survivalPlotSchema),
  })
  .meta({ id: "SurvivalDraw" });
export type SurvivalDraw = z.output<typeof survivalDrawSchema>;

const survivalVisitSchema = z
  .object({
    id: idSchema,
    /** Years after planting; null for a visit that somebody asked for. */
    year: count.nullable(),
    due_date: dateSchema,
    state: z.enum(visitStates),
    /** Days from planting to the visit; null where nothing is reported. */
    age_days: count.nullable(),
    /** Counted within half a year of planting: it is no survival of a year, and in no figure of one. */
    early: z.boolean(),
    /** Its day has come, and it is not done. */
    due: z.boolean(),
    /** The day of the next visit has come, and nobody went: of this year nothing is known. */
    missed: z.boolean(),
    /** Purpose for which somebody asked for it. */
    purpose: z.string(),
    /** Reason why it was cancelled, opened again, or ended with plots that nobody counted. */
    reason: z.string(),
    created_by: z.string().nullable(),
    finished_at: z.iso.datetime().nullable(),
    finished_by: z.string().nullable(),
    /** The draw that counts. */
    draw: survivalDrawSchema.nullable(),
    /** Draws that were replaced, newest first, with what was counted in them. */
    earlier_draws: z.array(survivalDrawSchema),
    estimate: survivalEstimateSchema,
    can: z.object({
      draw: z.boolean(),
      finish: z.boolean(),
      reopen: z.boolean(),
      cancel: z.boolean(),
      restore: z.boolean(),
    }),
  })
  .meta({ id: "SurvivalVisit" });
export type SurvivalVisit = z.output<typeof survivalVisitSchema>;

const taskSurvivalSchema = z
  .object({
    /** By year, those asked for after them by day. */
    visits: z.array(survivalVisitSchema),
    /** Visits wait while the task is not completed. */
    waiting: z.boolean(),
    /** Where plots are drawn; null where the garden's boundary is not known, and none can be. */
    ground_m2: z.number().nullable(),
    /** The areas that the report names, where each of its rows names one; else the whole garden. */
    ground: z.enum(["reported", "garden"]),
    /** Trees that the report says were planted. */
    reported: count,
    /** Young trees in rows and empty pits on an image, as the task's verdict states them: seen, not counted on the spot. */
    rows_seen: rowsSeenSchema.nullable(),
    /** Plots that are proposed for a draw, by the size of the ground and the trees reported. */
    proposal: z.object({ plots: count, radius_m: z.number() }).nullable(),
    /** Metres between trees, as ordered; null where nobody has said it. */
    spacing_m: z.number().nullable(),
    can: z.object({
      add: z.boolean(),
      /**
       * Reason why somebody with the right neither draws nor counts: they reported the task, or their organization did.
       */
      blocked: z.enum(["own_report"]).nullable(),
    }),
  })
  .meta({ id: "TaskSurvival" });
export type TaskSurvival = z.output<typeof taskSurvivalSchema>;

const all = `${paths.plantTreeTask}/:id/survival` as const;
const visit = `${all}/:visit` as const;
const id = z.coerce.number().int().positive();
const visitParamsSchema = z.object({ id, visit: id });

export const taskSurvival = call({
  method: "GET",
  path: all,
  access: "planttreetask.view",
  params: idParamsSchema,
  answer: taskSurvivalSchema,
});

export const survivalVisitCreateSchema = z.object({
  due_date: dateSchema,
  purpose: text.min(1, { error: "required" }),
});
/** A visit besides those of every year. */
export const survivalVisitCreate = call({
  method: "POST",
  path: all,
  access: "planttreetaskreport.add",
  params: idParamsSchema,
  body: survivalVisitCreateSchema,
  answer: taskSurvivalSchema,
  status: 201,
});

const { plotsMin, plotsMax, radiusMinM, radiusMaxM, treesInPlot } = survivalLimits;
export const survivalDrawCreateSchema = z.object({
  plots: z.number().int().min(plotsMin, { error: "plots_range" }).max(plotsMax, {
    error: "plots_range",
  }),
  radius_m: z.number().min(radiusMinM, { error: "radius_range" }).max(radiusMaxM, {
    error: "radius_range",
  }),
  /** Required where plots were drawn before. */
  reason: text.default(""),
});
/** Draws the plots of a visit at random; the seed is the server's. */
export const survivalDrawCreate = call({
  method: "POST",
  path: `${visit}/draw`,
  access: "planttreetaskreport.add",
  params: visitParamsSchema,
  body: survivalDrawCreateSchema,
  answer: taskSurvivalSchema,
  status: 201,
});

export const survivalStateSchema = z.object({
  /** Back to `planned` or `drawn`: opened again, whichever it was. */
  state: z.enum(visitStates),
  reason: text.default(""),
});
export const survivalVisitState = call({
  method: "POST",
  path: `${visit}/state`,
  access: "planttreetask.view",
  andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
  params: visitParamsSchema,
  body: survivalStateSchema,
  answer: taskSurvivalSchema,
});

const trees = z.number().int().min(0, { error: "plot_count_range" }).max(treesInPlot, {
  error: "plot_count_range",
});
export const survivalCountSchema = z.object({
  living: trees,
  dead: trees,
  missing: trees,
  note: text.default(""),
  /** When it was counted, where that is not now: a count that waited for a line. */
  measured_at: z.iso.datetime({ offset: true }).optional(),
  counter: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy_m: z.number().min(0).max(100_000).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Account of the person who counted, where the count waited on a phone: nobody else's session sends it. */
  person: idSchema.optional(),
  /** The count that the writer saw before, by its time; another one in between is refused. */
  seen: z.iso.datetime().nullable().optional(),
});
/** Whoever may report counts plots, and corrects their own counts; another's needs the right to change. */
export const survivalCount = call({
  method: "PUT",
  path: `${visit}/plot/:plot`,
  access: "planttreetask.view",
  andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
  params: visitParamsSchema.extend({ plot: id }),
  body: survivalCountSchema,
  answer: taskSurvivalSchema,
});

/** Survival in one year of a garden: what the done visits of its tasks say together. */
const survivalYearSchema = z.object({
  year: count,
  /** Tasks with an estimate, and all that are completed. */
  tasks_seen: count,
  tasks: count,
  plots: count,
  /** Of all trees reported by the tasks that were seen; null where none was. */
  survival: rangeSchema.nullable(),
  /** Trees reported by the tasks that were seen, and by all. */
  reported_seen: count,
  reported: count,
  from: dateSchema.nullable(),
  to: dateSchema.nullable(),
});
const gardenSurvivalSchema = z
  .object({
    years: z.array(survivalYearSchema),
    /** Of the trees that were planted again where others were lost; empty where none were. */
    replanted: z.array(survivalYearSchema),
  })
  .meta({ id: "GardenSurvival" });
export type GardenSurvival = z.output<typeof gardenSurvivalSchema>;

export const gardenSurvival = call({
  method: "GET",
  path: `${paths.garden}/:id/survival`,
  access: "planttreetask.view",
  params: idParamsSchema,
  answer: gardenSurvivalSchema,
});

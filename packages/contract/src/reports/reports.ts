import { canopySchema, coverageSchema, greenLevelsSchema, shrubsSchema } from "../coverage.ts";
import { dateSchema, datesReversed, idSchema, inOrder, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { changeFiguresSchema, survivalFiguresSchema, treeCountsSchema } from "../statistics.ts";
import { deviceStates } from "../values/devices.ts";
import { paths } from "../values/paths.ts";
import { taskStatuses } from "../values/plant-tree-task-states.ts";
import { recordOf } from "../values/record-of.ts";
import { type ReportKind, reportFormats, reportKinds } from "../values/reports/reports.ts";
import { violationStates } from "../values/violations.ts";
import { z } from "../z.ts";
import { reportApprovalSchema } from "./report-periods.ts";

const count = z.number().int();

/** `{count, by_state}` with every state, those that nothing is in as 0. */
function countedSchema<S extends string>(states: readonly S[]) {
  return z.object({ count, by_state: z.object(recordOf(states, () => count)) });
}

/**
 * The figures of one territory, each as its own list or `/statistics` says it under the same filter.
 * Areas in square metres, percentages 0 to 100. What was counted or measured on images is null where
 * nothing was seen; rates are of the ground seen.
 */
const figuresShape = {
  area_m2: z.number().nullable(),
  garden_count: count,
  garden_area_m2: z.number(),
  gardens_seen: count,
  coverage: coverageSchema,
  trees: treeCountsSchema.nullable(),
  tree_area_m2: z.number().nullable(),
  tree_area_percent: z.number().nullable(),
  garden_tree_count: count.nullable(),
  green_level: z.number().nullable(),
  green_level_index: z.string().nullable(),
  green_levels: greenLevelsSchema,
  /** Beside the trees; null where no image of the ground says, and in versions from before these were summed. */
  canopy: canopySchema.nullable().default(null),
  shrubs: shrubsSchema.nullable().default(null),
  /** Images of the territory; the newest one's date and metres per pixel. */
  captures: z.object({
    count,
    latest: dateSchema.nullable(),
    gsd_m: z.number().nullable(),
  }),
  /**
   * Tasks whose time touches the period; `overdue` counts beside the states. Trees are those of tasks that are not
   * cancelled and plant nothing again.
   */
  tasks: countedSchema(taskStatuses).extend({
    overdue: count,
    scheduled_plant_count: count,
    /** Reported, without the reports that were found not to stand. */
    submitted_plant_count: count,
    /** Of the tasks whose report a reviewer found to agree with images, plots and photos. */
    verified_plant_count: count,
    /** Reported by tasks whose report a reviewer found not to stand; null in versions from before it was told apart. */
    contradicted_plant_count: count.nullable().default(null),
  }),
  /** By comparisons whose later image is of the period; null where none shows the territory's trees. */
  changes: changeFiguresSchema.nullable(),
  /**
   * Completed tasks that a survival visit was due in, or made in, during the period; what was counted within half a
   * year of planting is no survival. Of a task and those that plant again what it lost one counts: the newest visited.
   */
  survival: survivalFiguresSchema,
  /** States as they are now, whatever the period. */
  devices: countedSchema(deviceStates).extend({
    /** Devices in service of which a reading left its range in the period, and on how many days of theirs. */
    exceeded: count,
    exceedance_days: count,
  }),
  /** Observed in the period; `overdue` of these, `settled` closed or dismissed in the period. */
  violations: countedSchema(violationStates).extend({ overdue: count, settled: count }),
};
const reportFiguresSchema = z.object(figuresShape).meta({ id: "ReportFigures" });
export type ReportFigures = z.output<typeof reportFiguresSchema>;

const groundFiguresSchema = reportFiguresSchema.pick({
  garden_tree_count: true,
  trees: true,
  tree_area_percent: true,
  green_level: true,
  green_level_index: true,
  changes: true,
  survival: true,
});
export type GroundFigures = z.output<typeof groundFiguresSchema>;

const lineShape = {
  ...figuresShape,
  /** The same of the period before; null where the report has none. */
  before: reportFiguresSchema.nullable(),
  /**
   * Figures counted on images and plots, in both periods, on the ground that both saw: each garden, and what of each
   * district lies outside gardens, of which both periods saw the same; of survival the plantings that both visited.
   * Null without a period before, and in versions from before this was summed.
   */
  compared: z
    .object({ seen_m2: z.number(), now: groundFiguresSchema, before: groundFiguresSchema })
    .nullable()
    .default(null),
};
const reportLineSchema = z.object(lineShape).meta({ id: "ReportLine" });
export type ReportLine = z.output<typeof reportLineSchema>;

const reportRowSchema = z
  .object({
    /** Null in the last row, which holds what lies in none of the others; it is there only where something does. */
    id: idSchema.nullable(),
    name: z.record(z.string(), z.string()),
    /** Of a district. */
    region: referenceSchema.nullable(),
    ...lineShape,
  })
  .meta({ id: "ReportRow" });
export type ReportRow = z.output<typeof reportRowSchema>;

const reportSchema = z
  .object({
    kind: z.enum(reportKinds),
    region: referenceSchema.nullable(),
    from: dateSchema.nullable(),
    to: dateSchema.nullable(),
    /** Submitted or approved: then the figures are those of the approval, as long as nobody asks for today's. */
    approval: reportApprovalSchema.nullable(),
    /** True in `submit` where the reader may submit the period. */
    can: z.object({ submit: z.boolean() }),
    /** As long as the period, and ended the day before it; null where the period has no first day. */
    before: z.object({ from: dateSchema, to: dateSchema }).nullable(),
    made_at: z.iso.datetime(),
    rows: z.array(reportRowSchema),
    /** The country's or the region's: the sum of the rows. */
    total: reportLineSchema,
    /** Figures of what lies outside all regions, and the sum of them and the total; null when nothing does. */
    outside: reportLineSchema.nullable(),
    grand_total: reportLineSchema.nullable(),
  })
  .meta({ id: "Report" });
export type Report = z.output<typeof reportSchema>;
/** Both reports of a period at one moment. */
export type ApprovedReports = Record<ReportKind, Report>;

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

/** "Asia/Dushanbe": the reader's, for the moment at which a file was made. */
export const timeZoneSchema = z
  .string()
  .max(60)
  .refine(isTimeZone, { error: "invalid" })
  .default("Asia/Dushanbe");

/** Without `format` the `Accept` header decides. Dates are inclusive. */
const reportQuerySchema = z.object({
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  format: z.enum(reportFormats).optional(),
  /** Of an approved period: the figures as approved, or as they are now. */
  figures: z.enum(["approved", "now"]).default("approved"),
  /**
   * Of files: all lines, or only those of territories that hold something; the sums are the same. Left out, a PDF by
   * district has the filled ones and every other file all.
   */
  lines: z.enum(["all", "filled"]).optional(),
  /** The reader's, for the moment at which a file was made. */
  time_zone: timeZoneSchema,
});
const regionReportQuerySchema = reportQuerySchema.refine(inOrder, datesReversed);
const districtReportQuerySchema = reportQuerySchema
  .extend({ region: z.coerce.number().int().optional() })
  .refine(inOrder, datesReversed);
export type ReportQuery = z.output<typeof districtReportQuerySchema>;

export const regionReport = call({
  method: "GET",
  path: paths.reportRegion,
  access: "signedIn",
  query: regionReportQuerySchema,
  answer: reportSchema,
});
export const districtReport = call({
  ...regionReport,
  path: paths.reportDistrict,
  query: districtReportQuerySchema,
});

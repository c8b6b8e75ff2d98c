/** Figures of a report against those of the period before: which ones, and how they differ. */
import type { ReportSection } from "./reports.ts";

/** A figure, with its 90 % range where it is an estimate. */
interface Measured {
  value: number;
  low: number | null;
  high: number | null;
}

/** Figures that were counted on images and plots, and so tell of the ground that these showed. */
interface GroundFigures {
  garden_tree_count: number | null;
  trees: { total: number; low: number | null; high: number | null } | null;
  tree_area_percent: number | null;
  green_level: number | null;
  green_level_index: string | null;
  changes: Record<
    "planted" | "lost",
    { count: number; low: number | null; high: number | null }
  > | null;
  survival: Record<"rate" | "living", Measured | null>;
}

/** Figures of a report that are compared. */
interface ReportFigures extends GroundFigures {
  tasks: Record<
    "count" | "scheduled_plant_count" | "submitted_plant_count" | "verified_plant_count",
    number
  > & { contradicted_plant_count: number | null };
  devices: Record<"exceeded" | "exceedance_days", number>;
  violations: Record<"count" | "settled" | "overdue", number>;
}

/** A line of a report. `compared`: both periods on the ground that both saw; null where that was not summed. */
interface ComparedLine extends ReportFigures {
  before: ReportFigures | null;
  compared: Record<"now" | "before", GroundFigures> | null;
}

/** A percentage is 0 to 100, a share 0 to 1. */
export type FigureUnit = "count" | "percent" | "share";

export interface ComparedFigure {
  section: ReportSection;
  /** Its column's key in reports.json. */
  title: string;
  unit: FigureUnit;
  /** Null where nothing was seen. */
  of: (figures: ReportFigures) => Measured | null;
}

const plain = (value: number | null): Measured | null =>
  value === null ? null : { value, low: null, high: null };

const figure =
  (section: ReportSection) =>
  (
    title: string,
    of: (figures: ReportFigures) => number | null,
    unit: FigureUnit = "count",
  ): ComparedFigure => ({ section, title, unit, of: (figures) => plain(of(figures)) });

const trees = figure("trees");
const tasks = figure("tasks");
const devices = figure("devices");
const violations = figure("violations");

/** Everything that is set against the period before. Gardens are not: nobody says since when one is there. */
export const comparedFigures: readonly ComparedFigure[] = [
  {
    section: "trees",
    title: "tree_count",
    unit: "count",
    of: ({ trees: t }) => t && { value: t.total, low: t.low, high: t.high },
  },
  trees("garden_tree_count", (f) => f.garden_tree_count),
  trees("tree_area_percent", (f) => f.tree_area_percent, "percent"),
  trees("green_level", (f) => f.green_level, "percent"),
  ...(["planted", "lost"] as const).map(
    (title): ComparedFigure => ({
      section: "changes",
      title,
      unit: "count",
      of: ({ changes }) => {
        const found = changes?.[title];
        return found ? { value: found.count, low: found.low, high: found.high } : null;
      },
    }),
  ),
  tasks("task_count", (f) => f.tasks.count),
  tasks("scheduled", (f) => f.tasks.scheduled_plant_count),
  tasks("submitted", (f) => f.tasks.submitted_plant_count),
  tasks("verified", (f) => f.tasks.verified_plant_count),
  tasks("contradicted", (f) => f.tasks.contradicted_plant_count),
  { section: "survival", title: "survival_rate", unit: "share", of: (f) => f.survival.rate },
  { section: "survival", title: "survived", unit: "count", of: (f) => f.survival.living },
  devices("exceeded", (f) => f.devices.exceeded),
  devices("exceedance_days", (f) => f.devices.exceedance_days),
  violations("violation_count", (f) => f.violations.count),
  violations("violation_settled", (f) => f.violations.settled),
  violations("violation_overdue", (f) => f.violations.overdue),
];

/** The five that stand above the tables, for whoever reads no further. */
const headlineTitles = [
  "tree_count",
  "tree_area_percent",
  "submitted",
  "survival_rate",
  "violation_count",
] as const;
type HeadlineTitle = (typeof headlineTitles)[number];

export const headlineFigures: readonly (ComparedFigure & { title: HeadlineTitle })[] =
  headlineTitles.flatMap((title) =>
    comparedFigures.filter((one) => one.title === title).map((one) => ({ ...one, title })),
  );

/**
 * The difference of two figures, with its 90 % range where both have one: the distances of the ranges' ends add as
 * variances do (Zou and Donner, Statistics in Medicine 27, 2008). Where one of them has none, nobody knows that of
 * the difference. Null where one of them was not seen.
 */
export function changeOf(now: Measured | null, before: Measured | null): Measured | null {
  if (!now || !before) return null;
  const value = now.value - before.value;
  if (now.low === null || now.high === null || before.low === null || before.high === null)
    return { value, low: null, high: null };
  return {
    value,
    low: value - Math.hypot(now.value - now.low, before.high - before.value),
    high: value + Math.hypot(now.high - now.value, before.value - before.low),
  };
}

/** Counted on images or plots: their change is one of the ground that both periods saw. */
const groundSections: readonly ReportSection[] = ["trees", "changes", "survival"];

/** Both periods saw something, and nothing of it is the same ground. */
export const otherGround = "other_ground";
export type Change = Measured | typeof otherGround | null;

/**
 * Change of a figure of a line since the period before. Null where one of both was not seen, or was measured by
 * another index of green.
 */
export function changeIn(figure: ComparedFigure, line: ComparedLine): Change {
  if (!line.before) return null;
  const { of } = figure;
  if (!groundSections.includes(figure.section)) return changeOf(of(line), of(line.before));
  if (!line.compared || !of(line) || !of(line.before)) return null;
  const { now, before } = line.compared;
  const indices = [now, before].map((one) => one.green_level_index);
  if (figure.title === "green_level" && !indices.includes(null) && indices[0] !== indices[1])
    return null;
  return changeOf(of({ ...line, ...now }), of({ ...line.before, ...before })) ?? otherGround;
}

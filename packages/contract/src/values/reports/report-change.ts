/** Figures of a report against those of the period before: which ones, and how they differ. */
import type { ReportSection } from "./reports.ts";

/** A figure, with its 90 % range where it is an estimate. */
export interface Measured {
  value: number;
  low: number | null;
  high: number | null;
}

/** What of a report's figures is compared. */
interface ReportFigures {
  garden_count: number;
  garden_area_m2: number;
  garden_tree_count: number | null;
  trees: { total: number; low: number | null; high: number | null } | null;
  tree_area_percent: number | null;
  green_level: number | null;
  changes: Record<"planted" | "lost", { count: number; low: number; high: number }> | null;
  tasks: Record<
    "count" | "scheduled_plant_count" | "submitted_plant_count" | "verified_plant_count",
    number
  >;
  survival: Record<"rate" | "living", Measured | null>;
  devices: Record<"exceeded" | "exceedance_days", number>;
  violations: Record<"count" | "settled" | "overdue", number>;
}

/** Square metres are shown as hectares; a percentage is 0 to 100, a share 0 to 1. */
export type FigureUnit = "count" | "hectares" | "percent" | "share";

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

const land = figure("land");
const trees = figure("trees");
const tasks = figure("tasks");
const devices = figure("devices");
const violations = figure("violations");

/** Everything that is set against the period before. */
export const comparedFigures: readonly ComparedFigure[] = [
  land("garden_count", (f) => f.garden_count),
  land("garden_area", (f) => f.garden_area_m2, "hectares"),
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
  { section: "survival", title: "survival_rate", unit: "share", of: (f) => f.survival.rate },
  { section: "survival", title: "survived", unit: "count", of: (f) => f.survival.living },
  devices("exceeded", (f) => f.devices.exceeded),
  devices("exceedance_days", (f) => f.devices.exceedance_days),
  violations("violation_count", (f) => f.violations.count),
  violations("violation_settled", (f) => f.violations.settled),
  violations("violation_overdue", (f) => f.violations.overdue),
];

/** The five that stand above the tables, for whoever reads no further. */
export const headlineTitles = [
  "tree_count",
  "tree_area_percent",
  "submitted",
  "survival_rate",
  "violation_count",
] as const;
export type HeadlineTitle = (typeof headlineTitles)[number];

export const headlineFigures: readonly (ComparedFigure & { title: HeadlineTitle })[] =
  headlineTitles.flatMap((title) =>
    comparedFigures.filter((one) => one.title === title).map((one) => ({ ...one, title })),
  );

/**
 * The difference of two figures, with its 90 % range where either has one: the distances of the ranges' ends add as
 * variances do (Zou and Donner, Statistics in Medicine 27, 2008). Null where one of them was not seen.
 */
export function changeOf(now: Measured | null, before: Measured | null): Measured | null {
  if (!now || !before) return null;
  const value = now.value - before.value;
  const [a, b] = [rangeOf(now), rangeOf(before)];
  if (!a || !b || (now.low === null && before.low === null))
    return { value, low: null, high: null };
  return {
    value,
    low: value - Math.hypot(now.value - a.low, b.high - before.value),
    high: value + Math.hypot(a.high - now.value, before.value - b.low),
  };
}

/** A plain number is its own range; an estimate without a range has none. */
function rangeOf({ value, low, high }: Measured): { low: number; high: number } | null {
  if (low !== null && high !== null) return { low, high };
  return low === null && high === null ? { low: value, high: value } : null;
}

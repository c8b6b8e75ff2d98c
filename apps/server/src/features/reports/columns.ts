/** What a report's files hold, column by column. Titles and sections are keys of reports.json. */
import { deviceStates } from "@nihol/contract/devices";
import { taskStatuses } from "@nihol/contract/plant-tree-task-states";
import type { Report, ReportFigures, ReportRow } from "@nihol/contract/reports";
import { violationStates } from "@nihol/contract/violations";
import type { CellValue, Heading } from "../../exports/list-export.ts";
import type { Words } from "../../exports/words.ts";

export const sections = ["land", "trees", "captures", "tasks", "devices", "violations"] as const;
export type Section = (typeof sections)[number];

/** One column of figures; `title` is its key without the file's name. */
export interface FigureColumn extends Heading {
  section: Section;
  of: (figures: ReportFigures) => CellValue;
}

const hectares = (areaM2: number | null) => (areaM2 === null ? null : areaM2 / 10_000);

const number =
  (section: Section, digits = 0) =>
  (title: string, of: (figures: ReportFigures) => number | null): FigureColumn => ({
    section,
    title,
    kind: "number",
    digits,
    of,
  });
const date = (
  section: Section,
  title: string,
  of: (figures: ReportFigures) => string | null,
): FigureColumn => ({ section, title, kind: "date", digits: 0, of });
const plainText = (
  section: Section,
  title: string,
  of: (figures: ReportFigures) => string | null,
): FigureColumn => ({ section, title, kind: "text", digits: 0, of });

const land = number("land");
const landHa = number("land", 4);
const trees = number("trees");
const tasks = number("tasks");

/** Every figure as a number or a date of its own: for tables that somebody reckons with. Hectares and per cent. */
export const figureColumns: readonly FigureColumn[] = [
  landHa("area", (f) => hectares(f.area_m2)),
  land("garden_count", (f) => f.garden_count),
  landHa("garden_area", (f) => hectares(f.garden_area_m2)),
  trees("tree_count", (f) => f.trees.total),
  trees("tree_low", (f) => f.trees.low),
  trees("tree_high", (f) => f.trees.high),
  trees("tree_green", (f) => f.trees.green),
  trees("tree_not_green", (f) => f.trees.not_green),
  trees("tree_unsure", (f) => f.trees.unsure),
  trees("garden_tree_count", (f) => f.garden_tree_count),
  number("trees", 4)("tree_area", (f) => hectares(f.tree_area_m2)),
  number("trees", 6)("tree_area_percent", (f) => f.tree_area_percent),
  number("trees", 2)("green_level", (f) => f.green_level),
  plainText("trees", "green_index", (f) => f.green_level_index),
  date("trees", "seen_from", (f) => f.trees.captured_from),
  date("trees", "seen_to", (f) => f.trees.captured_to),
  number("trees", 3)("seen_gsd", (f) => f.trees.gsd_m),
  plainText("trees", "model", (f) => f.trees.models.join(", ")),
  number("captures")("capture_count", (f) => f.captures.count),
  date("captures", "capture_latest", (f) => f.captures.latest),
  number("captures", 3)("capture_gsd", (f) => f.captures.gsd_m),
  tasks("task_count", (f) => f.tasks.count),
  ...taskStatuses.map((one) => tasks(`task_${one}`, (f) => f.tasks.by_state[one])),
  tasks("task_overdue", (f) => f.tasks.overdue),
  tasks("scheduled", (f) => f.tasks.scheduled_plant_count),
  tasks("submitted", (f) => f.tasks.submitted_plant_count),
  number("devices")("device_count", (f) => f.devices.count),
  ...deviceStates.map((one) => number("devices")(`device_${one}`, (f) => f.devices.by_state[one])),
  number("violations")("violation_count", (f) => f.violations.count),
  ...violationStates.map((one) =>
    number("violations")(`violation_${one}`, (f) => f.violations.by_state[one]),
  ),
];

/** A line of a file: what it is called, and its figures. */
export interface Line {
  name: string;
  /** Of a district. */
  region: string;
  isTotal: boolean;
  figures: ReportFigures;
}

function lineOf(row: ReportRow, { kind }: Report, words: Words): Line {
  return {
    name: row.id === null ? words.text(`reports.elsewhere_${kind}`) : words.name(row.name),
    region: words.name(row.region?.name),
    isTotal: false,
    figures: row,
  };
}

/** The report's rows with the total at the end. */
export function linesOf(report: Report, words: Words): Line[] {
  const total = {
    name: words.text("reports.total"),
    region: "",
    isTotal: true,
    figures: report.total,
  };
  return [...report.rows.map((row) => lineOf(row, report, words)), total];
}

/** "14.05.2026 – 21.05.2026"; an open end is a dot-dot-dot, no dates at all a text. */
export function periodText({ from, to }: Report, words: Words): string {
  if (!from && !to) return words.text("reports.period_all");
  return `${from ? words.date(from) : "…"} – ${to ? words.date(to) : "…"}`;
}

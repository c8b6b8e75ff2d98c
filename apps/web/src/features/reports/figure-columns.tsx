import type { ReportFigures } from "@nihol/contract/reports/reports";
import { deviceStates } from "@nihol/contract/values/devices";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { comparedFigures } from "@nihol/contract/values/reports/report-change";
import type { CoverShown } from "@nihol/contract/values/reports/report-cover";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import { violationStates } from "@nihol/contract/values/violations";
import { canopyCover, uncountableText } from "@nihol/locales/canopy-text";
import { coverageText, greenLevelsText } from "@nihol/locales/coverage-text";
import { formatMeasured } from "@nihol/locales/format-change";
import { noValue } from "@nihol/locales/format-number";
import { countText, groundText, isUnfamiliar } from "@nihol/locales/ground-text";
import { survivalAges } from "@nihol/locales/report-headline";
import type { ReactNode } from "react";
import { PlantedBar, TreeBar } from "./figure-bars.tsx";
import type { Scale } from "./figure-scale.ts";

export type FigureColumn = {
  section: ReportSection;
  /** A key of reports.json. */
  title: string;
  align?: "left";
  /** The figure; a column of notes has none. */
  cell?: (figures: ReportFigures, scale: Scale) => ReactNode;
  /** Note about it, in one line until it is pressed. */
  note?: (figures: ReportFigures, scale: Scale) => string | null | undefined;
  /** Kind of ground cover that it is a figure of; the column is left out where no line has any. */
  cover?: keyof CoverShown;
};

const land: FigureColumn[] = [
  { section: "land", title: "area", cell: (f, { format }) => format.hectares(f.area_m2) },
  {
    section: "land",
    title: "garden_count",
    cell: (f, { format }) => format.number(f.garden_count),
  },
  {
    section: "land",
    title: "garden_area",
    cell: (f, { format }) => format.hectares(f.garden_area_m2),
  },
];

/** Says how much was seen, and of how many gardens: what the figures beside it are about. */
function coverageNote(figures: ReportFigures, { coverage, inPeriod }: Scale): string {
  const gardens = { seen: figures.gardens_seen, count: figures.garden_count };
  const undated = { ...figures.coverage, from: null, to: null };
  return coverageText(undated, coverage, { gardens, inPeriod });
}

const trees: FigureColumn[] = [
  {
    section: "trees",
    title: "coverage",
    align: "left",
    note: coverageNote,
  },
  {
    section: "trees",
    title: "tree_count",
    cell: (f, { coverage, maxTrees }) => (
      <>
        {isUnfamiliar(f.trees) ? (
          <span className="block w-40 whitespace-normal">{countText(f.trees, coverage)}</span>
        ) : (
          countText(f.trees, coverage)
        )}
        <TreeBar trees={f.trees} max={maxTrees} />
      </>
    ),
  },
  ...(["green", "not_green", "unsure"] as const).map(
    (state): FigureColumn => ({
      section: "trees",
      title: `tree_${state}`,
      cell: (f, { format }) => format.number(f.trees?.[state]),
    }),
  ),
  {
    section: "trees",
    title: "garden_tree_count",
    cell: (f, { format }) => format.number(f.garden_tree_count),
  },
  {
    section: "trees",
    title: "tree_area",
    cell: (f, { format }) => format.hectares(f.tree_area_m2),
  },
  {
    section: "trees",
    title: "tree_area_percent",
    cell: (f, { format }) => format.percent(f.tree_area_percent),
  },
  {
    section: "trees",
    title: "closed_canopy",
    cover: "canopy",
    cell: ({ canopy }, { coverage }) => canopyCover(canopy, coverage),
    note: ({ canopy }, { coverage }) => canopy && uncountableText(canopy, coverage),
  },
  {
    section: "trees",
    title: "shrubs",
    cover: "shrubs",
    cell: (f, { format }) => format.number(f.shrubs?.count),
  },
  {
    section: "trees",
    title: "green_level",
    // Shares by different indices stand apart: they do not add up.
    cell: (f, { coverage }) => greenLevelsText(f.green_levels, coverage) || noValue,
  },
  {
    section: "trees",
    title: "basis",
    align: "left",
    note: ({ trees }, { basis, coverage }) =>
      trees && [basis(trees), groundText(trees, coverage)].filter(Boolean).join("; "),
  },
];

/** A figure with its range, as it is set against the period before. */
const ranged = (title: string): FigureColumn => {
  const figure = comparedFigures.find((one) => one.title === title);
  if (!figure) throw new Error(`no compared figure ${title}`);
  const { section, unit, of } = figure;
  return {
    section,
    title,
    cell: (figures, { format }) => formatMeasured(of(figures), unit, format.language),
  };
};

const captures: FigureColumn[] = [
  {
    section: "captures",
    title: "capture_count",
    cell: (f, { format }) => format.number(f.captures.count),
  },
  {
    section: "captures",
    title: "capture_latest",
    cell: (f, { format }) => format.dateShort(f.captures.latest),
  },
  {
    section: "captures",
    title: "capture_gsd",
    cell: (f, { format }) => format.number(f.captures.gsd_m, 2),
  },
];

const tasks: FigureColumn[] = [
  { section: "tasks", title: "task_count", cell: (f, { format }) => format.number(f.tasks.count) },
  ...taskStatuses.map(
    (one): FigureColumn => ({
      section: "tasks",
      title: `task_${one}`,
      cell: (f, { format }) => format.number(f.tasks.by_state[one]),
    }),
  ),
  {
    section: "tasks",
    title: "task_overdue",
    cell: (f, { format }) => (
      <span className={f.tasks.overdue > 0 ? "font-medium text-act" : undefined}>
        {format.number(f.tasks.overdue)}
      </span>
    ),
  },
  {
    section: "tasks",
    title: "scheduled",
    cell: (f, { format }) => format.number(f.tasks.scheduled_plant_count),
  },
  {
    section: "tasks",
    title: "submitted",
    cell: (f, scale) => (
      <>
        {scale.format.number(f.tasks.submitted_plant_count)}
        <PlantedBar tasks={f.tasks} scale={scale} />
      </>
    ),
  },
  {
    section: "tasks",
    title: "verified",
    cell: (f, { format }) => format.number(f.tasks.verified_plant_count),
  },
  {
    section: "tasks",
    title: "contradicted",
    cell: (f, { format }) => (
      <span className={f.tasks.contradicted_plant_count ? "font-medium text-act" : undefined}>
        {format.number(f.tasks.contradicted_plant_count)}
      </span>
    ),
  },
];

const survival: FigureColumn[] = [
  {
    section: "survival",
    title: "survival_tasks",
    cell: (f, { format }) => format.number(f.survival.tasks),
  },
  {
    section: "survival",
    title: "survival_visited",
    cell: (f, { format }) => format.number(f.survival.tasks_visited),
  },
  {
    ...ranged("survival_rate"),
    note: ({ survival }, { format, t }) =>
      survivalAges(survival, {
        language: format.language,
        report: (key, params) => t(`reports:${key}`, params),
      }),
  },
  ranged("survived"),
];

const devices: FigureColumn[] = [
  {
    section: "devices",
    title: "device_count",
    cell: (f, { format }) => format.number(f.devices.count),
  },
  ...deviceStates.map(
    (one): FigureColumn => ({
      section: "devices",
      title: `device_${one}`,
      cell: (f, { format }) => format.number(f.devices.by_state[one]),
    }),
  ),
  ranged("exceeded"),
  ranged("exceedance_days"),
];

const violations: FigureColumn[] = [
  {
    section: "violations",
    title: "violation_count",
    cell: (f, { format }) => format.number(f.violations.count),
  },
  ...violationStates.map(
    (one): FigureColumn => ({
      section: "violations",
      title: `violation_${one}`,
      cell: (f, { format }) => format.number(f.violations.by_state[one]),
    }),
  ),
  ranged("violation_overdue"),
  ranged("violation_settled"),
];

const changed = (title: "planted" | "lost"): FigureColumn => {
  const column = ranged(title);
  return {
    ...column,
    cell: (figures, words) =>
      figures.changes?.[title].withheld
        ? words.t("coverage:unfamiliar")
        : column.cell?.(figures, words),
  };
};

const changes: FigureColumn[] = [changed("planted"), changed("lost")];

/** The columns of some sections, in order; closed canopy and shrubs only where the report has any. */
export function columnsOf(wanted: readonly ReportSection[], shown: CoverShown): FigureColumn[] {
  const all = [land, trees, changes, captures, tasks, survival, devices, violations].flat();
  return all.filter(({ section, cover }) => wanted.includes(section) && (!cover || shown[cover]));
}

/** Columns of a report's files. Titles and sections are keys of reports.json. */

import type { Report, ReportFigures, ReportLine, ReportRow } from "@nihol/contract/reports/reports";
import { deviceStates } from "@nihol/contract/values/devices";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { survivalYears } from "@nihol/contract/values/planting/survival";
import {
  changeIn,
  comparedFigures,
  type FigureUnit,
  otherGround,
} from "@nihol/contract/values/reports/report-change";
import { type CoverShown, coverShown } from "@nihol/contract/values/reports/report-cover";
import type { ReportLineKind } from "@nihol/contract/values/reports/report-periods";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import { violationStates } from "@nihol/contract/values/violations";
import { greenLevelsText } from "@nihol/locales/coverage-text";
import { formatChange } from "@nihol/locales/format-change";
import { modelName } from "@nihol/locales/model-name";
import { coverageWords, gapsNote, groundNote } from "../../../shared/files/coverage-note.ts";
import type { CellValue, Heading } from "../../../shared/files/list-export.ts";
import type { Words } from "../../../shared/files/words.ts";

/** `before`: the figures of the period before, and how they changed. */
type Section = ReportSection | "before";

/** Column of figures; `title` is its key without the file's name. */
export interface FigureColumn extends Heading {
  section: Section;
  of: (figures: ReportLine, words: Words, inPeriod: boolean) => CellValue;
  /** Of the section `before`: what is said of the figure with that title. */
  saying?: "before_value" | "change_value";
  /** Cover that it is a figure of, where that may have nothing to say; versions from before it was summed have none. */
  cover?: keyof CoverShown;
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
  of: (figures: ReportLine, words: Words, inPeriod: boolean) => string | null,
): FigureColumn => ({ section, title, kind: "text", digits: 0, of });

/** Only a territory has a border to be drawn: the lines for what is outside or in none of them have not. */
const territoryGaps = (f: ReportFigures | ReportRow) =>
  "id" in f && f.id !== null ? f : { ...f, area_m2: 0 };

const land = number("land");
const landHa = number("land", 4);
const trees = number("trees");
const changes = number("changes");
const tasks = number("tasks");
const survival = number("survival");
const percentOf = (share: number | undefined) => (share === undefined ? null : 100 * share);

/** Versions from before ages were told apart have none. */
const survivalOfYear = ({ survival: { years } }: ReportFigures, year: number) =>
  years?.find((one) => one.year === year);

const canopyColumns = [
  number("trees", 4)("closed_canopy", (f) => hectares(f.canopy?.closed_m2 ?? null)),
  number("trees", 6)("closed_canopy_percent", (f) => f.canopy?.percent ?? null),
  number("trees", 4)("canopy_uncountable", (f) => hectares(f.canopy?.uncountable_m2 ?? null)),
].map((column): FigureColumn => ({ ...column, cover: "canopy" }));

/** Every figure as a number or a date of its own: for tables that somebody reckons with. Hectares and per cent. */
export const figureColumns: readonly FigureColumn[] = [
  landHa("area", (f) => hectares(f.area_m2)),
  land("garden_count", (f) => f.garden_count),
  landHa("garden_area", (f) => hectares(f.garden_area_m2)),
  land("gardens_seen", (f) => f.gardens_seen),
  number("trees", 4)("seen_ha", (f) => hectares(f.coverage.seen_m2)),
  number("trees", 6)("seen_percent", (f) => f.coverage.percent),
  trees("seen_images", (f) => f.coverage.images),
  plainText("trees", "note", (f, words, inPeriod) =>
    [gapsNote(territoryGaps(f), words, inPeriod), groundNote(f.trees, words)]
      .filter(Boolean)
      .join("; "),
  ),
  trees("tree_count", (f) => f.trees?.total ?? null),
  trees("tree_low", (f) => f.trees?.low ?? null),
  trees("tree_high", (f) => f.trees?.high ?? null),
  trees("tree_green", (f) => f.trees?.green ?? null),
  trees("tree_not_green", (f) => f.trees?.not_green ?? null),
  trees("tree_unsure", (f) => f.trees?.unsure ?? null),
  trees("garden_tree_count", (f) => f.garden_tree_count),
  number("trees", 4)("tree_area", (f) => hectares(f.tree_area_m2)),
  number("trees", 6)("tree_area_percent", (f) => f.tree_area_percent),
  ...canopyColumns,
  { ...trees("shrubs", (f) => f.shrubs?.count ?? null), cover: "shrubs" },
  number("trees", 2)("green_level", (f) => f.green_level),
  plainText("trees", "green_index", (f) => f.green_level_index),
  number("trees", 4)("green_seen_ha", (f) => hectares(f.green_levels[0]?.seen_m2 ?? null)),
  plainText("trees", "green_others", (f, words) =>
    greenLevelsText(f.green_levels.slice(1), coverageWords(words)),
  ),
  date("trees", "seen_from", (f) => f.coverage.from),
  date("trees", "seen_to", (f) => f.coverage.to),
  number("trees", 3)("seen_gsd", (f) => f.trees?.gsd_m ?? null),
  plainText("trees", "model", (f) => f.trees?.models.map(modelName).join(", ") ?? null),
  changes("planted", (f) => f.changes?.planted.count ?? null),
  changes("planted_low", (f) => f.changes?.planted.low ?? null),
  changes("planted_high", (f) => f.changes?.planted.high ?? null),
  changes("lost", (f) => f.changes?.lost.count ?? null),
  changes("lost_low", (f) => f.changes?.lost.low ?? null),
  changes("lost_high", (f) => f.changes?.lost.high ?? null),
  number("captures")("capture_count", (f) => f.captures.count),
  date("captures", "capture_latest", (f) => f.captures.latest),
  number("captures", 3)("capture_gsd", (f) => f.captures.gsd_m),
  tasks("task_count", (f) => f.tasks.count),
  ...taskStatuses.map((one) => tasks(`task_${one}`, (f) => f.tasks.by_state[one])),
  tasks("task_overdue", (f) => f.tasks.overdue),
  tasks("scheduled", (f) => f.tasks.scheduled_plant_count),
  tasks("submitted", (f) => f.tasks.submitted_plant_count),
  tasks("verified", (f) => f.tasks.verified_plant_count),
  tasks("contradicted", (f) => f.tasks.contradicted_plant_count),
  survival("survival_tasks", (f) => f.survival.tasks),
  survival("survival_visited", (f) => f.survival.tasks_visited),
  survival("survival_plots", (f) => f.survival.plots),
  survival("survival_reported", (f) => f.survival.reported_visited),
  number("survival", 1)("survival_rate", (f) => percentOf(f.survival.rate?.value)),
  number("survival", 1)("survival_low", (f) => percentOf(f.survival.rate?.low)),
  number("survival", 1)("survival_high", (f) => percentOf(f.survival.rate?.high)),
  ...survivalYears.map((year) =>
    number("survival", 1)(`survival_${year}`, (f) =>
      percentOf(survivalOfYear(f, year)?.rate?.value),
    ),
  ),
  survival("survived", (f) => f.survival.living?.value ?? null),
  survival("survived_low", (f) => f.survival.living?.low ?? null),
  survival("survived_high", (f) => f.survival.living?.high ?? null),
  number("devices")("device_count", (f) => f.devices.count),
  ...deviceStates.map((one) => number("devices")(`device_${one}`, (f) => f.devices.by_state[one])),
  number("devices")("exceeded", (f) => f.devices.exceeded),
  number("devices")("exceedance_days", (f) => f.devices.exceedance_days),
  number("violations")("violation_count", (f) => f.violations.count),
  ...violationStates.map((one) =>
    number("violations")(`violation_${one}`, (f) => f.violations.by_state[one]),
  ),
  number("violations")("violation_overdue", (f) => f.violations.overdue),
  number("violations")("violation_settled", (f) => f.violations.settled),
];

/** Factor of a figure's unit, and the decimals that are left of it. */
const units: Record<FigureUnit, { factor: number; digits: number }> = {
  count: { factor: 1, digits: 0 },
  percent: { factor: 1, digits: 2 },
  share: { factor: 100, digits: 1 },
};

/** Each compared figure in the period before, and by how much it changed. */
const beforeColumns = comparedFigures.flatMap((figure): FigureColumn[] => {
  const { title, unit, of } = figure;
  const { factor, digits } = units[unit];
  const column = (saying: FigureColumn["saying"], value: FigureColumn["of"]): FigureColumn => ({
    ...{ section: "before", title, kind: "number", digits, saying, of: value },
  });
  const scaled = (value: number | undefined) => (value === undefined ? null : factor * value);
  const before = (line: ReportLine) => (line.before ? of(line.before) : null);
  return [
    column("before_value", (line) => scaled(before(line)?.value)),
    column("change_value", (line, { language }) => {
      const change = changeIn(figure, line);
      return change === otherGround ? formatChange(change, unit, language) : scaled(change?.value);
    }),
  ];
});
const comparedGround: FigureColumn = {
  ...{ section: "before", title: "compared_ha", kind: "number", digits: 4 },
  of: ({ compared }) => hectares(compared?.seen_m2 ?? null),
};

/** The columns of a report's tables that somebody reckons with; closed canopy and shrubs only where there are any. */
export function columnsOf(report: Report): readonly FigureColumn[] {
  const shown = coverShown(report);
  const columns = figureColumns.filter(({ cover }) => !cover || shown[cover]);
  return report.before ? [...columns, comparedGround, ...beforeColumns] : columns;
}

/** A column's heading within its section. */
export function headingOf({ title, saying }: FigureColumn, words: Words): string {
  const name = words.text(`reports.${title}`);
  return saying ? words.text(`reports.${saying}`, { title: name }) : name;
}

/** A line of a file: what it is called, and its figures. */
export interface Line {
  name: string;
  /** Of a district. */
  region: string;
  isTotal: boolean;
  figures: ReportLine;
  /** Line and territory by which its corrections are found. */
  line: ReportLineKind;
  territory: number | null;
}

function lineOf(row: ReportRow, { kind }: Report, words: Words): Line {
  return {
    name: row.id === null ? words.text(`coverage.none_${kind}`) : words.name(row.name),
    region: words.name(row.region?.name),
    isTotal: false,
    figures: row,
    line: "row",
    territory: row.id,
  };
}

/**
 * The report's rows with the total at the end; then what lies outside the regions, and the sum of both, so that
 * whoever adds up the lines finds their sum.
 */
export function linesOf(report: Report, words: Words): Line[] {
  const sum = (key: string, line: Exclude<ReportLineKind, "row">): Line[] => {
    const figures = report[line];
    const isTotal = line !== "outside";
    return figures
      ? [{ name: words.text(key), region: "", isTotal, figures, line, territory: null }]
      : [];
  };
  return [
    ...report.rows.map((row) => lineOf(row, report, words)),
    ...sum(report.outside ? "coverage.total" : "reports.total", "total"),
    ...sum("coverage.outside", "outside"),
    ...sum("coverage.grand_total", "grand_total"),
  ];
}

/** Says whether the figures are of a chosen period, in which an image may be missing that is there at another time. */
export const isOfPeriod = ({ from, to }: Report): boolean => Boolean(from || to);

/** "14.05.2026 – 21.05.2026"; an open end is a dot-dot-dot, no dates at all a text. */
export function periodText(
  { from, to }: { from: string | null; to: string | null },
  words: Words,
): string {
  if (!from && !to) return words.text("reports.period_all");
  return `${from ? words.date(from) : "…"} – ${to ? words.date(to) : "…"}`;
}

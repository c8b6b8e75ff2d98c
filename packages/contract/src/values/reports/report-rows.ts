/** Where the rows of a report's figure are listed: the list, and the filter that leaves exactly these rows. */
import { deviceStates } from "../devices.ts";
import type { TreeChange } from "../imagery/image-compare.ts";
import { paths } from "../paths.ts";
import { taskStatuses } from "../plant-tree-task-states.ts";
import { violationStates } from "../violations.ts";

/** The territory of a line, none for the whole country, and the report's days. */
export interface LinePlace {
  region?: number;
  district?: number;
  from?: string;
  to?: string;
}

/** Parameters of a list; what is undefined is left out. */
export type RowsQuery = Record<string, string | number | undefined>;

interface FigureRows {
  /** Of the API. */
  list: string;
  query: (place: LinePlace) => RowsQuery;
}

const within = ({ region, district }: LinePlace): RowsQuery => ({ region, district });
const during = (place: LinePlace): RowsQuery => ({
  ...within(place),
  from: place.from,
  to: place.to,
});
/** The same days under other names: `settled_from`. */
const days = (name: string, { from, to }: LinePlace): RowsQuery => ({
  [`${name}_from`]: from,
  [`${name}_to`]: to,
});

const rowsOf = (list: string, query: FigureRows["query"]): FigureRows => ({ list, query });
const gardens = rowsOf(paths.garden, within);
const trees = (filter: RowsQuery = {}) =>
  rowsOf(paths.plantTreeDetail, (place) => ({ ...during(place), ...filter }));
const changedTrees = (state: TreeChange) =>
  rowsOf(`${paths.imageCompare}/tree`, (place) => ({ ...during(place), state }));
const imagesOf = (shows: "ground" | "green") =>
  rowsOf(paths.wholeImage, (place) => ({ ...during(place), shows }));
/** Sums of trees leave out cancelled tasks, and those whose trees stand in places of others. */
const countedTasks = (filter: RowsQuery = {}) =>
  rowsOf(paths.plantTreeTask, (place) => ({ ...during(place), counted: "true", ...filter }));
const tasks = (status?: string) =>
  rowsOf(paths.plantTreeTask, (place) => ({ ...during(place), status }));
const visits = (visited: "true" | undefined) =>
  rowsOf(paths.plantTreeTask, (place) => ({
    ...within(place),
    ...days("visit", place),
    // Completed tasks have visits for years to come: without days, those that have come.
    visited: visited ?? "any",
  }));
const devices = (state?: string) => rowsOf(paths.device, (place) => ({ ...within(place), state }));
const exceeded = rowsOf(paths.device, (place) => ({
  ...within(place),
  exceeded: "true",
  ...days("exceeded", place),
}));
const violations = (filter: RowsQuery = {}) =>
  rowsOf(paths.violation, (place) => ({ ...during(place), ...filter }));

const byName = <Name extends string>(
  names: readonly Name[],
  prefix: string,
  of: (name: Name) => FigureRows,
) => Object.fromEntries(names.map((name) => [`${prefix}_${name}`, of(name)]));

/** By the titles of columns; of sums (trees planted, area of gardens) the rows that are summed. */
export const figureRows: Readonly<Record<string, FigureRows | undefined>> = {
  garden_count: gardens,
  garden_area: gardens,
  coverage: imagesOf("ground"),
  tree_count: trees(),
  ...byName(["green", "not_green", "unsure"], "tree", (green) => trees({ green })),
  garden_tree_count: trees({ in_garden: "true" }),
  tree_area: trees(),
  tree_area_percent: trees(),
  closed_canopy: imagesOf("ground"),
  shrubs: imagesOf("ground"),
  green_level: imagesOf("green"),
  planted: changedTrees("planted"),
  lost: changedTrees("lost"),
  capture_count: rowsOf(paths.wholeImage, during),
  task_count: tasks(),
  ...byName(taskStatuses, "task", tasks),
  task_overdue: tasks("overdue"),
  scheduled: countedTasks(),
  submitted: countedTasks({ contradicted: "false" }),
  verified: countedTasks({ decided: "agrees" }),
  contradicted: countedTasks({ contradicted: "true" }),
  survival_tasks: visits(undefined),
  survival_visited: visits("true"),
  survival_rate: visits("true"),
  survived: visits("true"),
  device_count: devices(),
  ...byName(deviceStates, "device", devices),
  exceeded,
  exceedance_days: exceeded,
  violation_count: violations(),
  ...byName(violationStates, "violation", (state) => violations({ state })),
  violation_overdue: violations({ overdue: "1" }),
  violation_settled: rowsOf(paths.violation, (place) => ({
    ...within(place),
    settled: "1",
    ...days("settled", place),
  })),
};

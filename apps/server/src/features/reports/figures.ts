/** Adds up what lies in each territory, and in all of them. */
import { type DeviceState, deviceStates } from "@nihol/contract/devices";
import { taskStatuses } from "@nihol/contract/plant-tree-task-states";
import type { ReportFigures } from "@nihol/contract/reports";
import { type ViolationState, violationStates } from "@nihol/contract/violations";
import { combineCounts, crownArea, type ImageCount } from "@nihol/db/tree-count";
import { combineGreen, type ImageGreen, percentOf } from "../../http/territory-sql.ts";
import type { CaptureSums, GardenSums } from "./queries.ts";
import type { StateSums, TaskSums } from "./state-queries.ts";

type InTerritory = { territory_id: number };
type TreeSums = ImageCount & InTerritory;

/** Everything a report is made from, of one territory or of all. */
export interface Sums {
  trees: TreeSums[];
  gardenTrees: TreeSums[];
  gardens: GardenSums[];
  captures: CaptureSums[];
  tasks: TaskSums[];
  devices: StateSums<DeviceState>[];
  violations: StateSums<ViolationState>[];
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** One line a picture again: ranges are rounded once, so that this is what statistics say of the same trees. */
export function byPicture(rows: readonly ImageCount[]): ImageCount[] {
  const pictures = new Map<number, ImageCount>();
  for (const row of rows) {
    const before = pictures.get(row.whole_image_id);
    pictures.set(
      row.whole_image_id,
      before
        ? {
            ...before,
            n: before.n + row.n,
            green: before.green + row.green,
            not_green: before.not_green + row.not_green,
            unsure: before.unsure + row.unsure,
            area_m2: before.area_m2 + row.area_m2,
            green_area_m2: before.green_area_m2 + row.green_area_m2,
          }
        : { ...row },
    );
  }
  return [...pictures.values()];
}

function counted<State extends string>(
  states: readonly State[],
  rows: readonly StateSums<State>[],
): { count: number; by_state: Record<State, number> } {
  const of = (state: State) =>
    total(
      rows.filter((row) => row.state === state),
      (row) => row.count,
    );
  const by_state = Object.fromEntries(states.map((one) => [one, of(one)])) as Record<State, number>;
  return { count: total(rows, (row) => row.count), by_state };
}

function capturesOf(rows: readonly CaptureSums[]): ReportFigures["captures"] {
  const [newest] = [...rows].sort((a, b) => (a.latest < b.latest ? 1 : -1));
  return {
    count: total(rows, (row) => row.count),
    latest: newest?.latest ?? null,
    gsd_m: newest?.gsd_m ?? null,
  };
}

/** Devices are counted as their list does: those in service; the retired ones stand beside them. */
function devicesOf(rows: Sums["devices"]): ReportFigures["devices"] {
  const { by_state } = counted(deviceStates, rows);
  return { by_state, count: by_state.online + by_state.silent + by_state.faulty };
}

/** `green` holds the green levels of the pictures, by id. */
export function figuresOf(
  sums: Sums,
  area_m2: number | null,
  green: ReadonlyMap<number, ImageGreen>,
): ReportFigures {
  const pictures = byPicture(sums.trees);
  const tree_area_m2 = crownArea(pictures);
  const level = combineGreen(
    pictures.flatMap(({ whole_image_id }) => green.get(whole_image_id) ?? []),
  );
  return {
    area_m2,
    garden_count: total(sums.gardens, (row) => row.count),
    garden_area_m2: total(sums.gardens, (row) => row.area_m2),
    trees: combineCounts(pictures),
    tree_area_m2,
    tree_area_percent: percentOf(tree_area_m2, area_m2),
    garden_tree_count: total(sums.gardenTrees, (row) => row.n),
    green_level: level ? level.level * 100 : null,
    green_level_index: level?.index ?? null,
    captures: capturesOf(sums.captures),
    tasks: {
      ...counted(taskStatuses, sums.tasks),
      overdue: total(sums.tasks, (row) => row.overdue),
      scheduled_plant_count: total(sums.tasks, (row) => row.scheduled),
      submitted_plant_count: total(sums.tasks, (row) => row.submitted),
    },
    devices: devicesOf(sums.devices),
    violations: counted(violationStates, sums.violations),
  };
}

const none = (): Sums => ({
  trees: [],
  gardenTrees: [],
  gardens: [],
  captures: [],
  tasks: [],
  devices: [],
  violations: [],
});

/** Puts the rows of each territory where `placeOf` says, in one walk over all of them. */
export function placed(sums: Sums, placeOf: (territoryId: number) => number): Map<number, Sums> {
  const places = new Map<number, Sums>();
  const at = (territoryId: number) => {
    const place = placeOf(territoryId);
    const found = places.get(place) ?? none();
    places.set(place, found);
    return found;
  };
  for (const row of sums.trees) at(row.territory_id).trees.push(row);
  for (const row of sums.gardenTrees) at(row.territory_id).gardenTrees.push(row);
  for (const row of sums.gardens) at(row.territory_id).gardens.push(row);
  for (const row of sums.captures) at(row.territory_id).captures.push(row);
  for (const row of sums.tasks) at(row.territory_id).tasks.push(row);
  for (const row of sums.devices) at(row.territory_id).devices.push(row);
  for (const row of sums.violations) at(row.territory_id).violations.push(row);
  return places;
}

/** The sums of a territory in which nothing lies. */
export const nothing: Sums = none();

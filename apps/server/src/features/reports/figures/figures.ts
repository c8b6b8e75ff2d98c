/** Adds up what lies in each territory, and in all of them. */

import type { ReportFigures } from "@nihol/contract/reports/reports";
import { type DeviceState, deviceStates } from "@nihol/contract/values/devices";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { violationStates } from "@nihol/contract/values/violations";
import { changeFigures } from "../../../shared/imagery/change-figures.ts";
import type { ChangeRows } from "../../../shared/imagery/changed-sums.ts";
import { gardenFigures, imageryFigures } from "../../../shared/imagery/imagery-figures.ts";
import type { ImagerySums } from "../../../shared/imagery/imagery-sums.ts";
import { survivalFigures } from "../../../shared/planting/survival-figures.ts";
import type { TaskSums } from "../../../shared/planting/task-sums.ts";
import { plannedTrees } from "../../../shared/planting/task-sums.ts";
import type { VisitSums } from "../../../shared/planting/visited-plantings.ts";
import type { GardenSums } from "../../../shared/territory/territory-sql.ts";
import type { CaptureSums } from "./figure-queries.ts";
import type { Counted, StateSums, ViolationSums } from "./state-queries.ts";

/** Everything a report is made from, of one territory or of all. */
export interface Sums extends ImagerySums {
  gardens: GardenSums[];
  captures: CaptureSums[];
  tasks: TaskSums[];
  devices: StateSums<DeviceState>[];
  violations: ViolationSums[];
  changes: ChangeRows[];
  visits: VisitSums[];
  settled: Counted[];
  exceedances: (Counted & { days: number })[];
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

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
function devicesOf({ devices, exceedances }: Sums): ReportFigures["devices"] {
  const { by_state } = counted(deviceStates, devices);
  return {
    by_state,
    count: by_state.online + by_state.silent + by_state.faulty,
    exceeded: total(exceedances, (row) => row.count),
    exceedance_days: total(exceedances, (row) => row.days),
  };
}

export const gardenArea = ({ gardens }: Sums) => total(gardens, (row) => row.area_m2);

/** `area_m2` is the territory's own, `coveredM2` what its coverage is a part of. */
export function figuresOf(
  sums: Sums,
  area_m2: number | null,
  coveredM2: number | null,
): ReportFigures {
  const gardens = gardenFigures(sums, gardenArea(sums));
  return {
    area_m2,
    garden_count: total(sums.gardens, (row) => row.count),
    garden_area_m2: gardenArea(sums),
    gardens_seen: gardens.seen,
    garden_tree_count: gardens.tree_count,
    ...imageryFigures(sums, coveredM2),
    captures: capturesOf(sums.captures),
    tasks: {
      ...counted(taskStatuses, sums.tasks),
      overdue: total(sums.tasks, (row) => row.overdue),
      ...plannedTrees(sums.tasks),
    },
    changes: changeFigures(sums.changes),
    survival: survivalFigures(sums.visits),
    devices: devicesOf(sums),
    violations: {
      ...counted(violationStates, sums.violations),
      overdue: total(sums.violations, (row) => row.overdue),
      settled: total(sums.settled, (row) => row.count),
    },
  };
}

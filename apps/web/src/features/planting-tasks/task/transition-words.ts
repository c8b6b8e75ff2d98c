import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";

/** Reached by the same word from wherever it is. */
const sameFromEverywhere: readonly TaskStatus[] = ["cancelled", "submitted", "completed"];

/** The key of the verb on a transition's button: "Accept", "Return for changes". */
export const moveKey = (from: TaskStatus, to: TaskStatus): string =>
  sameFromEverywhere.includes(to) ? `move_${to}` : `move_${from}_${to}`;

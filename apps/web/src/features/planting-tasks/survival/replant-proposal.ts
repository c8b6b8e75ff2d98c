import type { EstimatedRange } from "@nihol/contract/paging";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { wholeParts } from "../../../lib/text/whole-parts.ts";

/** Trees that a replanting is proposed to plant, and the visit that it follows. */
export type Replanting = {
  task: number;
  visit: number;
  /** Stock as tall as the first order asked for. */
  items: { tree_type: number; quantity: number; stock_height_cm: number | null }[];
};

/** Trees that are dead or missing in the task's own planting places, with the range that the estimate has; undefined without one. */
export function lostTrees({ estimate }: SurvivalVisit): EstimatedRange | undefined {
  const { survival, own_places: places } = estimate;
  if (!survival || !places) return undefined;
  const lost = (share: number) => Math.round(places.value * (1 - share));
  return { value: lost(survival.value), low: lost(survival.high), high: lost(survival.low) };
}

/** The lost trees by tree type, in the shares in which they were reported; the largest remainders make the sum whole. */
export function replantItems(task: PlantTreeTask, lost: number): Replanting["items"] {
  const quantities = wholeParts(
    task.items.map(({ submitted }) => submitted),
    lost,
  );
  return task.items
    .map(({ tree_type, stock_height_cm }, index) => ({
      ...{ tree_type: tree_type.id, stock_height_cm },
      quantity: quantities[index] ?? 0,
    }))
    .filter(({ quantity }) => quantity > 0);
}

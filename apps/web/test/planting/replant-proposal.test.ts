/** What a replanting is proposed to plant: lost trees with their range, by tree type. */
import type { PlantTreeTask } from "@nihol/contract/plant-tree-tasks";
import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { expect, test } from "vitest";
import {
  lostTrees,
  replantItems,
} from "../../src/features/planting-tasks/survival/replant-proposal.ts";

const visit = (living_trees: SurvivalVisit["estimate"]["living_trees"]) =>
  ({ estimate: { living_trees } }) as SurvivalVisit;
const task = (...submitted: number[]) =>
  ({
    items: submitted.map((count, index) => ({
      tree_type: { id: index + 1, name: {} },
      quantity: count,
      stock_height_cm: 80 + index,
      submitted: count,
    })),
  }) as unknown as PlantTreeTask;

test("as many are lost as are not living, and the range turns round", () => {
  const lost = lostTrees(visit({ value: 80, low: 70.4, high: 104 }), 100);
  expect(lost).toEqual({ value: 20, low: 0, high: 30 });
  expect(lostTrees(visit(null), 100)).toBeUndefined();
});

test("the lost trees are shared out as they were reported, to the last tree", () => {
  const items = replantItems(task(50, 30, 20), 7);
  expect(items.map(({ quantity }) => quantity)).toEqual([4, 2, 1]);
  // As tall as they were ordered.
  expect(items.map((one) => one.stock_height_cm)).toEqual([80, 81, 82]);
  expect(replantItems(task(99, 1), 10)).toEqual([
    { tree_type: 1, quantity: 10, stock_height_cm: 80 },
  ]);
  expect(replantItems(task(0), 5)).toEqual([]);
});

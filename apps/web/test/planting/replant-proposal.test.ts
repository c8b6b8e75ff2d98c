/** Proposal of what a replanting plants: lost trees with their range, by tree type. */
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { expect, test } from "vitest";
import {
  lostTrees,
  replantItems,
} from "../../src/features/planting-tasks/survival/replant-proposal.ts";

const visit = (survival: SurvivalVisit["estimate"]["survival"], places = 100) =>
  ({
    estimate: { survival, own_places: { value: places, low: places, high: places } },
  }) as SurvivalVisit;
const task = (...submitted: number[]) =>
  ({
    items: submitted.map((count, index) => ({
      tree_type: { id: index + 1, name: {} },
      quantity: count,
      stock_height_cm: 80 + index,
      submitted: count,
    })),
  }) as unknown as PlantTreeTask;

test("as many are lost as are not living in the places found, and the range turns round", () => {
  expect(lostTrees(visit({ value: 0.8, low: 0.704, high: 1 }))).toEqual({
    ...{ value: 20, low: 0, high: 30 },
  });
  // Of a report that is not true, only what stood there once.
  expect(lostTrees(visit({ value: 0.5, low: 0.4, high: 0.6 }, 30))?.value).toBe(15);
  expect(lostTrees(visit(null))).toBeUndefined();
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

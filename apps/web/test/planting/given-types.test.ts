import { expect, test } from "vitest";
import { cellOf, isTwice, itemsOf } from "../../src/features/gardens/give/given-types.ts";

const apple = { key: 0, type: 11 };
const plane = { key: 2, type: 12 };
const unchosen = { key: 3, type: null };

test("each garden gets the types that it has a number of", () => {
  const trees = new Map([
    [cellOf(1, apple), 40],
    [cellOf(1, plane), 60],
    [cellOf(2, plane), 5],
    [cellOf(2, unchosen), 9],
    [cellOf(3, apple), 0],
  ]);
  const columns = [apple, plane, unchosen];
  expect(itemsOf(1, columns, trees)).toEqual([
    { tree_type: 11, quantity: 40 },
    { tree_type: 12, quantity: 60 },
  ]);
  expect(itemsOf(2, columns, trees)).toEqual([{ tree_type: 12, quantity: 5 }]);
  expect(itemsOf(3, columns, trees)).toEqual([]);
  // The numbers of a column stay its own when one before it is taken away.
  expect(itemsOf(1, [plane], trees)).toEqual([{ tree_type: 12, quantity: 60 }]);
});

test("a type that is chosen a second time is told apart from the first, and an empty choice is none", () => {
  const again = { key: 4, type: 11 };
  const columns = [apple, again, unchosen, { key: 5, type: null }];
  expect(columns.map((one) => isTwice(columns, one))).toEqual([false, true, false, false]);
});

import { expect, test } from "vitest";
import { cellOf, isHeight, isTwice, itemsOf } from "../../src/features/gardens/give/given-types.ts";

const apple = { key: 0, type: 11, heightCm: 120 };
const plane = { key: 2, type: 12, heightCm: null };
const unchosen = { key: 3, type: null, heightCm: null };

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
    { tree_type: 11, quantity: 40, stock_height_cm: 120 },
    { tree_type: 12, quantity: 60, stock_height_cm: null },
  ]);
  expect(itemsOf(2, columns, trees)).toEqual([
    { tree_type: 12, quantity: 5, stock_height_cm: null },
  ]);
  expect(itemsOf(3, columns, trees)).toEqual([]);
  // The numbers of a column stay its own when one before it is taken away.
  expect(itemsOf(1, [plane], trees)).toEqual([
    { tree_type: 12, quantity: 60, stock_height_cm: null },
  ]);
});

test("a type that is chosen a second time is told apart from the first, and an empty choice is none", () => {
  const again = { key: 4, type: 11, heightCm: 5 };
  const columns = [apple, again, unchosen, { ...unchosen, key: 5 }];
  expect(columns.map((one) => isTwice(columns, one))).toEqual([false, true, false, false]);
});

test("the height of the stock may be left out, and is refused where no nursery has it", () => {
  expect([null, 5, 1200, 4, 1201].map(isHeight)).toEqual([true, true, true, false, false]);
});

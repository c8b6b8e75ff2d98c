import { expect, test } from "vitest";
import { fitPlotRatio, rangeByPlots } from "../src/ground/plot-range.ts";

const plot = (found: number, truth: number, matched = Math.min(found, truth)) => ({
  ...{ found, truth, matched },
  areaM2: 2500,
});

test("plots that agree to the tree still leave a range, and more of them a narrower one", () => {
  const few = rangeByPlots(fitPlotRatio([plot(10, 10), plot(12, 12)]), 20);
  const many = rangeByPlots(fitPlotRatio(Array.from({ length: 12 }, () => plot(10, 10))), 20);
  for (const { low, high } of [few, many]) {
    expect(low).toBeLessThan(20);
    expect(high).toBeGreaterThan(20);
  }
  expect(few.high - few.low).toBeGreaterThan(2 * (many.high - many.low));
});

test("a count that is short by a third on every plot is put right by the range", () => {
  const ratio = fitPlotRatio(Array.from({ length: 10 }, () => plot(20, 30)));
  const { low, high } = rangeByPlots(ratio, 200);
  expect(Math.exp(ratio.middle)).toBeCloseTo(1.5, 2);
  expect(low).toBeGreaterThan(200);
  expect(high).toBeGreaterThan(300);
});

test("an error within plots counts though it cancels out in their sums", () => {
  const right = fitPlotRatio(Array.from({ length: 8 }, () => plot(20, 20)));
  const wrong = fitPlotRatio(Array.from({ length: 8 }, () => plot(20, 20, 8)));
  const width = (ratio: typeof right) => {
    const { low, high } = rangeByPlots(ratio, 20);
    return high - low;
  };
  expect(width(wrong)).toBeGreaterThan(1.3 * width(right));
});

test("the range holds for nine in ten new plots of a ground whose plots differ", () => {
  let state = 5;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const drawn = () => {
    const truth = 10 + Math.floor(30 * random());
    const found = Math.round(truth * (0.6 + 0.8 * random()));
    return plot(found, truth, Math.round(0.8 * Math.min(found, truth)));
  };
  let held = 0;
  for (let round = 0; round < 400; round++) {
    const ratio = fitPlotRatio(Array.from({ length: 8 }, drawn));
    const { found, truth } = drawn();
    const { low, high } = rangeByPlots(ratio, found);
    if (truth >= Math.floor(low) && truth <= Math.ceil(high)) held++;
  }
  expect(held / 400).toBeGreaterThan(0.86);
});

test("a single plot says nothing of the spread", () => {
  expect(() => fitPlotRatio([plot(10, 10)])).toThrow("two plots");
});

import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { describe, expect, it } from "vitest";
import { betterThreshold } from "../src/features/calibration/advice.ts";
import { nextOpen } from "../src/features/calibration/next-open.ts";
import { withAround } from "../src/features/calibration/shown-window.ts";
import {
  areSame,
  isInside,
  type Point,
  pointAt,
  stepped,
  toggled,
} from "../src/parts/annotating/annotations.ts";

// A window of 80 pixels in the middle of 120 shown ones, 600 pixels wide on screen.
const square = { width: 80, height: 80 };
const frame = { ...square, shown: { x: 20, y: 20, width: 120, height: 120 } };
const box = { left: 10, top: 50, width: 600, height: 600 };

describe("the ground around a window", () => {
  // At the image's left border: 10 pixels of ground there, 20 on the other sides.
  const shown = { x: 10, y: 20, width: 110, height: 120 };
  const window = { n: 1, side: 80, shown } as CalibrationWindow;

  it("is cut to a share of the window's side, and the image stays in its place", () => {
    const cut = withAround(window, 0.2);
    expect(cut.shown).toEqual({ x: 10, y: 16, width: 106, height: 112 });
    expect(cut.whole).toEqual({ x: 0, y: -4, width: 110, height: 120 });
  });
  it("is all shown where there is room", () => {
    const all = withAround(window, Number.POSITIVE_INFINITY);
    expect(all.shown).toEqual(shown);
    expect(all.whole).toEqual({ x: 0, y: 0, width: 110, height: 120 });
  });
});

describe("a press on the image", () => {
  it("becomes pixels from the window's corner, whatever the size on screen", () => {
    expect(pointAt(110, 150, box, frame)).toEqual([0, 0]);
    expect(pointAt(510, 350, box, frame)).toEqual([80, 40]);
  });
  it("is counted inside the frame only, and only once where windows would touch", () => {
    expect(isInside([0, 79.9], square)).toBe(true);
    expect(isInside([80, 40], square)).toBe(false);
    expect(isInside([-0.1, 40], square)).toBe(false);
  });
  it("sets an annotation on free ground", () => {
    expect(toggled([[10, 10]], [20, 20], 3)).toEqual([
      [10, 10],
      [20, 20],
    ]);
  });
  it("removes the nearest of two annotations within the radius", () => {
    const marks: Point[] = [
      [10, 10],
      [13, 10],
    ];
    expect(toggled(marks, [12, 10], 3)).toEqual([[10, 10]]);
  });
});

it("the crosshair stays in the window", () => {
  expect(stepped([40, 40], 8, -0.8, square)).toEqual([48, 39.2]);
  expect(stepped([78, 2], 8, -8, square)).toEqual([79.5, 0.5]);
});

it("annotations are the same in the same order only", () => {
  expect(areSame([[1, 2]], [[1, 2]])).toBe(true);
  expect(areSame([[1, 2]], [])).toBe(false);
  expect(areSame([[1, 2]], [[2, 1]])).toBe(false);
});

it("the next window to count is the next open one, round to the first", () => {
  const windows = (["open", "counted", "open", "skipped"] as const).map(
    (state, i) => ({ n: i + 1, state }) as CalibrationWindow,
  );
  expect(nextOpen(windows, 1)?.n).toBe(3);
  expect(nextOpen(windows, 3)?.n).toBe(1);
  expect(nextOpen(windows.slice(0, 2), 1)).toBeUndefined();
});

describe("another threshold is advised", () => {
  const score = (threshold: number, precision: number, recall: number) => ({
    threshold,
    found: 100,
    matched: 80,
    precision,
    recall,
  });
  const now = score(0.3, 0.8, 0.8);
  it("where it differs by two hundredths and does better", () => {
    const best = score(0.28, 0.8, 0.85);
    expect(betterThreshold({ now, best })).toBe(best);
  });
  it("but not where it is nearly the same, or no better", () => {
    expect(betterThreshold({ now, best: score(0.29, 0.9, 0.9) })).toBeUndefined();
    expect(betterThreshold({ now, best: score(0.4, 0.8, 0.8) })).toBeUndefined();
  });
  it("and never before enough is counted", () => {
    expect(betterThreshold({ now: null, best: null })).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import type { LabelledCandidate, LabelledPlot } from "../../src/learn/learn-ground.ts";
import { countByLearned, learnGround } from "../../src/learn/learn-ground.ts";
import { scores } from "../../src/learn/match-labels.ts";
import { plotsOfImage } from "../../src/learn/plots-of-image.ts";
import { fitRidgeLogistic, probabilityOf } from "../../src/learn/ridge-logistic.ts";
import type { Box } from "../../src/pixels/pixels.ts";

const rule = { iou: 0.4, inside: 0.8 };

/** Numbers 0..1 that are the same in every run (Park and Miller 1988). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A plot with trees of 4 m and shrubs of 1 m that the networks are equally sure of; the width is the second feature. */
function plot(seed: number, trees = 6, shrubs = 12): LabelledPlot {
  const random = seeded(seed);
  const boxes: Box[] = [];
  const candidates: LabelledCandidate[] = [];
  for (let i = 0; i < trees + shrubs; i++) {
    const isTree = i < trees;
    const half = isTree ? 9 + 2 * random() : 2 + random();
    const [x, y] = [40 + 60 * (i % 6), 40 + 60 * Math.floor(i / 6)];
    const box: Box = [x - half, y - half, x + half, y + half];
    if (isTree) boxes.push(box);
    const score = 0.1 + 0.3 * random();
    candidates.push({ x, y, box, score, features: [score, Math.log(half), random()], isTree });
  }
  return { id: `plot-${seed}`, areaM2: 1000, gsdMeters: 0.2, boxes, candidates };
}

const plots = Array.from({ length: 6 }, (_, i) => plot(i + 1));
const sum = (counts: readonly { matched: number; found: number; truth: number }[]) =>
  scores({
    matched: counts.reduce((n, { matched }) => n + matched, 0),
    found: counts.reduce((n, { found }) => n + found, 0),
    truth: counts.reduce((n, { truth }) => n + truth, 0),
  });

describe("ridge logistic regression", () => {
  const examples = Array.from({ length: 40 }, (_, i) => ({
    features: [i, i % 3],
    isTree: i >= 20,
    weight: 1,
  }));

  test("parts what a feature parts, and says so with more certainty the less it is held back", () => {
    const [free, held] = [0.1, 100].map((ridge) => fitRidgeLogistic(examples, ridge));
    const [sure, unsure] = [free, held].map((model) => probabilityOf(model as never, [39, 1]));
    expect(sure).toBeGreaterThan(0.98);
    expect(unsure).toBeLessThan(sure as number);
    expect(unsure).toBeGreaterThan(0.5);
    expect(probabilityOf(free as never, [0, 1])).toBeLessThan(0.02);
  });

  test("the slope of its likelihood is 0 where it stops", () => {
    const model = fitRidgeLogistic(examples, 3);
    const { mean, spread, weights } = model;
    const slope = weights.map((weight, k) => {
      const at = ({ features, isTree }: (typeof examples)[number]) => {
        const x =
          k === 0 ? 1 : ((features[k - 1] ?? 0) - (mean[k - 1] ?? 0)) / (spread[k - 1] ?? 1);
        return x * (probabilityOf(model, features) - (isTree ? 1 : 0));
      };
      return examples.reduce((n, one) => n + at(one), (k === 0 ? 0.03 : 3) * weight);
    });
    for (const one of slope) expect(Math.abs(one)).toBeLessThan(1e-4);
  });

  test("begins from what was known, and stays there without a reason to move", () => {
    const scale = { mean: [0, 0], spread: [1, 1] };
    const balanced = [true, false].map((isTree) => ({ features: [0, 0], isTree, weight: 1 }));
    const { weights } = fitRidgeLogistic(balanced, 5, scale, [0, 0.7, -0.3]);
    expect(weights[1]).toBeCloseTo(0.7, 6);
    expect(weights[2]).toBeCloseTo(-0.3, 6);
  });
});

describe("learning a ground", () => {
  test("parts shrubs from trees that the networks cannot part, judged on plots it did not learn from", () => {
    const learned = learnGround(plots, { own: 0.14, rule });
    expect(sum(learned.before).f1).toBeLessThan(0.6);
    expect(sum(learned.after).f1).toBeGreaterThan(0.95);
    expect(learned.gain.f1).toBeGreaterThan(3 * learned.gain.error);
    const elsewhere = countByLearned([plot(71), plot(72)], learned, rule);
    expect(sum(elsewhere)).toMatchObject({ truth: 12, f1: 1 });
  });

  test("corrections of other ground teach, and have no say in the threshold's counts or the truth", () => {
    const corrected = [plot(61), plot(62)].flatMap(({ candidates }) =>
      candidates.map(({ features, isTree }) => ({ features, isTree: isTree !== true, weight: 9 })),
    );
    const [alone, taught] = [[], corrected].map((some) =>
      learnGround(plots, { own: 0.14, rule, corrected: some }),
    );
    expect(taught?.before).toEqual(alone?.before);
    expect(taught?.after.map(({ truth }) => truth)).toEqual(alone?.after.map(({ truth }) => truth));
    // They say the contrary of the plots here, on which that shows.
    expect(sum(taught?.after ?? []).f1).toBeLessThan(sum(alone?.after ?? []).f1);
    expect(taught?.model.weights[2]).toBeLessThan(alone?.model.weights[2] ?? 0);
  });

  test("labels that say nothing give no gain beyond its error", () => {
    const random = seeded(9);
    const noisy = plots.map((one) => ({
      ...one,
      candidates: one.candidates.map((candidate) => ({
        ...candidate,
        features: [random(), random(), random()],
      })),
    }));
    const { gain } = learnGround(noisy, { own: 0.14, rule });
    expect(gain.f1).toBeLessThan(2 * gain.error + 0.05);
  });

  test("too few plots, and plots without a tree, are refused", () => {
    expect(() => learnGround(plots.slice(0, 3), { own: 0.14, rule })).toThrow("4 plots");
    const bare = plots.map((one) => ({
      ...one,
      boxes: [],
      candidates: one.candidates.map((candidate) => ({ ...candidate, isTree: false })),
    }));
    expect(() => learnGround(bare, { own: 0.14, rule })).toThrow("trees alone, or none");
  });
});

describe("plots of an image", () => {
  const candidate = (x: number, y: number, half = 5) => {
    const box: Box = [x - half, y - half, x + half, y + half];
    return { x, y, box, score: 0.3, features: [] };
  };
  const image = {
    id: "image",
    ...{ width: 100, height: 100, gsdMeters: 0.2 },
    boxes: [[45, 45, 55, 55] as Box],
    ignore: [[80, 80, 100, 100] as Box],
    candidates: [candidate(49, 50), candidate(52, 50), candidate(20, 20), candidate(90, 90)],
  };

  test("each candidate and each tree belong to one, and ground that nobody knows to none", () => {
    const cells = plotsOfImage(image, 2);
    expect(cells.map(({ candidates }) => candidates.length)).toEqual([1, 0, 1, 1]);
    expect(cells.map(({ boxes }) => boxes?.length)).toEqual([0, 0, 0, 1]);
    expect(cells[0]?.areaM2).toBeCloseTo(100, 6);
  });

  test("a find beside the border of its plot is still the tree that it overlaps", () => {
    const isTree = plotsOfImage(image, 2).flatMap(({ candidates }) =>
      candidates.map((one) => one.isTree),
    );
    expect(isTree).toEqual([false, true, true]);
  });

  test("a point is a tree within three metres, none beyond four and a half", () => {
    const { boxes: _, ...rest } = image;
    const cells = plotsOfImage(
      {
        ...rest,
        points: [[50, 50]],
        ignore: [],
        candidates: [candidate(60, 50), candidate(70, 50), candidate(80, 50)],
      },
      1,
    );
    expect(cells[0]?.candidates.map(({ isTree }) => isTree)).toEqual([true, undefined, false]);
  });
});

import { type ImageRatio, MIN_IMAGES, sharedRange } from "@nihol/counting/shared-plots";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";

/** Standard deviations of the logarithm: between images of a kind by the detector's card, and between kinds. */
const card = { between: 0.3, kinds: 0.4 };
const half = 1.6449 * Math.hypot(card.between, card.kinds);
const model = {
  low: Math.exp(-half),
  high: Math.exp(half),
  shared: card.kinds ** 2 / (card.between ** 2 + card.kinds ** 2),
};

/** Draws of a kind with a middle of its own: its other images' plots, and what stands in the image that is asked about. */
function share(images: number, between: number, random: () => number): boolean {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const middle = Math.log(3) * (2 * random() - 1);
  const plots = Array.from({ length: images }, (): ImageRatio => {
    const logVariance = 0.02 + 0.06 * random();
    const error = Math.sqrt(logVariance) * normal();
    return { ratio: Math.exp(middle + between * normal() + error), logVariance };
  });
  const range = sharedRange(plots, model);
  if (!range) throw new Error("no range");
  const truth = Math.exp(middle + between * normal());
  return truth >= range.low && truth <= range.high;
}

function heldShare(images: number, between: number): number {
  const random = seededRandom(images);
  const draws = Array.from({ length: 2000 }, () => share(images, between, random));
  return draws.filter(Boolean).length / draws.length;
}

test.each([
  [3, 0.95],
  [4, 0.93],
  [10, 0.88],
  [30, 0.87],
])("with %i images the stated 90 %% holds where they differ as the card says", (images, least) => {
  expect(heldShare(images, card.between)).toBeGreaterThan(least);
});

test.each([3, 4, 10, 30])(
  "with %i images it nearly holds where they differ twice as much",
  (images) => {
    expect(heldShare(images, 2 * card.between)).toBeGreaterThan(0.83);
  },
);

const agreeing = (count: number, ratio = 1.5): ImageRatio[] =>
  Array.from({ length: count }, () => ({ ratio, logVariance: 0.03 }));
const widthOf = (range: ReturnType<typeof sharedRange>) =>
  Math.log((range?.high ?? 0) / (range?.low ?? 1));

test("fewer than three images say nothing", () => {
  expect(MIN_IMAGES).toBe(3);
  expect(sharedRange(agreeing(2), model)).toBeUndefined();
  expect(sharedRange(agreeing(3), model)).toBeDefined();
});

test("the middle is what plots say, however far it is from the detector's", () => {
  const range = sharedRange(agreeing(6, 9), model);
  expect(Math.sqrt((range?.low ?? 0) * (range?.high ?? 0))).toBeCloseTo(9, 6);
});

test("more images narrow it, and never below what images differ by", () => {
  const widths = [3, 6, 12, 50].map((count) => widthOf(sharedRange(agreeing(count), model)));
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  expect(widths.at(-1)).toBeGreaterThan(2 * 1.6449 * 0.1);
});

test("images that differ widen it beyond the detector's own", () => {
  const apart = [0.2, 0.5, 1, 2, 5].map((ratio): ImageRatio => ({ ratio, logVariance: 0.03 }));
  expect(widthOf(sharedRange(apart, model))).toBeGreaterThan(2 * half);
});

test("a range of the detector that begins at nothing stands for a wide one", () => {
  const range = sharedRange(agreeing(4), { low: 0, high: 3, shared: 0.9 });
  expect(widthOf(range)).toBeGreaterThan(widthOf(sharedRange(agreeing(4), model)));
});

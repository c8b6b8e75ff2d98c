import { leftOver, MODEL_SCATTER, widenedByChecked } from "@nihol/counting/checked-part";
import { rangeOfSum } from "@nihol/counting/summed-range";
import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it, test } from "vitest";
import { normal, poisson } from "./support/draws.ts";

/** A piece of ground: trees there, trees found, and how unsure the detector is of them. */
interface Fragment {
  truth: number;
  found: number;
  doubt: number;
}

/** The model's error on an image is common to all of it: its logarithm, with this standard deviation. */
const SD = 0.2;
/** The 90 % range that a model with such an error states, as factors of its count. */
const stated = { low: Math.exp(-1.645 * SD), high: Math.exp(1.645 * SD) };

/** Ground of uneven density, a third of it bare; what was found is a part of the truth and of false finds. */
function drawImage(random: () => number, fragments: number, density: number): Fragment[] {
  const ratio = Math.exp(SD * normal(random));
  return Array.from({ length: fragments }, () => {
    const mean = random() < 0.33 ? 0.3 : density * (0.3 + 1.4 * random());
    const found = poisson(random, mean);
    // Of a tree's own: it is false, or others beside it were missed.
    let truth = found === 0 ? poisson(random, 0.1) : 0;
    for (let i = 0; i < found; i++) truth += poisson(random, ratio);
    return { truth, found, doubt: found * (0.5 + 0.5 * random()) };
  });
}

const total = (some: readonly Fragment[], of: "truth" | "found") =>
  some.reduce((sum, fragment) => sum + fragment[of], 0);

/** The published range when the first `looked` of them were looked over: counts there are the truth. */
function published(image: readonly Fragment[], looked: number) {
  const known = image.slice(0, looked);
  const rest = image.slice(looked);
  const checked = total(known, "truth");
  const n = checked + total(rest, "found");
  const factors = widenedByChecked(stated, { found: total(known, "found"), trees: checked });
  const range = { low: factors.low * n, high: factors.high * n };
  const uncheckedGround = rest.length / image.length;
  const left = leftOver({ n, checked, uncheckedGround }, range, MODEL_SCATTER);
  const { low, high } = rangeOfSum([{ ...range, shared: 0.5, left }]);
  return { low: Math.floor(checked + low + 1e-6), high: Math.ceil(checked + high - 1e-6) };
}

const orders = {
  "as they lie": (image: Fragment[]) => image,
  "by what a look would change": (image: Fragment[]) =>
    [...image].sort((a, b) => b.doubt - a.doubt),
};

describe.each(Object.entries(orders))("fragments looked over %s", (_name, order) => {
  it.each([
    [0, 60, 12],
    [0.1, 60, 12],
    [0.5, 60, 12],
    [0.9, 60, 12],
    [0.98, 60, 12],
    [0.5, 12, 5],
    [0.9, 12, 5],
    [0.5, 200, 30],
  ])(
    "the stated 90 %% holds with the share %f of %d fragments of about %d trees",
    (share, count, density) => {
      const random = seededRandom(19);
      const images = 500;
      let held = 0;
      for (let i = 0; i < images; i++) {
        const image = order(drawImage(random, count, density));
        const range = published(image, Math.round(share * count));
        const truth = total(image, "truth");
        if (truth >= range.low && truth <= range.high) held++;
      }
      expect(held / images).toBeGreaterThanOrEqual(0.85);
    },
  );

  it("says the count and nothing else when all of it was looked over", () => {
    const random = seededRandom(5);
    for (let i = 0; i < 50; i++) {
      const image = order(drawImage(random, 30, 8));
      const truth = total(image, "truth");
      expect(published(image, image.length)).toEqual({ low: truth, high: truth });
    }
  });

  it("never grows wider with a look that agrees, of one image or of several", () => {
    const random = seededRandom(3);
    for (let i = 0; i < 60; i++) {
      const images = [1, 2, 3].map(() =>
        order(
          drawImage(random, 20, 1 + 20 * random()).map((one) => ({ ...one, truth: one.found })),
        ),
      );
      const shared = random();
      const width = (looked: number, several: Fragment[][]) => {
        const parts = several.map((image) => {
          const n = total(image, "found");
          const range = { low: stated.low * n, high: stated.high * n };
          const checked = total(image.slice(0, looked), "found");
          const uncheckedGround = 1 - looked / image.length;
          return {
            ...range,
            shared,
            left: leftOver({ n, checked, uncheckedGround }, range, MODEL_SCATTER),
          };
        });
        const { low, high } = rangeOfSum(parts);
        return high - low;
      };
      for (let looked = 1; looked <= 20; looked++) {
        expect(width(looked, images)).toBeLessThanOrEqual(width(looked - 1, images) + 1e-9);
        expect(width(looked, images.slice(0, 1))).toBeLessThanOrEqual(
          width(looked - 1, images.slice(0, 1)) + 1e-9,
        );
      }
    }
  });
});

test("bare ground that nobody looked over leaves room above, and none below", () => {
  const range = { low: 80, high: 130 };
  const left = leftOver({ n: 100, checked: 100, uncheckedGround: 0.5 }, range, MODEL_SCATTER);
  const { low, high } = rangeOfSum([{ ...range, shared: 0, left }]);
  expect(low).toBe(0);
  expect(high).toBeGreaterThan(1);
});

test("an image on which nothing was found keeps what may stand there until all of it was looked over", () => {
  const at = (uncheckedGround: number) => {
    const range = { low: 0, high: 6 };
    const left = leftOver({ n: 0, checked: 0, uncheckedGround }, range, MODEL_SCATTER);
    return rangeOfSum([{ ...range, shared: 0, left }]).high;
  };
  expect(at(1)).toBeCloseTo(6, 9);
  expect(at(0.5)).toBeLessThan(6);
  expect(at(0.5)).toBeGreaterThan(3);
  expect(at(0)).toBe(0);
});

test("checked ground that contradicts the model widens the range of the rest, and nothing else does", () => {
  const model = { low: 0.8, high: 1.25 };
  expect(widenedByChecked(model, { found: 300, trees: 300 })).toEqual(model);
  expect(widenedByChecked(model, { found: 300, trees: 350 })).toEqual(model);
  // A few trees say little.
  expect(widenedByChecked(model, { found: 8, trees: 16 })).toEqual(model);
  expect(widenedByChecked(model, { found: 300, trees: 600 }).high).toBeGreaterThan(1.7);
  expect(widenedByChecked(model, { found: 300, trees: 90 }).low).toBeLessThan(0.5);
});

import { expect, test } from "vitest";
import { rangeOfChange, rangeOnImages } from "../src/change-range.ts";

/** Numbers in [0, 1) from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Simulates a pair: `stay` trees in both images, `gone` only in the first; a detector of this recall
 * on each; then evidence on every tree found in the first alone, worth `strength` in log odds.
 */
function simulate(
  random: () => number,
  {
    stay,
    gone,
    recall,
    strength,
  }: { stay: number; gone: number; recall: number; strength: number },
) {
  const found = (count: number, rate: number) =>
    Array.from({ length: count }, () => random() < rate).filter(Boolean).length;
  const both = found(stay, recall * recall);
  const missed = found(stay - both, (recall * (1 - recall)) / (1 - recall * recall));
  const foundGone = found(gone, recall);
  const prior = foundGone / Math.max(1, foundGone + missed);
  const bell = () => random() + random() + random() + random() - 2;
  const chanceOf = (changed: boolean) => {
    const evidence = (changed ? 1 : -1) * strength + bell() * Math.sqrt(2 * strength) * 1.7;
    const odds = Math.log((prior + 0.02) / (1.02 - prior));
    return 1 / (1 + Math.exp(-(evidence + odds)));
  };
  const chances = [
    ...Array.from({ length: foundGone }, () => chanceOf(true)),
    ...Array.from({ length: missed }, () => chanceOf(false)),
  ];
  const sum = (of: (chance: number) => number) =>
    chances.reduce((total, chance) => total + of(chance), 0);
  const present = sum((chance) => 1 - chance);
  return {
    count: chances.filter((chance) => chance >= 0.5).length,
    expected: sum((chance) => chance),
    variance: sum((chance) => chance * (1 - chance)),
    kept: both,
    recall: (both + 1) / (both + present + 1.5),
  };
}

test.each([
  { stay: 400, gone: 40, recall: 0.9, strength: 3 },
  { stay: 400, gone: 40, recall: 0.7, strength: 2.5 },
  { stay: 80, gone: 5, recall: 0.8, strength: 2 },
  { stay: 2000, gone: 100, recall: 0.6, strength: 3 },
  { stay: 300, gone: 0, recall: 0.8, strength: 3 },
])("the range holds the true number nine times of ten: %o", (world) => {
  const random = seeded(world.stay * 7 + world.gone);
  const rounds = 400;
  let held = 0;
  for (let i = 0; i < rounds; i++) {
    const { low, high } = rangeOfChange([simulate(random, world)]);
    if (world.gone >= low && world.gone <= high) held++;
  }
  expect(held / rounds).toBeGreaterThanOrEqual(0.9);
});

test("the range is not idle: with a good detector it is narrow", () => {
  const random = seeded(1);
  const { low, high } = rangeOfChange([
    simulate(random, { stay: 400, gone: 60, recall: 0.95, strength: 4 }),
  ]);
  expect(high - low).toBeLessThan(25);
});

test("the range holds the count itself", () => {
  const pair = { count: 3, expected: 0.5, variance: 0.1, kept: 50, recall: 1 };
  expect(rangeOfChange([pair]).high).toBeGreaterThanOrEqual(3);
});

test("no find means no tree with a perfect detector, and proves nothing with a poor one", () => {
  const nothing = { count: 0, expected: 0, variance: 0, kept: 50 };
  expect(rangeOfChange([{ ...nothing, recall: 1 }])).toEqual({ low: 0, high: 0 });
  // A detector that finds three of ten misses all of seven trees once in twelve times.
  const { low, high } = rangeOfChange([{ ...nothing, recall: 0.3 }]);
  expect(low).toBe(0);
  expect(high).toBeGreaterThanOrEqual(7);
  expect(high).toBeLessThanOrEqual(10);
});

test("pairs of different ground add up", () => {
  const pair = { count: 30, expected: 30, variance: 2, kept: 300, recall: 0.9 };
  const one = rangeOfChange([pair]);
  const two = rangeOfChange([pair, pair]);
  expect(two.low).toBeGreaterThan(2 * one.low);
  expect(two.high).toBeLessThan(2 * one.high);
});

const change = { count: 385, low: 381, high: 390 };
const wide = { count: 385, low: 199, high: 1420 };
const exact = { count: 385, low: 385, high: 385 };

test("a range on images is as wide as the images' own, or wider", () => {
  const { count, low, high } = rangeOnImages(change, [wide], 1e9);
  expect(count).toBe(385);
  expect(low).toBeLessThanOrEqual(wide.low);
  expect(high).toBeGreaterThanOrEqual(wide.high);
  // Changes that are nearly sure add little.
  expect(low).toBeGreaterThan(0.98 * wide.low);
  expect(high).toBeLessThan(1.02 * wide.high);
});

test("where people counted all of the ground, what changed alone is left open", () => {
  expect(rangeOnImages(change, [exact], 1e9)).toEqual(change);
  const nothing = { count: 0, low: 0, high: 0 };
  expect(rangeOnImages(nothing, [nothing], 0)).toEqual(nothing);
});

test("both errors add up apart, on both sides", () => {
  const both = rangeOnImages(
    { count: 100, low: 50, high: 200 },
    [{ count: 100, low: 50, high: 200 }],
    1e9,
  );
  expect(both.low).toBeLessThan(50);
  expect(both.low).toBeGreaterThan(25);
  expect(both.high).toBeGreaterThan(200);
  expect(both.high).toBeLessThan(400);
});

test("the worst end of two images counts, the number is that of the better one, and none passes what they hold", () => {
  // Sample plots of one image say that nine of ten finds are none.
  const plots = { count: 38, low: 30, high: 48 };
  const { count, low, high } = rangeOnImages(change, [wide, plots], 60);
  expect(count).toBe(38);
  expect(low).toBeLessThanOrEqual(30);
  expect(high).toBe(60);
  expect(rangeOnImages(change, [wide], 100).high).toBe(385);
});

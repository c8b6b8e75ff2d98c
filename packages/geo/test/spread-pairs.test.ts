import { seededRandom } from "@nihol/geo/seeded-random";
import { spreadPairs } from "@nihol/geo/spread-pairs";
import { expect, test } from "vitest";

test("a part of a tenth gets about a tenth of any few pairs; of random ones it is often passed over", () => {
  const random = seededRandom(5);
  const rounds = 400;
  const missed = { spread: 0, random: 0 };
  for (let round = 0; round < rounds; round++) {
    const [west, south] = [0.75 * random(), 0.6 * random()];
    const isIn = ([x, y]: readonly [number, number]) =>
      x >= west && x < west + 0.25 && y >= south && y < south + 0.4;
    const next = spreadPairs(random);
    const some = Array.from({ length: 20 }, next);
    if (!some.some(isIn)) missed.spread++;
    if (!some.some(() => isIn([random(), random()]))) missed.random++;
  }
  // 0.9 to the power of 20.
  expect(missed.random / rounds).toBeGreaterThan(0.08);
  expect(missed.spread / rounds).toBeLessThan(0.02);
});

test("each pair of a draw is as likely to lie here as there, also where the first one must lie in a part", () => {
  const random = seededRandom(6);
  const isLeft = (x: number) => x < 0.5;
  const thirds = [0, 0, 0, 0];
  for (let round = 0; round < 1500; round++) {
    const next = spreadPairs(random, isLeft);
    // The third pair that lies in the part.
    for (let found = 0; found < 3; ) {
      const [x, y] = next();
      if (isLeft(x) && ++found === 3) {
        const at = Math.floor(x * 4) + 2 * Math.floor(y * 2);
        thirds[at] = (thirds[at] ?? 0) + 1;
      }
    }
  }
  // 375 each; four standard deviations are 67.
  for (const n of thirds) expect(Math.abs(n - 375)).toBeLessThan(67);
});

test("without a place to start from it is refused", () => {
  expect(() => spreadPairs(seededRandom(1), () => false, 50)).toThrow(RangeError);
});

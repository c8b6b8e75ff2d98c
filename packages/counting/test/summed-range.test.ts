import { describe, expect, it } from "vitest";
import { rangeOfSum } from "../src/summed-range.ts";

const image = (shared: number) => ({ low: 80, high: 130, shared });
/** The geometric middle of such a range. */
const middle = Math.sqrt(81 * 131) - 1;
const many = (shared: number, n = 25) => Array.from({ length: n }, () => image(shared));

describe("the range of a sum of counts", () => {
  it("is the sum of the ranges where all images err alike", () => {
    const { low, high } = rangeOfSum(many(1));
    expect(low).toBeCloseTo(2000, 6);
    expect(high).toBeCloseTo(3250, 6);
  });

  it("grows with the root of the number where they err apart", () => {
    const { low, high } = rangeOfSum(many(0));
    expect(low).toBeCloseTo(25 * middle - 5 * (middle - 80), 6);
    expect(high).toBeCloseTo(25 * middle + 5 * (130 - middle), 6);
  });

  it("keeps what is common, however many images there are", () => {
    const { high } = rangeOfSum(many(0.25, 10_000));
    // Half of the half range is common: the root of a quarter.
    expect(high / 10_000).toBeCloseTo(middle + (130 - middle) / 2, 0);
  });

  it("is a single image's own range, whatever it shares", () => {
    for (const shared of [0, 0.4, 1]) {
      expect(rangeOfSum([image(shared)]).low).toBeCloseTo(80, 9);
      expect(rangeOfSum([image(shared)]).high).toBeCloseTo(130, 9);
    }
  });

  it("does not take false finds on many images for at least some trees", () => {
    const bare = Array.from({ length: 13 }, () => ({ low: 0, high: 3, shared: 0.2 }));
    expect(rangeOfSum(bare).low).toBe(0);
  });
});

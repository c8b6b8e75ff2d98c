import { describe, expect, it } from "vitest";
import { type DoneBlock, timeLeft } from "../src/time-left.ts";

/** `n` blocks, `atOnce` at a time, the k-th of which takes `seconds(k)`. */
function run(n: number, atOnce: number, seconds: (k: number) => number): DoneBlock[] {
  const free = new Array<number>(atOnce).fill(1000);
  return Array.from({ length: n }, (_, k) => {
    const worker = free.indexOf(Math.min(...free));
    const started = free[worker] as number;
    free[worker] = started + seconds(k);
    return { started, finished: free[worker] as number };
  });
}
const endOf = (blocks: readonly DoneBlock[]) => Math.max(...blocks.map(({ finished }) => finished));

describe("the time left", () => {
  it("is not said before ten blocks are done", () => {
    const blocks = run(9, 1, () => 20);
    expect(timeLeft(blocks, 100, endOf(blocks))).toBeUndefined();
  });

  it("of equal blocks is their number times their duration", () => {
    const blocks = run(20, 1, () => 20);
    expect(timeLeft(blocks, 100, endOf(blocks))).toMatchObject({ min: 2000, max: 2000, atOnce: 1 });
  });

  it("is shared by those who work at once", () => {
    const blocks = run(40, 4, () => 20);
    const left = timeLeft(blocks, 100, endOf(blocks));
    expect(left?.atOnce).toBeCloseTo(4);
    expect(left?.max).toBeCloseTo(500);
  });

  it("holds what the rest really takes, where blocks differ widely", () => {
    const seconds = (k: number) => (k % 4 === 0 ? 60 : 5 + (k % 3));
    const all = run(400, 3, seconds);
    const done = all.slice(0, 60);
    const left = timeLeft(done, 340, endOf(done));
    const really = endOf(all) - endOf(done);
    expect(left?.min).toBeLessThan(really);
    expect(left?.max).toBeGreaterThan(really * 0.95);
  });

  it("is longer where other people's blocks take every other turn", () => {
    const mine = run(40, 1, () => 10).filter((_, k) => k % 2 === 0);
    expect(timeLeft(mine, 100, endOf(mine))?.max).toBeGreaterThan(1900);
  });

  it("is not said once nothing has ended for long", () => {
    const blocks = run(20, 1, () => 20);
    expect(timeLeft(blocks, 100, endOf(blocks) + 60)).toBeDefined();
    expect(timeLeft(blocks, 100, endOf(blocks) + 200)).toBeUndefined();
  });
});

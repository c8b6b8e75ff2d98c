/** The range of a sum of counts whose errors are not independent. */
import type { LeftOver } from "./checked-part.ts";

/** Range of one image's count. */
interface RangedPart {
  low: number;
  high: number;
  /** Of the squared half range, the part that all images of the same kind have in common, 0 to 1. */
  shared: number;
  /** Where people have checked a part of it: how much of the range is left; the known trees are the caller's to add. */
  left?: LeftOver;
}

const nothingChecked: LeftOver = { middle: 1, below: 1, above: 1 };

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** Adds half ranges: parts common to all as they are, those that each has of its own in squares. */
const combined = (halves: readonly { half: number; shared: number }[]) => {
  const common = sum(halves.map(({ half, shared }) => Math.sqrt(shared) * half));
  const own = sum(halves.map(({ half, shared }) => (1 - shared) * half ** 2));
  return Math.sqrt(common ** 2 + own);
};

/**
 * The range of a sum. Of each image's error the part `shared` is that of its kind of ground and of the model, the same on
 * every image of the kind (a random effect of the domain: Laird and Ware 1982); the rest is its own. Ranges of counts are
 * lopsided: their middle is the geometric one, and both sides are summed apart. With `shared` 1 lows and highs add up; with 0 errors are
 * independent. Trees on checked ground are in no range: what is left is of the rest.
 */
export function rangeOfSum(parts: readonly RangedPart[]): { low: number; high: number } {
  const sides = parts.map(({ low, high, shared, left = nothingChecked }) => {
    const middle = Math.sqrt((low + 1) * (high + 1)) - 1;
    return {
      middle: middle * left.middle,
      // Where not even one tree is sure, what was found may be false all over: that does not average out.
      below: { half: (middle - low) * left.below, shared: low > 0 ? shared : 1 },
      above: { half: (high - middle) * left.above, shared },
    };
  });
  const middle = sum(sides.map((side) => side.middle));
  return {
    low: Math.max(0, middle - combined(sides.map(({ below }) => below))),
    high: middle + combined(sides.map(({ above }) => above)),
  };
}

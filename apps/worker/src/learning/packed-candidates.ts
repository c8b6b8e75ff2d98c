/** Candidates of a sample plot as rows of numbers, so that learning again does not look at the image again. */
import type { DescribedCandidate } from "@nihol/vision/detect/detector";

/** Digits after the point: a thousandth of what features differ by, and a hundredth of a pixel. */
const DIGITS = 4;
/** Numbers before the features: box, centre, score. */
const BEFORE = 7;

const rounded = (value: number) => Number(value.toFixed(DIGITS));

/** Box (4), centre (2), score, features; in pixels of the image. */
export const packCandidate = ({ box, x, y, score, features }: DescribedCandidate): number[] =>
  [...box, x, y, score, ...features].map(rounded);

/** Reads what `packCandidate` wrote. */
export function unpackCandidate(row: readonly number[]): DescribedCandidate {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x = 0, y = 0, score = 0] = row;
  return { box: [x0, y0, x1, y1], x, y, score, features: row.slice(BEFORE) };
}

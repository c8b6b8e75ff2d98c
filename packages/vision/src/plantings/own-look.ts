import { type Example, fitRidgeLogistic, probabilityOf } from "../learn/ridge-logistic.ts";
import { type Blob, blobKinds } from "./blobs.ts";

/** Fewer of a kind teach nothing of its look. */
const MIN_EXAMPLES = 4;
const RIDGE = 2;
/** Power of the learned odds that is strength; only the order and the ratio of two count. */
const STEEP = 0.3;

const featuresOf = ({ diameter, strength, colour }: Blob): number[] => [
  Math.log(diameter),
  Math.log(Math.max(0.1, strength)),
  ...colour,
  ...colour.map((value) => value * value),
];

/**
 * Blobs beside those in rows, with the strength that the look of those in rows gives them: the odds that they are one of them, by a ridge
 * logistic regression of size, strength and colour. Of a kind that few rows show, strengths stay in their order.
 */
export function learnedStrengths(blobs: readonly Blob[], inRows: readonly Blob[]): Blob[] {
  const places = new Set(inRows.map(({ kind, x, y }) => `${kind} ${x} ${y}`));
  return blobKinds.flatMap((kind) => {
    const own = blobs.filter((blob) => blob.kind === kind);
    const isIn = own.map(({ x, y }) => places.has(`${kind} ${x} ${y}`));
    const taught = isIn.filter(Boolean).length;
    const beside = (_: unknown, n: number): boolean => !isIn[n];
    if (taught < MIN_EXAMPLES || taught === own.length) return own.filter(beside);
    // Both sides weigh the same.
    const weights = { in: 0.5 / taught, out: 0.5 / (own.length - taught) };
    const examples = own.map((blob, n): Example => {
      const weight = (isIn[n] ? weights.in : weights.out) * 2 * taught;
      return { features: featuresOf(blob), isTree: isIn[n] === true, weight };
    });
    const model = fitRidgeLogistic(examples, RIDGE);
    return own.filter(beside).map((blob) => {
      const p = Math.min(1 - 1e-6, Math.max(1e-6, probabilityOf(model, featuresOf(blob))));
      return { ...blob, strength: (p / (1 - p)) ** STEEP };
    });
  });
}

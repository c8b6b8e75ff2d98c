/** Fits stop when no weight moves by more than this, or after so many steps. */
const STILL = 1e-6;
const STEPS = 30;
/** Beyond this a probability is 0 or 1 to six digits. */
const FARTHEST = 30;
/** The constant is drawn to its start by so much less than a feature: it says how many there are. */
const FREE_CONSTANT = 0.01;

/** Example to learn from: features of the order of 1, whether it is a tree, and how much it counts. */
export type Example = { features: readonly number[]; isTree: boolean; weight: number };

/** Mean and spread of each feature, and the weights of what is standardised by them; the constant comes first. */
export type LogisticModel = { mean: number[]; spread: number[]; weights: number[] };

/** Solves the symmetric positive definite system `matrix` · x = `right` by Cholesky's factors; the matrix lies row by row. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const lower = new Float64Array(n * n);
  const at = (i: number, k: number) => lower[i * n + k] ?? 0;
  for (let i = 0; i < n; i++)
    for (let k = 0; k <= i; k++) {
      let rest = matrix[i * n + k] ?? 0;
      for (let j = 0; j < k; j++) rest -= at(i, j) * at(k, j);
      lower[i * n + k] = i === k ? Math.sqrt(Math.max(rest, 1e-12)) : rest / at(k, k);
    }
  const x = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let rest = right[i] ?? 0;
    for (let j = 0; j < i; j++) rest -= at(i, j) * (x[j] ?? 0);
    x[i] = rest / at(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    let rest = x[i] ?? 0;
    for (let j = i + 1; j < n; j++) rest -= at(j, i) * (x[j] ?? 0);
    x[i] = rest / at(i, i);
  }
  return x;
}

/** The constant and the features, each less its mean and divided by its spread. */
function standardised(
  { mean, spread }: Pick<LogisticModel, "mean" | "spread">,
  features: readonly number[],
): Float64Array {
  const row = new Float64Array(mean.length + 1);
  row[0] = 1;
  for (let i = 0; i < mean.length; i++)
    row[i + 1] = ((features[i] ?? 0) - (mean[i] ?? 0)) / (spread[i] ?? 1);
  return row;
}

const sigmoid = (z: number): number =>
  1 / (1 + Math.exp(-Math.min(FARTHEST, Math.max(-FARTHEST, z))));

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Probability of a tree, 0..1. */
export function probabilityOf(model: LogisticModel, features: readonly number[]): number {
  return sigmoid(dot(model.weights, standardised(model, features)));
}

/** Mean and spread of each feature over the examples; a feature that never changes has a spread of 1. */
function scaleOf(examples: readonly Pick<Example, "features">[]) {
  const width = examples[0]?.features.length ?? 0;
  const n = Math.max(1, examples.length);
  const of = (i: number) => examples.map(({ features }) => features[i] ?? 0);
  const mean = Array.from({ length: width }, (_, i) => of(i).reduce((a, b) => a + b, 0) / n);
  const spread = mean.map((middle, i) => {
    const squared = of(i).reduce((sum, value) => sum + (value - middle) ** 2, 0) / n;
    return squared > 1e-12 ? Math.sqrt(squared) : 1;
  });
  return { mean, spread };
}

/**
 * Ridge logistic regression by Newton's steps (le Cessie and van Houwelingen 1992, Ridge estimators in logistic regression):
 * the weights are drawn towards those of `start`, or 0, by `ridge` times their squared distance, one for all features or one
 * for each. Few examples so move little.
 * @throws RangeError without examples
 */
export function fitRidgeLogistic(
  examples: readonly Example[],
  ridge: number | readonly number[],
  scale: Pick<LogisticModel, "mean" | "spread"> = scaleOf(examples),
  start: readonly number[] = new Array(scale.mean.length + 1).fill(0),
): LogisticModel {
  if (examples.length === 0) throw new RangeError("Nothing is learned without examples.");
  const rows = examples.map((one) => ({ ...one, row: standardised(scale, one.features) }));
  const n = scale.mean.length + 1;
  const ridgeOf = (feature: number) => (typeof ridge === "number" ? ridge : (ridge[feature] ?? 0));
  const pull = Float64Array.from({ length: n }, (_, i) =>
    i === 0 ? ridgeOf(0) * FREE_CONSTANT : ridgeOf(i - 1),
  );
  let weights = Float64Array.from(start);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight, i) => (pull[i] ?? 0) * (weight - (start[i] ?? 0)));
    const curve = Float64Array.from({ length: n * n }, (_, at) =>
      at % (n + 1) === 0 ? (pull[at / (n + 1)] ?? 0) : 0,
    );
    for (const { row, isTree, weight } of rows) {
      const p = sigmoid(dot(weights, row));
      const [gap, bend] = [weight * (p - (isTree ? 1 : 0)), weight * p * (1 - p)];
      for (let i = 0; i < n; i++) {
        const value = row[i] ?? 0;
        slope[i] = (slope[i] ?? 0) + gap * value;
        const bent = bend * value;
        for (let k = 0; k <= i; k++)
          curve[i * n + k] = (curve[i * n + k] ?? 0) + bent * (row[k] ?? 0);
      }
    }
    const move = solve(curve, slope);
    weights = weights.map((weight, i) => weight - (move[i] ?? 0));
    if (Math.max(...move.map(Math.abs)) < STILL) break;
  }
  return { ...scale, weights: [...weights] };
}

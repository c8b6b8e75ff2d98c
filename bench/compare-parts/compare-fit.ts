/** Weights of a comparison's evidence from pairs whose changes are known: a logistic rule. */

/** A tree that only one image's detections have, and whether it really came or went. */
export interface KnownSingle {
  pair: string;
  /** Drawn pairs and real ones weigh the same, however many trees they have. */
  isReal: boolean;
  /** As `evidenceParts` gives them. */
  parts: number[];
  /**
   * Log odds that it is a tree at all (`treeLikelihood`), 0 where that is known. Of a real detection that did not change
   * the eye does not say whether it is a tree: this takes up what false ones would else say of the parts.
   */
  tree: number;
  hasChanged: boolean;
}

const RIDGE = 1;
const STEPS = 4000;
const RATE = 2;
/** The weak detection's place among the parts. */
const WEAK = 3;

const logistic = (value: number) => 1 / (1 + Math.exp(-value));
const weigh = (values: readonly number[], weights: readonly number[]) =>
  values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
const valuesOf = ({ parts, tree }: KnownSingle) => [...parts, Math.max(-3, Math.min(3, tree))];

/** Both outcomes weigh the same, and both kinds of pairs; a little ridge, the constant free of it. */
function fitWeights(rows: KnownSingle[], withRecheck: boolean): number[] {
  const kind = ({ isReal, hasChanged }: KnownSingle) => `${isReal} ${hasChanged}`;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(kind(row), (counts.get(kind(row)) ?? 0) + 1);
  const inputs = rows.map((row) => ({
    values: valuesOf(row),
    target: row.hasChanged ? 1 : 0,
    share: 1 / (counts.size * (counts.get(kind(row)) ?? 1)),
  }));
  const weights = inputs[0]?.values.map(() => 0) ?? [];
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : (RIDGE * weight) / rows.length));
    for (const { values, target, share } of inputs) {
      const error = share * (logistic(weigh(values, weights)) - target);
      for (const [i, value] of values.entries()) slope[i] = (slope[i] ?? 0) + error * value;
    }
    for (const i of weights.keys())
      if (withRecheck || i !== WEAK) weights[i] = (weights[i] ?? 0) - RATE * (slope[i] ?? 0);
  }
  return weights;
}

/** Right decisions where each pair is scored with weights fitted on the others: mean of the changed and the unchanged. */
function heldOut(rows: KnownSingle[], withRecheck: boolean, isReal: boolean): number {
  const scored = [...new Set(rows.filter((row) => row.isReal === isReal).map(({ pair }) => pair))]
    .map((pair) => ({
      own: rows.filter((row) => row.pair === pair),
      weights: fitWeights(
        rows.filter((row) => row.pair !== pair),
        withRecheck,
      ),
    }))
    .flatMap(({ own, weights }) =>
      own.map((row) => ({
        hasChanged: row.hasChanged,
        isRight: weigh(valuesOf(row), weights) > 0 === row.hasChanged,
      })),
    );
  const share = (hasChanged: boolean) => {
    const some = scored.filter((one) => one.hasChanged === hasChanged);
    return some.filter(({ isRight }) => isRight).length / Math.max(1, some.length);
  };
  return (share(true) + share(false)) / 2;
}

/** Fitted weights with and without the recheck by the detector, and how often each is right on other pairs. */
export function fitEvidence(rows: KnownSingle[]) {
  const round = (value: number) => Math.round(value * 100) / 100;
  const of = (withRecheck: boolean) => ({
    weights: fitWeights(rows, withRecheck).map(round),
    rightOnReal: round(heldOut(rows, withRecheck, true)),
    rightOnDrawn: round(heldOut(rows, withRecheck, false)),
  });
  return { singles: rows.length, withRecheck: of(true), byPixels: of(false) };
}

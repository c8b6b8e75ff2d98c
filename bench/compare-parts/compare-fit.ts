/** Weights of a comparison's evidence from drawn pairs, whose changes are known: a logistic rule. */

/** A tree that only one image's detections have, and whether it really came or went. */
export interface KnownSingle {
  pair: number;
  /** As `evidenceParts` gives them. */
  parts: number[];
  hasChanged: boolean;
}

const RIDGE = 0.5;
const STEPS = 3000;
const RATE = 0.3;

const logistic = (value: number) => 1 / (1 + Math.exp(-value));
const weigh = (parts: number[], weights: number[]) =>
  parts.reduce((sum, part, i) => sum + part * (weights[i] ?? 0), 0);

/** Both outcomes weigh the same, however many changed; a little ridge, the constant free of it. */
function fitWeights(rows: KnownSingle[], used: boolean[]): number[] {
  const weights = used.map(() => 0);
  const changed = rows.filter((row) => row.hasChanged).length;
  const share = {
    true: 0.5 / Math.max(1, changed),
    false: 0.5 / Math.max(1, rows.length - changed),
  };
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : (RIDGE * weight) / rows.length));
    for (const { parts, hasChanged } of rows) {
      const error = logistic(weigh(parts, weights)) - (hasChanged ? 1 : 0);
      const own = hasChanged ? share.true : share.false;
      for (const [i, part] of parts.entries()) slope[i] = (slope[i] ?? 0) + own * error * part;
    }
    for (const i of weights.keys())
      if (used[i]) weights[i] = (weights[i] ?? 0) - RATE * 10 * (slope[i] ?? 0);
  }
  return weights;
}

/** Right decisions where each pair is scored with weights fitted on the others. */
function heldOut(rows: KnownSingle[], used: boolean[]): number {
  const pairs = [...new Set(rows.map((row) => row.pair))];
  let right = 0;
  for (const pair of pairs) {
    const weights = fitWeights(
      rows.filter((row) => row.pair !== pair),
      used,
    );
    const own = rows.filter((row) => row.pair === pair);
    right += own.filter((row) => weigh(row.parts, weights) > 0 === row.hasChanged).length;
  }
  return right / Math.max(1, rows.length);
}

/** Fitted weights with and without the recheck by the detector, and how often each is right on other pairs. */
export function fitEvidence(rows: KnownSingle[]) {
  const round = (value: number) => Math.round(value * 100) / 100;
  const all = [true, true, true, true, true];
  const pixels = [true, true, true, false, true];
  return {
    singles: rows.length,
    withRecheck: fitWeights(rows, all).map(round),
    byPixels: fitWeights(rows, pixels).map(round),
    right: { withRecheck: round(heldOut(rows, all)), byPixels: round(heldOut(rows, pixels)) },
  };
}

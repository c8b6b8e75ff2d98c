import type { Compared, Single, Unseen } from "./compare-images.ts";
import { priorShiftOf, treeLikelihood } from "./tree-likelihood.ts";

/** What became of a tree between two images. */
export type TreeState = "kept" | "planted" | "lost" | "not_visible";

export type ChangeRecord = {
  /** Number of the tree in the first and in the second image; undefined where only the other has it. */
  before: number | undefined;
  after: number | undefined;
  state: TreeState;
  /** Probability that it was planted or lost in between. */
  chance: number;
  unsure: boolean;
  reason: Unseen | undefined;
};

export type Decision = {
  records: ChangeRecord[];
  /** Share of the trees standing in both images that the detector found in each, 0..1. */
  recall: { before: number; after: number };
};

/**
 * Weights of a logistic rule on: a constant, the contrast that the other image has too (as a share of
 * what is usual among matched trees), cross-correlation (likewise), the best weak detection there (as a
 * share of the threshold), and whether a crown of the other image holds the place. Fitted on 589 single
 * trees of 30 drawn pairs with the shipped detector (sun, haze, lawn, noise, shifts; `npm run bench --
 * compare --pairs 30 --fit`): each pair scored with weights fitted on the others, 76 % right; then taken back to 0.8, because
 * drawn images are easier than real ones. What residual contrast and holding crowns said is in the others already.
 */
const WITH_RECHECK = [2.7, 0, -3.9, -3.4, 0] as const;
/** The same without a recheck (75 % right). */
const BY_PIXELS = [2.6, -0.1, -4.1, 0, -0.3] as const;
/** Probabilities between these are marked as unsure. */
const SURE = { low: 0.25, high: 0.75 };
/** Prior of two changed and two unchanged trees: few trees say little about the share. */
const PRIOR = 2;

const within = (low: number, high: number, value: number): number =>
  Math.min(high, Math.max(low, value));
const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/** What the weights are of, in their order; undefined where the pixels were not measured. */
export function evidenceParts(
  { measurement, covered }: Single,
  usual: Compared["usual"],
  weak: number | undefined,
): number[] | undefined {
  if (!measurement) return undefined;
  return [
    1,
    within(-0.5, 1.5, measurement.residualContrast / usual.residualContrast),
    within(-0.5, 1.3, measurement.crossCorrelation / usual.crossCorrelation),
    within(0, 1.2, weak ?? 0),
    covered ? 1 : 0,
  ];
}

/** Evidence for a change as log odds, with equal prior odds. */
function evidence(single: Single, usual: Compared["usual"], weak: number | undefined): number {
  const weights = weak === undefined ? BY_PIXELS : WITH_RECHECK;
  const parts = evidenceParts(single, usual, weak) ?? [];
  return parts.reduce((sum, part, i) => sum + part * (weights[i] ?? 0), 0);
}

/**
 * The share of changes among single trees of one side, by their evidence alone: expectation and
 * maximisation over the prior (Saerens, Latinne and Decaestecker 2002).
 */
function shareChanged(evidences: number[]): number {
  let share = 0.5;
  for (let round = 0; round < 30; round++) {
    const odds = Math.log(share / (1 - share));
    const sum = evidences.reduce((total, one) => total + logistic(one + odds), 0);
    share = within(0.02, 0.98, (sum + PRIOR) / (evidences.length + 2 * PRIOR));
  }
  return share;
}

/**
 * Decides on every tree. `weak` holds, for each single, the best score of a recheck of its place in
 * the other image, as a share of the detector's threshold; undefined where none was made.
 */
export function decide(compared: Compared, weak: readonly (number | undefined)[] = []): Decision {
  const { matches, singles, usual } = compared;
  const records: ChangeRecord[] = matches.map(([before, after]) => ({
    before,
    after,
    state: "kept",
    chance: 0,
    unsure: false,
    reason: undefined,
  }));
  const recall = [1, 1];
  for (const side of [0, 1] as const) {
    const mine = singles.map((single, i) => ({ single, weak: weak[i] }));
    const own = mine.filter(({ single }) => single.side === side);
    const open = own.filter(({ single }) => single.unseen === undefined);
    const evidences = open.map((one) => evidence(one.single, usual, one.weak));
    const share = shareChanged(evidences);
    const odds = Math.log(share / (1 - share));
    const seen = compared.samples.filter((sample) => sample.side === side);
    const each = matches.length / Math.max(1, compared.samples.length / 2);
    const priorShift = priorShiftOf([
      ...open.map(({ single }) => ({ logOdds: logOddsOf(single), weight: 1 })),
      ...seen.map((sample) => ({ logOdds: treeLikelihood(sample), weight: each })),
    ]);
    const scored = open.map(({ single }, i) => {
      const changed = logistic((evidences[i] as number) + odds);
      const real = single.measurement ? logistic(logOddsOf(single) + priorShift) : 1;
      return {
        radius: single.place.radius,
        standing: real * (1 - changed),
        chance: real * changed,
      };
    });
    open.forEach(({ single }, i) => {
      records.push(changeRecordOf(single, scored[i]?.chance ?? 0));
    });
    for (const { single } of own) if (single.unseen) records.push(hiddenRecord(single));
    recall[side] = recallOf(scored, compared.matchRadii);
  }
  // Trees of the first image that stand undetected in the second show the recall of the second's detection.
  return { records, recall: { before: recall[1] ?? 1, after: recall[0] ?? 1 } };
}

const logOddsOf = ({ measurement, strength, place }: Single): number =>
  measurement
    ? treeLikelihood({ appearance: measurement.appearance, strength, radius: place.radius })
    : 0;

type ScoredTree = { radius: number; standing: number; chance: number };

/** Matched trees of a size class that its recall needs at least. */
const MIN_MATCHED = 15;

/**
 * What the other image's detection finds of the trees that stand in both: found there, of all found
 * here (capture and recapture, Lincoln and Petersen). Small crowns are missed more often, and planted ones are
 * small: only crowns up to the size of three quarters of the changed ones count, where there are enough.
 */
function recallOf(scored: ScoredTree[], matchRadii: readonly number[]): number {
  const changed = scored.filter(({ chance }) => chance >= 0.5).map(({ radius }) => radius);
  const upTo = changed.sort((a, b) => a - b)[Math.floor(changed.length * 0.75)] ?? 0;
  const small = matchRadii.filter((radius) => radius <= upTo).length;
  const limit = small >= MIN_MATCHED ? upTo : Number.POSITIVE_INFINITY;
  const matched = small >= MIN_MATCHED ? small : matchRadii.length;
  const missed = scored.reduce(
    (sum, { radius, standing }) => sum + (radius <= limit ? standing : 0),
    0,
  );
  return (matched + 1) / (matched + missed + 1.5);
}

const numbersOf = ({ side, tree }: Single) => ({
  before: side === 0 ? tree : undefined,
  after: side === 1 ? tree : undefined,
});

function changeRecordOf(single: Single, chance: number): ChangeRecord {
  const changed: TreeState = single.side === 0 ? "lost" : "planted";
  return {
    ...numbersOf(single),
    state: chance >= 0.5 ? changed : "kept",
    chance,
    unsure: chance > SURE.low && chance < SURE.high,
    reason: undefined,
  };
}

function hiddenRecord(single: Single): ChangeRecord {
  return {
    ...numbersOf(single),
    state: "not_visible",
    chance: 0,
    unsure: false,
    reason: single.unseen,
  };
}

import type { Compared, Single, Unseen } from "./compare-images.ts";
import type { PlaceMeasurement } from "./place.ts";
import { priorShiftOf, treeLikelihood } from "./tree-likelihood.ts";
import type { UsualLook, UsualMatch } from "./usual-match.ts";

/** Change of a tree between two images. */
type TreeState = "kept" | "planted" | "lost" | "not_visible";

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
 * Weights of a logistic rule on `evidenceParts`: a constant, the contrast that the other image has too and cross-correlation
 * (as shares of what is usual among matched trees), the best weak detection there (as a share of the threshold), whether a crown of the other image holds the
 * place, how much of the crown's green is left there, and how much brighter it is than a crown. Fitted on single trees of
 * 11 real pairs judged by eye and of 30 drawn ones, both alike, each pair scored with weights fitted on the others
 * (`npm run bench -- compare --pairs 30 --fit`), rounded, and the constant taken so that the range holds on all real pairs.
 * Decision 71.
 */
const WITH_RECHECK = [1.9, -1, -2, -2.2, -0.6, -0.8, 2.4] as const;
/** The same without a recheck. */
const BY_PIXELS = [1.4, -1, -2.2, 0, -0.8, -0.5, 2.6] as const;
/** Probabilities between these are marked as unsure. */
const SURE = { low: 0.25, high: 0.75 };
/** Prior of two changed and two unchanged trees: few trees say little about the share. */
const PRIOR = 2;

const within = (low: number, high: number, value: number): number =>
  Math.min(high, Math.max(low, value));
const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/** Values that the weights belong to, in their order; undefined where the pixels were not measured. */
export function evidenceParts(
  { side, measurement, covered }: Single,
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
    within(-0.5, 1.5, greenLeft(side, measurement, usual)),
    within(-1, 1.5, brighter(side, measurement, usual)),
  ];
}

/** The least that crowns stand out from bare ground in the vegetation index for it to say anything. */
const MIN_GREEN = 0.04;
/** Between what is usual of trees that stand and of those that are gone. */
const UNTOLD = 0.5;

/**
 * The share of the crown's green that the other image has in its place, each measured from that image's bare ground to
 * its usual crown: a dry year or another index changes nothing. Where crowns are no greener than the ground, as in a lawn, it says
 * nothing.
 */
function greenLeft(side: 0 | 1, { crown }: PlaceMeasurement, { looks }: UsualMatch): number {
  const [own, other] = side === 0 ? looks : [looks[1], looks[0]];
  const green = (plant: number, { crownPlant, barePlant }: UsualLook) =>
    (plant - barePlant) / (crownPlant - barePlant);
  const isGreen = (look: UsualLook) => look.crownPlant - look.barePlant >= MIN_GREEN;
  if (!isGreen(own) || !isGreen(other)) return UNTOLD;
  return green(crown.plant[1], other) / Math.max(0.4, green(crown.plant[0], own));
}

/** Brightness of the place in the other image beside that of crowns there, as a logarithm: shade is gone. */
function brighter(side: 0 | 1, { crown }: PlaceMeasurement, { looks }: UsualMatch): number {
  const [own, other] = side === 0 ? looks : [looks[1], looks[0]];
  const level = (light: number, { crownLight }: UsualLook) =>
    Math.log((light + MIN_LIGHT) / (crownLight + MIN_LIGHT));
  return level(crown.light[1], other) - level(crown.light[0], own);
}

/** Added to brightness (0..255), so that the deepest shade does not decide. */
const MIN_LIGHT = 5;

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
  const changed = new Map<Single, ChangeRecord>();
  for (const side of [0, 1] as const) {
    const mine = singles.map((single, i) => ({ single, weak: weak[i] }));
    const own = mine.filter(({ single }) => single.side === side);
    const open = own.filter(({ single }) => single.unseen === undefined);
    const evidences = open.map((one) => evidence(one.single, usual, one.weak));
    const share = shareChanged(evidences);
    const odds = Math.log(share / (1 - share));
    const priorShift = priorShiftOf(open.map(({ single }) => logOddsOf(single)));
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
      const record = changeRecordOf(single, scored[i]?.chance ?? 0);
      if (record.state !== "kept") changed.set(single, record);
      records.push(record);
    });
    for (const { single } of own) if (single.unseen) records.push(hiddenRecord(single));
    recall[side] = recallOf(scored, compared.matchRadii);
  }
  for (const [{ twin }, record] of changed) {
    const other = twin === undefined ? undefined : singles[twin];
    if (other && changed.has(other)) record.unsure = true;
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
 * Recall of the other image's detection among the trees that stand in both: found there, of all found here (capture and
 * recapture, Lincoln and Petersen). Small crowns are missed more often, and planted ones are small: only crowns up to the
 * size of three quarters of the changed ones count, where there are enough.
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

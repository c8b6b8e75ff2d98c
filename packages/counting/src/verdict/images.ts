/**
 * Likelihood of the share of a planting that stands, from the trees found on images.
 *
 * Of θ·R trees standing an image shows v (by crown width and pixel), of which its detector counts one in f: the
 * count is negative binomial with the mean θ·R·v·c/f + B, where c is the share of the ground that is shown and B what
 * would be counted there without the planting. None of v, f and B is known: v follows from a stand's vigour, f from
 * the range that the image states of its count, B from images before planting; the probability of the counts is
 * averaged over points that stand for what is believed of them. Where people looked all over, f is 1. Vigour and most of
 * f belong to the place and are the same on all its images, so that several images of one place are less evidence than as
 * many of different ones. Where no source is named a number is chosen, not measured (decision 36); `npm run bench --
 * verdicts` measures the whole.
 */
import { crownWidthM, visibleOf } from "./crown-growth.ts";
import { logCount, normalPoints } from "./distributions.ts";
import { type CaptureFacts, crownEdgesM, sumOf, type TaskFacts, yearsBetween } from "./facts.ts";
import { joint, type LogLikelihood, logMean, shares, uninformative } from "./likelihood-grid.ts";

/** Part of the variance of a count that belongs to the place and its trees: the same on each of its images. */
const SHARED_VARIANCE = 0.6;
/** Relative standard deviation of a count beside its stated range and its age. */
const COUNT_DEVIATION = 0.1;
/** Of what is counted so much is no labelled tree (models/crown.md: precision 0.65 to 0.74 by place). */
const UNLABELLED_FINDS = 0.3;
/**
 * Trees of the planting among the finds. Of the finds without a label any share s from 0 to 1 would be found there without
 * the planting: the others are trees that nobody labelled, and crowns boxed otherwise than their labels (decision 67).
 * Mean and standard deviation of log(1 − UNLABELLED_FINDS · s), each s as likely.
 */
const treesAmongFinds = { middle: Math.log(1 - UNLABELLED_FINDS / 2), spread: 0.1 };
/** Chance that an image shows nothing of saplings for reasons that nobody noted: haze, grass as green as they are. */
const BLIND = 0.01;
/** The same while leaves are off, for trees that shed them. */
const BLIND_LEAFLESS = 0.5;
/** Relative standard deviation for each year from an image to the newest evidence: trees die meanwhile. */
const YEARLY_DEVIATION = 0.15;
/** Spread of the logarithm of what is counted without a planting, from one image to another of the same ground. */
const BACKGROUND_SPREAD = 0.3;
/** Shares of other tasks' trees on the same ground that may stand, each as likely. */
const OTHERS_STANDING = [0.15, 0.5, 0.85] as const;

const vigours = normalPoints(9);
const places = normalPoints(7);
const backgrounds = normalPoints(5);

const lastDay = (days: readonly string[]) => days.reduce((a, b) => (a > b ? a : b), "");
const firstDay = (days: readonly string[]) => days.reduce((a, b) => (a < b ? a : b), "9999");

/** Images of before the first planting day, and of after the last one; what lies between says nothing. */
export function sides({ planted, captures }: TaskFacts) {
  const first = firstDay(planted.map((one) => one.plantedOn));
  const last = lastDay(planted.map((one) => one.plantedOn));
  return {
    before: captures.filter(({ capturedOn }) => capturedOn < first),
    after: captures.filter(({ capturedOn }) => capturedOn > last),
  };
}

/** The share of the planted trees whose crowns an image can show. */
export const visibleOn = (
  facts: TaskFacts,
  at: Pick<CaptureFacts, "capturedOn" | "smallestCrownM">,
  vigour: number,
) =>
  visibleOf(
    facts.planted.map((one) => ({ ...one, years: yearsBetween(one.plantedOn, at.capturedOn) })),
    at.smallestCrownM,
    vigour,
    facts.spacingM,
  );

/** No tree of this planting can have a wider crown on that day, metres: twice that of a stand of the best twentieth. */
export const widestCrownM = (facts: TaskFacts, day: string) =>
  2 *
  Math.max(
    ...facts.planted.map((one) =>
      crownWidthM(one, yearsBetween(one.plantedOn, day), 1.645, facts.spacingM),
    ),
  );

/** Trees found whose crowns are not too wide to be of this planting. */
export const countUpTo = (capture: CaptureFacts, widestM: number) =>
  sumOf(capture.crowns.filter((_, i) => i === 0 || (crownEdgesM[i - 1] ?? 0) < widestM));

/** The image before planting that is most like a later one: of similar pixels, and not long before. */
export function baselineOf(facts: TaskFacts, after: CaptureFacts): CaptureFacts | undefined {
  const unlike = (one: CaptureFacts) =>
    Math.abs(Math.log(one.gsdM / after.gsdM)) +
    0.1 * yearsBetween(one.capturedOn, after.capturedOn) +
    (one.coverage < 0.5 ? 5 : 0);
  return [...sides(facts).before].sort((a, b) => unlike(a) - unlike(b))[0];
}

/** Numbers that may have been counted without the planting, each as likely as the others. */
function backgroundsOf(facts: TaskFacts, after: CaptureFacts, count: number, visible: number) {
  const base = baselineOf(facts, after);
  const own =
    base && base.coverage > 0
      ? aroundBaseline(countUpTo(base, widestCrownM(facts, after.capturedOn)), base, after)
      : [0, 0.25, 0.5, 0.75, 1].map((part) => part * count);
  if (facts.otherTrees === 0) return own;
  const others = facts.otherTrees * visible * after.coverage;
  return own.flatMap((n) => OTHERS_STANDING.map((standing) => n + standing * others));
}

function aroundBaseline(n: number, base: CaptureFacts, after: CaptureFacts): number[] {
  const pixels = 0.5 * Math.log(after.gsdM / base.gsdM);
  const spread = Math.sqrt(BACKGROUND_SPREAD ** 2 + 1 / (n + 1) + pixels ** 2);
  const expected = ((n + 0.5) * after.coverage) / base.coverage;
  return backgrounds.map((z) => expected * Math.exp(spread * z));
}

/** The chance that an image shows nothing of the planting although crowns are large enough. */
function blindOn(facts: TaskFacts, { isLeafless }: CaptureFacts): number {
  if (!isLeafless) return BLIND;
  const shedding = facts.planted.filter((one) => !one.isEvergreen);
  const share =
    sumOf(shedding.map((one) => one.trees)) /
    Math.max(1, sumOf(facts.planted.map((one) => one.trees)));
  return BLIND + (BLIND_LEAFLESS - BLIND) * share;
}

/**
 * Trees that an image shows for each one that is found, as a logarithm: the range of its count, which allows for finds
 * that are no trees, without those that stand in the background.
 */
export function missesOf({ rangeLow, rangeHigh }: Pick<CaptureFacts, "rangeLow" | "rangeHigh">) {
  const middle = (Math.log(rangeLow) + Math.log(rangeHigh)) / 2 - treesAmongFinds.middle;
  const spread = Math.log(rangeHigh / rangeLow) / (2 * 1.645);
  return { middle, spread: Math.hypot(spread, treesAmongFinds.spread) };
}

/** Of the trees that an image shows, the share that is counted on it, where a detector finds one in `misses`. */
export const countedShare = ({ checkedShare }: CaptureFacts, misses: number) =>
  checkedShare + (1 - checkedShare) / misses;

/** Log-likelihood of each share by one image, for a given vigour of the stand and a given deviation of the place's f. */
function ofImage(facts: TaskFacts, after: CaptureFacts, newest: string) {
  const count = countUpTo(after, widestCrownM(facts, after.capturedOn));
  const reported = sumOf(facts.planted.map((one) => one.trees));
  const { middle, spread } = missesOf(after);
  const old = YEARLY_DEVIATION * yearsBetween(after.capturedOn, newest);
  // Of what is counted, only what the detector counted alone is in doubt.
  const guessed = 1 - after.checkedShare / countedShare(after, Math.exp(middle));
  const own = (1 - SHARED_VARIANCE) * (guessed * spread) ** 2 + COUNT_DEVIATION ** 2 + old ** 2;
  const blind = blindOn(facts, after);
  const logOf = (mean: number) => logCount(count, mean, mean + own * mean * mean);
  return (vigour: number, place: number): LogLikelihood => {
    const visible = visibleOn(facts, after, vigour);
    const found = countedShare(
      after,
      Math.exp(middle + Math.sqrt(SHARED_VARIANCE) * spread * place),
    );
    const without = backgroundsOf(facts, after, count, visible);
    const unseen = logMean(without.map((b) => logOf(b)));
    const each = reported * visible * after.coverage * found;
    return shares.map((share) => {
      const seen = logMean(without.map((b) => logOf(share * each + b)));
      return Math.max(seen, unseen) === -Infinity ? -1e3 : mixed(seen, unseen, blind);
    });
  };
}

/** log((1 − w)·exp(a) + w·exp(b)) */
function mixed(a: number, b: number, w: number): number {
  const max = Math.max(a, b);
  return max + Math.log((1 - w) * Math.exp(a - max) + w * Math.exp(b - max));
}

/** Log-likelihood of each share by all the images after planting; `uninformative` without any. */
export function imageLikelihood(
  facts: TaskFacts,
  captures: readonly CaptureFacts[],
  newest: string,
): LogLikelihood {
  if (captures.length === 0) return uninformative;
  const images = captures.map((one) => ofImage(facts, one, newest));
  const nodes = vigours.flatMap((vigour) =>
    places.map((place) => joint(images.map((image) => image(vigour, place)))),
  );
  return shares.map((_, i) => logMean(nodes.map((node) => node[i] ?? 0)));
}

import { PLAIN_FEATURES } from "../detect/candidate-features.ts";
import { APART_METERS } from "../detect/detect-image.ts";
import type { DescribedCandidate } from "../detect/detector.ts";
import { type NmsRule, overlapIndex } from "../detect/nms.ts";
import type { Box } from "../pixels/pixels.ts";
import {
  addTally,
  emptyTally,
  type Tally,
  TREE_APART_METERS,
  TREE_OVERLAP,
  tallyBoxes,
  tallyPoints,
} from "./match-labels.ts";
import {
  type Example,
  fitRidgeLogistic,
  type LogisticModel,
  probabilityOf,
} from "./ridge-logistic.ts";

/** Proposal of the networks, and whether it is a tree by the labels; undefined where it may be either. */
export type LabelledCandidate = DescribedCandidate & { isTree: boolean | undefined };

/** Ground on which people labelled every tree, by boxes or by points, in pixels of its image. */
export type LabelledPlot = {
  id: string;
  areaM2: number;
  gsdMeters: number;
  boxes?: readonly Box[];
  points?: readonly (readonly [number, number])[];
  /** Proposals of the networks there, down to a low score. */
  candidates: readonly LabelledCandidate[];
};

/** Trees found on a plot by what the other plots taught, and those that stand there. */
export type PlotCount = Tally & { id: string; areaM2: number };

/** A classifier of candidates with the probability from which on one counts, and how it did on plots that it did not learn from. */
export type LearnedTrees = {
  model: LogisticModel;
  lowest: number;
  threshold: number;
  /** By the networks alone, at their own threshold. */
  before: PlotCount[];
  after: PlotCount[];
  /** By how much F1 of `after` is higher, and the standard error of that (jackknife over plots). */
  gain: { f1: number; error: number };
};

/** Images or plots that cannot be learned together. */
export class Unlearnable extends RangeError {
  readonly reason: "few_plots" | "one_kind" | "bands" | "resolution";
  constructor(reason: Unlearnable["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Lowest score of the networks at which something is looked at. */
export const LOWEST_SCORE = 0.02;
/** Few plots say little: with less than so many nothing is learned. */
export const FEWEST_PLOTS = 4;
/**
 * Plain features: of 1, 3 and 10 F1 differs by less than 0.01 on ground that nobody trained on. The networks' context is of
 * many channels, so it is drawn to 0 eleven times as much (of 16 and 33 times F1 is lower by 0.01).
 */
const RIDGE = { plain: 3, context: 33 };
/** Plots are put into so many parts at most, each judged by what the others taught. */
const PARTS = 12;
/** Probabilities that are tried as threshold. */
const THRESHOLDS = Array.from({ length: 33 }, (_, i) => 0.1 + i * 0.02);
/** Among thresholds whose F1 is so near to the best the one is taken that counts best. */
const ALIKE = 0.02;

function examplesOf(plots: readonly LabelledPlot[]): Example[] {
  return plots.flatMap((plot) =>
    plot.candidates.flatMap((candidate) => {
      const { features, isTree } = candidate;
      return isTree === undefined ? [] : [{ features, isTree, weight: 1 }];
    }),
  );
}

/** Fits the weights of all features: those of the context are held back more. */
const fit = (examples: readonly Example[]): LogisticModel =>
  fitRidgeLogistic(
    examples,
    (examples[0]?.features ?? []).map((_, i) => (i < PLAIN_FEATURES ? RIDGE.plain : RIDGE.context)),
  );

type Scored = { plot: LabelledPlot; scores: readonly number[] };

/** The trees of a plot where candidates have these scores, matched to its labels. */
function tallyPlot({ plot, scores }: Scored, threshold: number, rule: NmsRule): Tally {
  const index = overlapIndex<DescribedCandidate>(rule, APART_METERS / plot.gsdMeters);
  for (const [i, candidate] of plot.candidates.entries()) {
    const score = scores[i] ?? 0;
    if (score >= threshold) index.add({ ...candidate, score });
  }
  const trees = index.take();
  const { boxes, points = [], gsdMeters } = plot;
  if (boxes)
    return tallyBoxes(
      trees.map(({ box }) => box),
      [...boxes],
      TREE_OVERLAP,
    );
  const found = trees.map(({ x, y }) => [x, y] as const);
  return tallyPoints(found, [...points], TREE_APART_METERS / gsdMeters);
}

function f1Of(tallies: readonly Tally[]): number {
  const all = emptyTally();
  for (const tally of tallies) addTally(all, tally);
  return all.found + all.truth > 0 ? (2 * all.matched) / (all.found + all.truth) : 0;
}

/** Error of a count, as the logarithm of its ratio to the truth. */
function countError(tallies: readonly Tally[]): number {
  const all = emptyTally();
  for (const tally of tallies) addTally(all, tally);
  return Math.abs(Math.log((all.found + 1) / (all.truth + 1)));
}

/** The threshold with the best F1, or of those nearly as good the one whose count is nearest to the truth. */
function chooseThreshold(scored: readonly Scored[], rule: NmsRule): number {
  const tried = THRESHOLDS.map((threshold) => {
    const tallies = scored.map((one) => tallyPlot(one, threshold, rule));
    return { threshold, f1: f1Of(tallies), error: countError(tallies) };
  });
  const best = Math.max(...tried.map(({ f1 }) => f1));
  const alike = tried.filter(({ f1 }) => f1 >= best - ALIKE);
  return alike.reduce((a, b) => (b.error < a.error ? b : a)).threshold;
}

/** The plots in parts, in turn: neighbours in the list come into different ones. */
function partsOf(plots: readonly LabelledPlot[]): LabelledPlot[][] {
  const count = Math.min(PARTS, plots.length);
  return Array.from({ length: count }, (_, part) => plots.filter((_, i) => i % count === part));
}

const scoresBy = (model: LogisticModel, plots: readonly LabelledPlot[]): Scored[] =>
  plots.map((plot) => ({
    plot,
    scores: plot.candidates.map(({ features }) => probabilityOf(model, features)),
  }));

/** Scores of each plot by a model that the plots of its part had no say in. */
function crossScores(plots: readonly LabelledPlot[], corrected: readonly Example[]): Scored[] {
  return partsOf(plots).flatMap((part) => {
    const others = plots.filter((plot) => !part.includes(plot));
    return scoresBy(fit([...examplesOf(others), ...corrected]), part);
  });
}

const countsOf = (scored: readonly Scored[], threshold: number, rule: NmsRule): PlotCount[] =>
  scored.map((one) => ({
    ...tallyPlot(one, threshold, rule),
    id: one.plot.id,
    areaM2: one.plot.areaM2,
  }));

/** Counts what the networks alone find on plots, at their own threshold. */
export function countByNetworks(
  plots: readonly LabelledPlot[],
  { own, rule }: { own: number; rule: NmsRule },
): PlotCount[] {
  const scored = plots.map((plot) => ({ plot, scores: plot.candidates.map(({ score }) => score) }));
  return countsOf(scored, own, rule);
}

/** Counts what is found on plots by what was learned. */
export const countByLearned = (
  plots: readonly LabelledPlot[],
  { model, threshold }: Pick<LearnedTrees, "model" | "threshold">,
  rule: NmsRule,
): PlotCount[] => countsOf(scoresBy(model, plots), threshold, rule);

/** Gain of F1, with its standard error when each plot is left out in turn (Efron and Stein 1981). */
function gainOf(before: readonly PlotCount[], after: readonly PlotCount[]) {
  const differenceOf = (skip?: string) => {
    const without = (list: readonly PlotCount[]) => list.filter(({ id }) => id !== skip);
    return f1Of(without(after)) - f1Of(without(before));
  };
  const each = after.map(({ id }) => differenceOf(id));
  const n = each.length;
  const middle = each.reduce((a, b) => a + b, 0) / n;
  const squared = each.reduce((sum, one) => sum + (one - middle) ** 2, 0);
  return { f1: differenceOf(), error: Math.sqrt(((n - 1) / n) * squared) };
}

/**
 * Learns from labelled plots which candidates are trees on this ground: ridge logistic regression on plain features and on
 * what the networks see before their last step (few-shot heads on a frozen network: Chen et al. 2019, A closer look at
 * few-shot classification), judged by cross-validation over plots, its threshold chosen by the same. What the networks see
 * they keep seeing; only what counts changes, so some tens of labels are enough and nothing elsewhere is forgotten.
 * @param own the networks' own threshold
 * @param corrected candidates of which people said outside of the plots whether they are trees: they teach, and judge nothing
 * @throws {Unlearnable} with fewer than `FEWEST_PLOTS` plots, or where no candidate is a tree or none is none
 */
export function learnGround(
  plots: readonly LabelledPlot[],
  { own, rule, corrected = [] }: { own: number; rule: NmsRule; corrected?: readonly Example[] },
): LearnedTrees {
  if (plots.length < FEWEST_PLOTS)
    throw new Unlearnable("few_plots", `It takes ${FEWEST_PLOTS} plots to learn.`);
  const examples = examplesOf(plots);
  const trees = examples.filter(({ isTree }) => isTree).length;
  if (trees === 0 || trees === examples.length)
    throw new Unlearnable("one_kind", "The plots show trees alone, or none that the networks see.");
  const crossed = crossScores(plots, corrected);
  const threshold = chooseThreshold(crossed, rule);
  const before = countByNetworks(
    crossed.map(({ plot }) => plot),
    { own, rule },
  );
  const after = countsOf(crossed, threshold, rule);
  const model = fit([...examples, ...corrected]);
  return { model, lowest: LOWEST_SCORE, threshold, before, after, gain: gainOf(before, after) };
}

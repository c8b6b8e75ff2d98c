/** Survival of planted trees from sample plots that people counted: survey statistics, no database. */
import type { NoEstimate } from "@nihol/contract/values/planting/survival";
import { student90 } from "./student-t.ts";

/** Counts of one plot; missing: planting places without a tree. */
export interface SurvivalPlotCount {
  living: number;
  dead: number;
  missing: number;
  areaM2: number;
}

/** An estimate and its 90 % range. */
export interface Estimated {
  value: number;
  low: number;
  high: number;
}

/** Counted plots that a range needs at least. */
export const MIN_PLOTS = 3;

/**
 * Prior belief about the design effect, before the plots say it: neighbours share water, soil and hands, so that
 * trees of one plot are less evidence than as many trees apart. As strong a belief as `PRIOR_FREEDOM` plots. The rarer
 * outcome comes in patches that a few plots may all have missed, a dried up corner among living trees, so that the
 * believed correlation within plots differs by the end of the range: `PATCH_CORRELATION` times the cube of the share
 * that the end leads away from. The numbers are ours, chosen by `npm run bench -- survival`: they hold every kind of
 * planting that is drawn there in 84 to 97 of 100, and all of them together in 91 (decision 35).
 */
const PATCH_CORRELATION = 0.5;
const PRIOR_FREEDOM = 3;

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
/** Planting places of a plot: each had a tree once. */
const placesOf = ({ living, dead, missing }: SurvivalPlotCount) => living + dead + missing;
/** Finite population correction: the share of the ground that nobody counted. */
const unseen = (areaM2: number, groundM2: number) =>
  Math.max(0.01, 1 - areaM2 / Math.max(groundM2, 1));

/** Sums over plots that an estimate of survival follows from; a database adds them up as well. */
export interface PlotSums {
  plots: number;
  living: number;
  places: number;
  /** Sums of squares and of products, plot by plot. */
  living2: number;
  livingPlaces: number;
  places2: number;
  areaM2: number;
  placesArea: number;
  area2: number;
}

/** The sums of some plots. */
export function plotSums(plots: readonly SurvivalPlotCount[]): PlotSums {
  const of = (value: (plot: SurvivalPlotCount) => number) => sum(plots.map(value));
  return {
    plots: plots.length,
    living: of(({ living }) => living),
    places: of(placesOf),
    living2: of(({ living }) => living ** 2),
    livingPlaces: of((plot) => plot.living * placesOf(plot)),
    places2: of((plot) => placesOf(plot) ** 2),
    areaM2: of(({ areaM2 }) => areaM2),
    placesArea: of((plot) => placesOf(plot) * plot.areaM2),
    area2: of(({ areaM2 }) => areaM2 ** 2),
  };
}

/** Reason why these plots allow no estimate; undefined where they do. */
export const noEstimateOf = (plots: readonly SurvivalPlotCount[]): NoEstimate | undefined =>
  noEstimateOfSums(plotSums(plots));

function noEstimateOfSums({ plots, places }: PlotSums): NoEstimate | undefined {
  if (plots < MIN_PLOTS) return "too_few_plots";
  return places === 0 ? "nothing_counted" : undefined;
}

/**
 * The design effect: how many trees of these plots are worth one tree drawn by itself. The variance of the ratio
 * among plots (Cochran, Sampling Techniques, 1977, section 6.4) against the one of as many single trees, about a
 * share that is never 0 or 1, and drawn towards what is believed of plantings: plots that agree by chance would
 * otherwise be taken for proof.
 * @param from the share, of living or of lost trees, that the end of the range leads away from
 */
function designEffect(of: PlotSums, from: number): number {
  const freedom = of.plots - 1;
  const { plots, living, places } = of;
  const share = (living + 0.5) / (places + 1);
  // The sum of (living − share · places)², plot by plot.
  const errors2 = Math.max(0, of.living2 - 2 * share * of.livingPlaces + share ** 2 * of.places2);
  const observed = errors2 / (places * share * (1 - share));
  const mean = of.places2 / places;
  const believed = 1 + PATCH_CORRELATION * from ** 3 * Math.max(0, mean - 1);
  const scaled = (observed * plots) / (plots - 1);
  return (PRIOR_FREEDOM * believed + freedom * scaled) / (PRIOR_FREEDOM + freedom);
}

/**
 * The share of planting places whose tree lives, over the whole ground, with its 90 % range: the ratio of sums over
 * the plots (Cochran 1977, chapter 6), and Wilson's score interval at the effective sample size of the plots with
 * Student's t (Korn and Graubard, Survey Methodology 24, 1998; Franco, Little, Louis and Slud, J. Survey Statistics
 * and Methodology 7, 2019). Undefined where `noEstimateOf` says why.
 */
export const survivalOf = (
  plots: readonly SurvivalPlotCount[],
  groundM2: number,
): Estimated | undefined => survivalOfSums(plotSums(plots), groundM2);

/** The same from the sums of the plots. */
export function survivalOfSums(of: PlotSums, groundM2: number): Estimated | undefined {
  if (noEstimateOfSums(of)) return undefined;
  const { living, places } = of;
  const value = living / places;
  const t2 = student90(of.plots - 1 + PRIOR_FREEDOM) ** 2;
  /** Wilson's score interval at the effective sample size of one of its ends: -1 the low, 1 the high one. */
  const end = (side: -1 | 1) => {
    const deff = designEffect(of, side < 0 ? value : 1 - value);
    const effective = places / deff / unseen(of.areaM2, groundM2);
    const spread = (value * (1 - value)) / effective + t2 / (4 * effective ** 2);
    return (value + t2 / (2 * effective) + side * Math.sqrt(t2 * spread)) / (1 + t2 / effective);
  };
  return {
    value,
    low: Math.max(0, Math.min(value, end(-1))),
    high: Math.min(1, Math.max(value, end(1))),
  };
}

/**
 * Planting places of the whole ground by those in the plots, with a 90 % range: the ratio of places to area (Cochran
 * 1977, chapter 6), with at least Poisson's variance. Undefined where `noEstimateOf` says why.
 */
export const placesOnGround = (
  plots: readonly SurvivalPlotCount[],
  groundM2: number,
): Estimated | undefined => placesOfSums(plotSums(plots), groundM2);

/** The same from the sums of the plots. */
export function placesOfSums(of: PlotSums, groundM2: number): Estimated | undefined {
  if (noEstimateOfSums(of)) return undefined;
  const { plots: n, places, areaM2: area } = of;
  const perM2 = places / area;
  // The sum of (places − perM2 · area)², plot by plot.
  const residual = Math.max(0, of.places2 - 2 * perM2 * of.placesArea + perM2 ** 2 * of.area2);
  const variance = Math.max((residual * n) / (n - 1), places) * unseen(area, groundM2);
  const half = (student90(n - 1) * Math.sqrt(variance) * groundM2) / area;
  const value = perM2 * groundM2;
  return { value, low: Math.max(places, value - half), high: value + half };
}

/** A stratum: its estimate, and how many trees it stands for. */
interface Stratum {
  estimate: Estimated;
  trees: number;
}

/**
 * Several plantings as one: the mean of their shares by their trees. The distances of each range's ends add as
 * variances do (Zou and Donner, Statistics in Medicine 27, 2008). Undefined without trees.
 */
export function survivalOfAll(strata: readonly Stratum[]): Estimated | undefined {
  const trees = sum(strata.map((one) => one.trees));
  if (trees === 0) return undefined;
  const mean = (of: (one: Estimated) => number) =>
    sum(strata.map((one) => (of(one.estimate) * one.trees) / trees));
  const spread = (of: (one: Estimated) => number) =>
    Math.sqrt(sum(strata.map((one) => ((of(one.estimate) * one.trees) / trees) ** 2)));
  const value = mean((one) => one.value);
  return {
    value,
    low: value - spread((one) => one.value - one.low),
    high: value + spread((one) => one.high - one.value),
  };
}

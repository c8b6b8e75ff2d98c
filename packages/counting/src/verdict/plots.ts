/** Likelihood of the share of a planting that stands, from survival plots. */
import { logCount } from "./distributions.ts";
import { sumOf, type TaskFacts, type VisitFacts, yearsBetween } from "./facts.ts";
import { type LogLikelihood, shares } from "./likelihood-grid.ts";

// The numbers below are chosen, not measured; `npm run bench -- verdicts` measures what the verdict makes of them.
/** Believed correlation of the trees within a plot: neighbours share water, soil and hands. */
const PRIOR_CORRELATION = 0.15;
/** Degrees of freedom that the belief weighs against those of the plots. */
const PRIOR_FREEDOM = 3;
/** Relative standard deviation of the planted ground: a boundary a few metres wrong, less planted than drawn. */
const GROUND_DEVIATION = 0.08;
/** Relative standard deviation for each year from the visit to the newest evidence: trees die meanwhile. */
const YEARLY_DEVIATION = 0.15;
/** Share of other tasks' trees that is expected in the plots, and its standard deviation. */
const OTHERS = { standing: 0.5, deviation: 0.3 } as const;
/** Trees in the plots that are expected at the least, so that one tree is never impossible. */
const MIN_EXPECTED = 0.02;

/**
 * The design effect of living trees in plots: their variance about the mean density against Poisson's (Cochran,
 * Sampling Techniques, 1977, section 6.4), drawn towards the believed one of plantings.
 */
function designEffect({ plots }: VisitFacts): number {
  const living = sumOf(plots.map((plot) => plot.living));
  const density = (living + 0.5) / sumOf(plots.map((plot) => plot.areaM2));
  const n = plots.length;
  const squared = sumOf(plots.map((plot) => (plot.living - density * plot.areaM2) ** 2));
  const observed = (squared * n) / (n - 1) / (living + 0.5);
  const believed = 1 + PRIOR_CORRELATION * (living / n);
  return Math.max(1, (PRIOR_FREEDOM * believed + (n - 1) * observed) / (PRIOR_FREEDOM + n - 1));
}

/**
 * Log-likelihood of each share θ by the living trees of plots drawn at random: negative binomial about θ·R, with R the
 * reported trees, times the share of the ground that the plots take, with their design effect (Cochran 1977, chapter 6,
 * the ratio to area).
 * @param newest ISO day of the newest evidence
 */
export function plotLikelihood(facts: TaskFacts, visit: VisitFacts, newest: string): LogLikelihood {
  const reported = sumOf(facts.planted.map((one) => one.trees));
  const taken = sumOf(visit.plots.map((plot) => plot.areaM2)) / visit.groundM2;
  const living = sumOf(visit.plots.map((plot) => plot.living));
  const effect = designEffect(visit);
  const years = Math.max(0, yearsBetween(visit.measuredOn, newest));
  const relative = GROUND_DEVIATION ** 2 + (YEARLY_DEVIATION * years) ** 2;
  const others = facts.otherTrees * taken;
  return shares.map((share) => {
    const mean = Math.max(MIN_EXPECTED, share * reported * taken + OTHERS.standing * others);
    const variance = effect * mean + relative * mean ** 2 + (OTHERS.deviation * others) ** 2;
    return logCount(living, mean, variance);
  });
}

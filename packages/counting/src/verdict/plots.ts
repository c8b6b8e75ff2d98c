/** Likelihood of the share of a planting that stands, from survival plots. */
import { logCount } from "./distributions.ts";
import { sumOf, type TaskFacts, type VisitFacts, yearsBetween } from "./facts.ts";
import { type LogLikelihood, shares } from "./likelihood-grid.ts";

/** As in `survival.ts`: neighbours share water, soil and hands. */
const PRIOR_CORRELATION = 0.15;
const PRIOR_FREEDOM = 3;
/** Doubt in the ground that the plots are drawn from: a boundary a few metres wrong, planted ground that is less. */
const GROUND_DOUBT = 0.08;
const YEARLY_DOUBT = 0.15;
/** Other tasks' trees in the plots: of them this share is expected, give or take. */
const OTHERS = { standing: 0.5, doubt: 0.3 } as const;

/**
 * The design effect of living trees in plots: their variance about the mean density against Poisson's (Cochran,
 * Sampling Techniques, 1977, section 6.4), drawn towards what is believed of plantings.
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
 * Living trees of plots drawn at random: negative binomial about θ·R times the share of the ground that the plots
 * take, with the design effect of the plots (Cochran 1977, chapter 6, the ratio to area).
 */
export function plotsSay(facts: TaskFacts, visit: VisitFacts, newest: string): LogLikelihood {
  const reported = sumOf(facts.planted.map((one) => one.trees));
  const taken = sumOf(visit.plots.map((plot) => plot.areaM2)) / visit.groundM2;
  const living = sumOf(visit.plots.map((plot) => plot.living));
  const effect = designEffect(visit);
  const years = Math.max(0, yearsBetween(visit.measuredOn, newest));
  const doubt = GROUND_DOUBT ** 2 + (YEARLY_DOUBT * years) ** 2;
  const others = facts.otherTrees * taken;
  return shares.map((share) => {
    const mean = Math.max(0.02, share * reported * taken + OTHERS.standing * others);
    const variance = effect * mean + doubt * mean ** 2 + (OTHERS.doubt * others) ** 2;
    return logCount(living, mean, variance);
  });
}

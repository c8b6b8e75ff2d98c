/**
 * Belief about how much of a report stands, as a share of the reported trees: the values that are thought of, what is
 * believed of them before any evidence, and what evidence makes of that belief (Bayes' theorem on a grid).
 */

/** Distance of two neighbouring shares. */
const STEP = 1 / 50;
/** Shares that are thought of, 0 to 1.2: a garden may hold more than was reported. */
export const shares: readonly number[] = Array.from({ length: 61 }, (_, i) => i / 50);

/**
 * A report agrees with the ground where at least this share of it stands. Of plantings with less than 400 mm of rain
 * a year China's standard asks that 70 % live, and replanting from there down to 41 % (GB/T 15776); the rest allows
 * for ends of rows, and for a ground that is drawn a few metres wrong.
 */
const REQUIRED_SHARE = 2 / 3;
/** Up to here, nothing to speak of stands: planted elsewhere, not at all, or all of it dead. */
const NOTHING = 0.05;

export const isEnough = (share: number) => share >= REQUIRED_SHARE;

/**
 * Belief before the evidence: enough and too little at even odds, so that what is shown is the evidence's own doing;
 * of too little, half for nothing at all, half for something between.
 */
const prior: readonly number[] = (() => {
  const groups = [
    { weight: 0.5, holds: isEnough },
    { weight: 0.25, holds: (share: number) => share <= NOTHING },
    { weight: 0.25, holds: (share: number) => share > NOTHING && !isEnough(share) },
  ];
  return shares.map((share) => {
    const group = groups.find(({ holds }) => holds(share));
    return (group?.weight ?? 0) / shares.filter((one) => group?.holds(one)).length;
  });
})();

/** Logarithms of the probability of some evidence, one for each of `shares`. */
export type LogLikelihood = readonly number[];

/** Evidence by which every share is as likely. */
export const uninformative: LogLikelihood = shares.map(() => 0);

/** The logarithm of the mean of probabilities that are given as logarithms. */
export function logMean(logs: readonly number[]): number {
  const max = Math.max(...logs);
  if (max === -Infinity) return max;
  const sum = logs.reduce((total, one) => total + Math.exp(one - max), 0);
  return max + Math.log(sum / logs.length);
}

/** Log-likelihood of independent pieces of evidence: their sum. */
export const joint = (all: readonly LogLikelihood[]): LogLikelihood =>
  shares.map((_, i) => all.reduce((total, one) => total + (one[i] ?? 0), 0));

/** Probability of each share after the evidence; sums to 1. */
export function posterior(evidence: LogLikelihood): number[] {
  const max = Math.max(...evidence);
  const weights = shares.map((_, i) => (prior[i] ?? 0) * Math.exp((evidence[i] ?? 0) - max));
  const sum = weights.reduce((total, one) => total + one, 0);
  return weights.map((one) => one / sum);
}

/** Probability that enough stands. */
export const chanceOfEnough = (after: readonly number[]) =>
  shares.reduce((total, share, i) => total + (isEnough(share) ? (after[i] ?? 0) : 0), 0);

/**
 * Bayes factor: how many times more probable the evidence is where enough stands than where too little does
 * (Kass and Raftery, Bayes Factors, J. American Statistical Association 90, 1995). At even odds before, the odds after.
 */
export function bayesFactor(evidence: LogLikelihood): number {
  const chance = chanceOfEnough(posterior(evidence));
  return chance / Math.max(1e-12, 1 - chance);
}

/** The share below which this part of the belief lies. */
export function quantile(after: readonly number[], part: number): number {
  let total = 0;
  for (const [i, share] of shares.entries()) {
    const weight = after[i] ?? 0;
    if (total + weight >= part) return Math.max(0, share - STEP * (1 - (part - total) / weight));
    total += weight;
  }
  return shares.at(-1) ?? 1;
}

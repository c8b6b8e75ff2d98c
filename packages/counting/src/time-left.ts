/** Forecast of how long the rest of a process may take, from the blocks that were done last. */

/** Seconds on one clock. */
export interface DoneBlock {
  started: number;
  finished: number;
}
interface TimeLeft {
  /** Seconds. */
  min: number;
  max: number;
  /** Blocks at work at once, on average, while those were done. */
  atOnce: number;
}

/** Fewer say nothing: the first blocks of an image are often its empty border. */
const blocksMin = 10;
/** So many times a long block's duration without an end: nobody works, and nobody knows when somebody will. */
const silenceMax = 5;
/** Seconds: shorter blocks are taken to last so long, so that a short pause of quick ones is no silence. */
const minDuration = 2;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * The rest at the pace of the faster and of the slower half of the last blocks, done by as many at once as did those:
 * so the turns of other people, retries and workers that came or went are in it.
 * @param last the blocks of this run that were done last, in any order
 * @param left how many are not done; one at work counts half
 * @returns undefined where too few are done, or none has ended for long
 */
export function timeLeft(
  last: readonly DoneBlock[],
  left: number,
  now: number,
): TimeLeft | undefined {
  if (last.length < blocksMin || left <= 0) return undefined;
  const durations = last.map(({ started, finished }) => Math.max(0.001, finished - started));
  const sorted = durations.toSorted((a, b) => a - b);
  const worked = durations.reduce((sum, one) => sum + one, 0);
  const end = Math.max(...last.map(({ finished }) => finished));
  const span = end - Math.min(...last.map(({ started }) => started));
  const atOnce = worked / Math.max(span, 0.001);
  const mean = worked / durations.length;
  const [fast, slow] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  if (now - end > silenceMax * Math.max(slow, mean, minDuration) * Math.max(1, 1 / atOnce))
    return undefined;
  // A few very long blocks may lift the mean above the slower half.
  return {
    min: (left * Math.min(fast, mean)) / atOnce,
    max: Math.max((left * Math.max(slow, mean)) / atOnce, slow),
    atOnce,
  };
}

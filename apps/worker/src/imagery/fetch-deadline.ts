/** A fetch ends: a server that answers each question, but slowly, would else hold a place of the worker for days. */
import { SourceProblem } from "@nihol/sources/fetch/source-problem";

/** Longer than the largest image takes from a server that hands out four pieces a second. */
export const fetchHoursMax = 6;

/**
 * Runs `work` for so many hours at most.
 * @throws SourceProblem where they were not enough; what `work` throws
 */
export async function withinHours<Result>(
  hours: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(hours * 3_600_000);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (deadline.aborted && !signal.aborted)
      throw new SourceProblem("source_fetch_long", { hours });
    throw error;
  }
}

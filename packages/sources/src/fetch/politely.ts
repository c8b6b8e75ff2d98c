/** Asks for many pieces: a few at once, and again a little later where a server is busy. */
import { setTimeout as wait } from "node:timers/promises";
import { SourceProblem } from "./source-problem.ts";

export interface Politeness {
  /** Requests at once. */
  atOnce: number;
  /** Pauses before another try, ms. */
  pausesMs: readonly number[];
}
/** Limits that a public server tolerates. */
export const polite: Politeness = { atOnce: 4, pausesMs: [500, 2000, 6000, 15_000] };

/** Runs `ask`, again after a pause while its problem may pass. @throws its last problem; the signal's reason */
export async function patiently<T>(
  ask: () => Promise<T>,
  pausesMs: readonly number[],
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      const pause = pausesMs[tries];
      if (!(error instanceof SourceProblem) || !error.passing || pause === undefined) throw error;
      await wait(pause, undefined, { signal });
    }
  }
}

/** Runs `work` for each of many, a few at once; the first problem ends the others. */
export async function forEachOf<Item>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const rest = items.values();
  const run = async () => {
    for (const item of rest) {
      either.throwIfAborted();
      await work(item, either);
    }
  };
  const runs = Array.from({ length: atOnce }, () =>
    run().catch((error) => {
      // The first reason is the one that is said.
      if (!failing.signal.aborted) failing.abort(error);
      throw failing.signal.reason;
    }),
  );
  const ended = await Promise.allSettled(runs);
  signal.throwIfAborted();
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failing.signal.reason;
}

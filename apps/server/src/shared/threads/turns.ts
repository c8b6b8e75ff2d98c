/** Turns of askers: some begin at once, one of each asker; the others wait, as many as may. */
import { Problem } from "../../http/problem.ts";

interface TurnOptions {
  atOnce: number;
  maxWaiting: number;
  /** Of one asker, waiting or running; one of them runs at a time. Without it askers are not distinguished. */
  maxPerAsker?: number;
}

interface Turns {
  /**
   * Waits for a turn. @returns what ends it
   * @throws {Problem} 429 while too many of the asker's own wait, 503 while too many of all do
   */
  take: (asker?: number) => Promise<() => void>;
}

/** A line of waiting askers, empty as yet. */
export function turns({ atOnce, maxWaiting, maxPerAsker }: TurnOptions): Turns {
  let running = 0;
  const waiting: { asker: number | undefined; begin: () => void }[] = [];
  const busyAskers = new Set<number>();
  const isKnown = (asker: number | undefined): asker is number =>
    maxPerAsker !== undefined && asker !== undefined;
  const isFree = (asker: number | undefined) => !isKnown(asker) || !busyAskers.has(asker);
  const ofAsker = (asker: number) =>
    waiting.filter((one) => one.asker === asker).length + (busyAskers.has(asker) ? 1 : 0);

  function begin(asker: number | undefined) {
    running++;
    if (isKnown(asker)) busyAskers.add(asker);
  }

  function beginNext() {
    if (running >= atOnce) return;
    const at = waiting.findIndex(({ asker }) => isFree(asker));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    begin(next.asker);
    next.begin();
  }

  function end(asker: number | undefined) {
    running--;
    if (isKnown(asker)) busyAskers.delete(asker);
    beginNext();
  }

  return {
    async take(asker) {
      if (isKnown(asker) && ofAsker(asker) >= (maxPerAsker ?? 0))
        throw new Problem(429, "one_at_a_time", {}, { "retry-after": "10" });
      if (running < atOnce && isFree(asker)) begin(asker);
      else {
        if (waiting.length >= maxWaiting)
          throw new Problem(503, "busy", {}, { "retry-after": "10" });
        await new Promise<void>((resolve) => waiting.push({ asker, begin: resolve }));
      }
      return () => end(asker);
    },
  };
}

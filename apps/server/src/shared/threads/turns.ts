/** Who may begin: some at once, and of each asker one; the others wait, as many as may. */
import { Problem } from "../../http/problem.ts";

interface TurnOptions {
  atOnce: number;
  waitingMost: number;
  /** Of one asker, waiting or running; one of them runs at a time. Without it askers are not told apart. */
  eachMost?: number;
}

export interface Turns {
  /**
   * Waits for a turn. @returns what ends it
   * @throws {Problem} 429 while too many of the asker's own wait, 503 while too many of all do
   */
  take: (asker?: number) => Promise<() => void>;
}

/** A line of waiting askers, empty as yet. */
export function turns({ atOnce, waitingMost, eachMost }: TurnOptions): Turns {
  let running = 0;
  const waiting: { asker: number | undefined; begin: () => void }[] = [];
  const busyAskers = new Set<number>();
  const isTold = (asker: number | undefined): asker is number =>
    eachMost !== undefined && asker !== undefined;
  const isFree = (asker: number | undefined) => !isTold(asker) || !busyAskers.has(asker);
  const ofAsker = (asker: number) =>
    waiting.filter((one) => one.asker === asker).length + (busyAskers.has(asker) ? 1 : 0);

  function begin(asker: number | undefined) {
    running++;
    if (isTold(asker)) busyAskers.add(asker);
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
    if (isTold(asker)) busyAskers.delete(asker);
    beginNext();
  }

  return {
    async take(asker) {
      if (isTold(asker) && ofAsker(asker) >= (eachMost ?? 0))
        throw new Problem(429, "one_at_a_time", {}, { "retry-after": "10" });
      if (running < atOnce && isFree(asker)) begin(asker);
      else {
        if (waiting.length >= waitingMost)
          throw new Problem(503, "busy", {}, { "retry-after": "10" });
        await new Promise<void>((resolve) => waiting.push({ asker, begin: resolve }));
      }
      return () => end(asker);
    },
  };
}

/** Runs works of which only so many may go on at once: the others begin in the order they came. */
export type AtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes such a gate. @param count works that go on at once */
export function atOnce(count: number): AtOnce {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const begin = waiting.shift();
      if (begin) begin();
      else free++;
    }
  };
}

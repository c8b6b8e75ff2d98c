/** First page of the processes that are running, newest first, and how many there are in all. */
export type RunningProcesses = { ids: readonly number[]; count: number };

/** Tells whether a process has ended between two looks; one that newer ones push off the page has not. */
export function hasEnded(before: RunningProcesses, now: RunningProcesses): boolean {
  if (now.count < before.count) return true;
  const isWhole = now.ids.length === now.count;
  const oldest = Math.min(...now.ids);
  return before.ids.some((id) => !now.ids.includes(id) && (isWhole || id > oldest));
}

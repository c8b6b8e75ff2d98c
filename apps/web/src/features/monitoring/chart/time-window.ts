/** From and to in milliseconds. */
export type TimeWindow = { from: number; to: number };

const day = 86_400_000;

/** Moves and stretches a window: `shift` in its own lengths, `factor` 0.5 for twice as near. */
export function movedWindow(
  { from, to }: TimeWindow,
  { shift = 0, factor = 1 }: { shift?: number; factor?: number },
  now: number,
): TimeWindow {
  const length = Math.max(10 * 60_000, Math.min((to - from) * factor, 730 * day));
  const end = Math.min(now, (from + to) / 2 + shift * (to - from) + length / 2);
  return { from: end - length, to: end };
}

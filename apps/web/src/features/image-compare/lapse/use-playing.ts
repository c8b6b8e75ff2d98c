import { useEffect, useState } from "react";

/** Seconds that a day stays, of the slow, the usual and the quick way. */
export const paces = [3, 1.5, 0.7] as const;
type Pace = (typeof paces)[number];

/** Milliseconds between two looks whether the day that is shown has come. */
const LOOK_EVERY_MS = 100;
/** A line that is too slow does not hold the days up for longer. */
const MAX_WAIT_MS = 8000;

/** Goes through `count` frames by itself while it plays; a frame stays until it `isShown` and its time is over. */
export function usePlaying(count: number, isShown: () => boolean) {
  const [chosen, setAt] = useState<number>();
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>(1.5);
  const at = Math.min(chosen ?? count - 1, count - 1);
  useEffect(() => {
    if (!isPlaying || count < 2) return;
    const begun = Date.now();
    const timer = setInterval(() => {
      const stayed = Date.now() - begun;
      if (stayed < pace * 1000 || (!isShown() && stayed < MAX_WAIT_MS)) return;
      setAt((at + 1) % count);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, pace, at, count, isShown]);
  /** By hand: whoever looks at a day closely is not led away from it. */
  function go(to: number) {
    setPlaying(false);
    setAt((to + count) % count);
  }
  return { at, isPlaying, pace, setPlaying, setPace, go };
}
export type Playing = ReturnType<typeof usePlaying>;

import { useCallback, useSyncExternalStore } from "react";

/** A phone held upright. */
export const narrowScreen = "(max-width: 40rem)";

/** A finger, not a mouse: it taps, has no keys beside it, and brings its own camera. */
export const fingerScreen = "(pointer: coarse)";

/** Tells whether a media query holds, and follows it while it changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}

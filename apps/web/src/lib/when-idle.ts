import { useEffect, useState } from "react";

const laterMs = 3000;

/** Does something once nothing else is to do: what is fetched so delays no screen. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act);
  else setTimeout(act, laterMs);
}

/** Fetches code that a screen will need, once what it begins with is shown: without a connection it is there then. */
export function useCodeAhead(isShown: boolean, load: () => Promise<unknown>): void {
  useEffect(() => {
    // Code that does not come is asked for again when it is needed, and that is said then.
    if (isShown) whenIdle(() => void load().catch(() => undefined));
  }, [isShown, load]);
}

/** True once nothing else is to do: for what a screen shows without being asked, and need not begin with. */
export function useOnceIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle;
}

import type { AnyRoute, AnyRouter, RouterHistory } from "@tanstack/react-router";
import { askStylesAgain, partsMissed } from "./part-error.ts";
import { isSamePath } from "./same-path.ts";

/** Component that the router makes of a screen's code: it loses `preload` once the code is there. */
type LazyPart = { preload?: () => Promise<void> };

const kinds = ["component", "pendingComponent", "errorComponent", "notFoundComponent"] as const;

const missingOf = (routes: readonly AnyRoute[]): LazyPart[] =>
  routes
    .flatMap((route) => kinds.map((kind) => route.options[kind] as LazyPart | undefined))
    .filter((part): part is LazyPart => part?.preload !== undefined);

/** Loads the code of these screens. False when a part of it did not come; what came and is broken says so when shown. */
async function loadParts(routes: readonly AnyRoute[]): Promise<boolean> {
  const before = partsMissed();
  askStylesAgain();
  await Promise.all(missingOf(routes).map((part) => part.preload?.()));
  return missingOf(routes).length === 0 || partsMissed() === before;
}

type Hearer = {
  /** The code is on its way; called once it takes long enough to be noticed. */
  onWait: () => void;
  /** It came, or is no longer wanted. */
  onSettled: () => void;
  /** It did not come: the address that was wanted. */
  onMissing: (href: string) => void;
};

const noticedAfterMs = 400;

/**
 * Leaves a screen only when the code of the next one is there: until then, and when it does not come, the present
 * screen stays with all that was typed. The last address that was asked for wins.
 */
export function keepScreenUntilLoaded(router: AnyRouter, hearer: Hearer): void {
  let latest = 0;
  async function isStopped(routes: readonly AnyRoute[], href: string): Promise<boolean> {
    latest += 1;
    const mine = latest;
    const timer = setTimeout(hearer.onWait, noticedAfterMs);
    const isLoaded = await loadParts(routes);
    clearTimeout(timer);
    if (mine !== latest) return true;
    if (isLoaded) hearer.onSettled();
    else hearer.onMissing(href);
    return !isLoaded;
  }
  const history: RouterHistory = router.history;
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation }) => {
      if (isSamePath(nextLocation.pathname, currentLocation.pathname)) return false;
      const [routes] = router.getMatchedRoutes(nextLocation.pathname);
      if (missingOf(routes).length > 0) return isStopped(routes, nextLocation.href);
      latest += 1;
      hearer.onSettled();
      return false;
    },
  });
}

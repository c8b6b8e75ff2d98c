import { type AnyRouter, useMatch, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { isSamePath } from "./same-path.ts";

type Search = Record<string, unknown>;
interface Options {
  /** No step of its own in the browser's history. */
  replace?: boolean;
  resetScroll?: boolean;
}

/**
 * Changes the search of the screen that calls it. A screen that is being left changes nothing any more: a map that
 * comes to rest late would take the person back, or write its place into the next screen's address. `AnyRouter`: the
 * routes' own types know a screen's search only where its address is known; every route reads what it is given through
 * its `validateSearch`.
 */
export function useChangeSearch() {
  const router = useRouter<AnyRouter>();
  const own = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(
    (change: (before: Search) => Search, options: Options = {}): void => {
      if (!isSamePath(router.latestLocation.pathname, own)) return;
      void router.navigate<AnyRouter, ".">({ to: ".", search: change, ...options });
    },
    [router, own],
  );
}

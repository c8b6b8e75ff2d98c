import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

export type Search = Record<string, unknown>;
interface Options {
  /** No step of its own in the browser's history. */
  replace?: boolean;
  resetScroll?: boolean;
}

/**
 * Changes the search of whichever screen is open. `AnyRouter`: the routes' own types know a screen's search only
 * where its address is known; every route reads what it is given through its `validateSearch`.
 */
export function useChangeSearch() {
  const router = useRouter<AnyRouter>();
  return useCallback(
    (change: (before: Search) => Search, options: Options = {}): void => {
      void router.navigate<AnyRouter, ".">({ to: ".", search: change, ...options });
    },
    [router],
  );
}

import { useCallback } from "react";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import type { MapSearch } from "./map-search.ts";

/** Writes changes of a map, and of what its screen keeps beside it, into the address: no new step of the browser's history. */
export function useMapSearchChange<Search extends MapSearch = MapSearch>(): (next: Search) => void {
  const changeSearch = useChangeSearch();
  return useCallback(
    (next) =>
      changeSearch((before) => ({ ...before, ...next }), { replace: true, resetScroll: false }),
    [changeSearch],
  );
}

import { useCallback } from "react";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import type { MapSearch } from "./map-search.ts";

/** Writes map changes into the address without a new step of the browser's history. */
export function useMapSearchChange(): (next: MapSearch) => void {
  const changeSearch = useChangeSearch();
  return useCallback(
    (next) =>
      changeSearch((before) => ({ ...before, ...next }), { replace: true, resetScroll: false }),
    [changeSearch],
  );
}

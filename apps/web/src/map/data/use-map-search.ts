import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { MapSearch } from "./map-search.ts";

/** Writes map changes into the address without a new step of the browser's history. */
export function useMapSearchChange(): (next: MapSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (next) => {
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      } as never);
    },
    [navigate],
  );
}

import { useState } from "react";
import type { MapSearch } from "./map-search.ts";

/** Place and layers of a map that are its own and not the address's: what `LiveMap` shows, and where it writes. */
export function useOwnView(start: MapSearch) {
  const [search, setSearch] = useState(start);
  return {
    search,
    onSearch: (next: MapSearch) => setSearch((before) => ({ ...before, ...next })),
  };
}

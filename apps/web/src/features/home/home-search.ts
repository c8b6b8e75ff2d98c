import type { MapSearch } from "../../map/data/map-search.ts";

/** What there is to do, or the map of what the person may see. */
export type HomeSearch = MapSearch & { view?: "map" | undefined };

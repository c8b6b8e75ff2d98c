import type { MapSearch } from "../../map/data/map-search.ts";

/** State of the home screen that its address keeps: today's work, or the map of what the person may see. */
export type HomeSearch = MapSearch & { view?: "map" | undefined };

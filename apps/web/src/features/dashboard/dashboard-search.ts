import type { MapSearch } from "../../map/data/map-search.ts";

/** State of the dashboard that its address keeps. */
export type DashboardSearch = MapSearch & { region?: number; district?: number };

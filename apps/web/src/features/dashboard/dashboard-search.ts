import type { MapSearch } from "../../map/data/map-search.ts";

/** What the dashboard keeps in its address. */
export type DashboardSearch = MapSearch & { region?: number; district?: number };

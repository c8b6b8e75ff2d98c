import { type MapSearch, readMapSearch } from "../../map/data/map-search.ts";
import { readOpacity } from "../../map/data/view-search.ts";
import { type FragmentSearch, fragmentSearch } from "./fragments/fragment-search.ts";

/** State that the address of an image's page keeps: its map, how the image is shown on it, and which fragments are listed. */
export type ImageSearch = FragmentSearch & MapSearch & { opacity?: number };

/** Parses the address; invalid values are left out. */
export const imageSearch = (search: Record<string, unknown>): ImageSearch => ({
  ...readMapSearch(search),
  ...fragmentSearch(search),
  opacity: readOpacity(search.opacity),
});

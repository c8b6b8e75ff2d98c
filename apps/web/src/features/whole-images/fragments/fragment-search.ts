import { readViewSearch, type ViewSearch } from "../../../map/data/view-search.ts";
import { type Layer, layers } from "../layers/layers.ts";
import type { FragmentFilter } from "./fragment-list.ts";

/**
 * The contract's `fragmentReviews`, held to them by type: route files are part of every first load,
 * and the list itself would bring the validation library (26 kB) along.
 */
const reviews = ["new", "accepted", "corrected", "rejected"] as const satisfies NonNullable<
  FragmentFilter["review"]
>[];

const orderings = ["-tree_count", "-doubt"] as const;

/** State in the addresses of an image's page and of its fragments: which fragments are listed, and how they are coloured. */
export type FragmentSearch = FragmentFilter & ViewSearch & { page?: number; page_size?: number };
/** Adds the state of one fragment: the layer shown, whether its trees are corrected, and the garden whose count is checked. */
export type ViewerSearch = FragmentSearch & { layer?: Layer; correct?: "1"; garden?: number };

/** Parses the address; invalid values are left out. */
export function fragmentSearch(search: Record<string, unknown>): FragmentSearch {
  return {
    review: reviews.find((one) => one === search.review),
    with_trees: String(search.with_trees) === "1" ? "1" : undefined,
    ordering: orderings.find((one) => one === search.ordering),
    page: positive(search.page),
    page_size: positive(search.page_size),
    ...readViewSearch(search),
  };
}

export function viewerSearch(search: Record<string, unknown>): ViewerSearch {
  return {
    ...fragmentSearch(search),
    layer: layers.find((one) => one === search.layer),
    correct: String(search.correct) === "1" ? "1" : undefined,
    garden: positive(search.garden, Number.MAX_SAFE_INTEGER),
  };
}

/** Pages end earlier than ids do. */
function positive(value: unknown, max = 10_000): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= max ? number : undefined;
}

import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { fragmentReviews } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { listQuery } from "../../../lib/list/use-list.ts";

export type FragmentFilter = {
  review?: (typeof fragmentReviews)[number] | undefined;
  with_trees?: "1" | undefined;
  ordering?: "-tree_count" | undefined;
};

export const fragmentPath = (image: string | number) => `${paths.wholeImage}/${image}/fragment`;

/** One page of an image's fragments. Key begins with `/whole-image/{id}/fragment`. */
export function fragmentsQuery(
  image: string,
  search: FragmentFilter & { page?: number | undefined; page_size?: number | undefined },
) {
  const { review, with_trees, ordering, page, page_size } = search;
  return listQuery<Fragment>(fragmentPath(image), {
    review,
    with_trees,
    ordering,
    page,
    page_size,
  } as Record<string, unknown>);
}

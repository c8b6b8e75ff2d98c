import type { fragmentReviews } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import { listParams } from "../../../lib/list/use-list.ts";

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
  const query = listParams({ review, with_trees, ordering, page, page_size } as Record<
    string,
    unknown
  >);
  return queryOptions({
    queryKey: [fragmentPath(image), "list", query],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/fragment", { params: { id: image }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One fragment of an image, by its number from 1. */
export function fragmentQuery(image: string | number, n: number) {
  return queryOptions({
    queryKey: [fragmentPath(image), "one", String(n)],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/fragment/:n", { params: { id: image, n }, signal }),
  });
}

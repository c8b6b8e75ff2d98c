import type { fragmentReviews } from "@nihol/contract/values/imagery";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import { listParams } from "../../../lib/list/use-list.ts";
import { fragmentPath } from "../layers/fragment-query.ts";

export type FragmentFilter = {
  review?: (typeof fragmentReviews)[number] | undefined;
  with_trees?: "1" | undefined;
  ordering?: "-tree_count" | "-doubt" | undefined;
};

/** Page of an image's fragments. Key begins with `/whole-image/{id}/fragment`. */
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

import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

/** State that the address of the list keeps. */
export type ConflictSearch = {
  page?: number;
  page_size?: number;
  kind?: TreeConflict["kind"];
  decided?: "1";
};

/** A page of what a new run of an image says otherwise: the open ones, or those that were decided. */
export function conflictsQuery(image: string, search: ConflictSearch) {
  const { page = 1, page_size = limits.pageSizeDefault, kind, decided } = search;
  const query = { page, page_size, kind, decided: decided ?? ("0" as const) };
  return queryOptions({
    queryKey: [paths.wholeImage, "conflicts", image, query],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/conflict", { params: { id: image }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

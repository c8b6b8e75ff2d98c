import { limits } from "@nihol/contract/values/limits";
import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { opinionsKey } from "../../parts/counts/opinions-of-image.ts";

/** State that the address keeps: the opinion that is open, and the page of the list. */
export type OpinionSearch = { opinion?: number; page?: number; page_size?: number };

export function opinionsQuery(image: string, search: OpinionSearch) {
  const { page = 1, page_size = limits.pageSizeDefault } = search;
  return queryOptions({
    queryKey: [...opinionsKey(image), "list", page, page_size],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/second-opinion", {
        params: { id: image },
        query: { page, page_size },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function opinionQuery(image: string, opinion: number) {
  return queryOptions({
    queryKey: [...opinionsKey(image), "one", opinion],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/second-opinion/:opinion", {
        params: { id: image, opinion },
        signal,
      }),
  });
}

/** The first open one of an image that this person may count, besides one. */
export async function findNext(image: string, besides: number): Promise<number | undefined> {
  const { results } = await ask("GET /whole-image/:id/second-opinion", {
    params: { id: image },
    query: { state: "open", page_size: limits.pageSizeMax },
  });
  return results.find(({ id, can }) => can.count && id !== besides)?.id;
}

/** Asks again for all of it: figures, list and open one. */
export function useFreshOpinions(image: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: opinionsKey(image) });
}

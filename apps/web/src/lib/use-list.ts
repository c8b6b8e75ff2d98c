import { limits } from "@nihol/contract/limits";
import type { Page } from "@nihol/contract/paging";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { get } from "./api.ts";
import type { ListSearch } from "./list-search.ts";

export const defaultPageSize = limits.pageSizeDefault;

/** The query of one page: key `[path, "list", params]`, so that `[path]` reaches all of a resource. */
export function listQuery<T>(path: string, search: ListSearch & Record<string, unknown>) {
  const { open: _open, page = 1, page_size = defaultPageSize, ...rest } = search;
  const params = { page, page_size, ...(rest as Record<string, string>) };
  return queryOptions({
    queryKey: [path, "list", params],
    queryFn: ({ signal }) => get<Page<T>>(path, params, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The query of one record: key `[path, "one", id]`. */
export function oneQuery<T>(path: string, id: string | number) {
  return queryOptions({
    queryKey: [path, "one", String(id)],
    queryFn: ({ signal }) => get<T>(`${path}/${id}`, {}, { signal }),
  });
}

/** A list by its address: rows, and `change` to move to another page, order, filter or open row. */
export function useList<T>(path: string, search: ListSearch & Record<string, unknown>) {
  const result = useQuery(listQuery<T>(path, search));
  const navigate = useNavigate();
  function change(next: ListSearch & Record<string, unknown>): void {
    const onlyOpens = Object.keys(next).every((key) => key === "open" || key === "page");
    const page = onlyOpens ? {} : { page: undefined };
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, ...page, ...next }),
      replace: "search" in next,
    } as never);
  }
  return {
    ...result,
    rows: result.data?.results ?? [],
    count: result.data?.count ?? 0,
    search,
    change,
  };
}

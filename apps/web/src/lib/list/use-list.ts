import type { DetailAt, RecordAt, ResourcePath } from "@nihol/contract/api/calls";
import type { ListCan, Page } from "@nihol/contract/paging";
import { limits } from "@nihol/contract/values/limits";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { get } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { useChangeSearch } from "../navigation/use-change-search.ts";
import type { ListSearch } from "./list-search.ts";

export const defaultPageSize = limits.pageSizeDefault;

/** A page as the server answers it; a list that nobody writes says nothing of rights. */
export type ListPage<T> = Page<T> & { can?: ListCan };

/** Until the server has said what may be done, nothing may. */
const nothing: ListCan = { add: false, change: false, delete: false, add_refusal: null };

/** The query of one page of a resource: key `[path, "list", params]`, so that `[path]` reaches all of it. */
export function recordsQuery<Path extends ResourcePath>(
  path: Path,
  search: ListSearch & Record<string, unknown>,
) {
  return listQuery<RecordAt<Path>>(path, search);
}

/** The same where the contract has no value for the resource yet. */
export function listQuery<T>(path: string, search: ListSearch & Record<string, unknown>) {
  const { open: _open, page = 1, page_size = defaultPageSize, ...rest } = search;
  const params = { page, page_size, ...(rest as Record<string, string>) };
  return queryOptions({
    queryKey: [path, "list", params],
    queryFn: ({ signal }) => get<ListPage<T>>(path, params, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What this person may do with a resource's records at all, where the screen does not show its list; `enabled` where they may view it. */
export function useListCan(path: string, enabled: boolean): ListCan {
  const { data } = useQuery({ ...listQuery<unknown>(path, { page_size: 1 }), enabled });
  return data?.can ?? nothing;
}

/** The query of one record: key `[path, "one", id]`. */
export function recordQuery<Path extends ResourcePath>(path: Path, id: string | number) {
  return oneQuery<DetailAt<Path>>(path, id);
}

/** The same where the contract has no value for the resource yet. */
export function oneQuery<T>(path: string, id: string | number) {
  return queryOptions({
    queryKey: [path, "one", String(id)],
    queryFn: ({ signal }) => get<T>(`${path}/${id}`, {}, { signal }),
  });
}

/** A list by its address: rows, and `change` to move to another page, order, filter or open row. */
export function useRecords<Path extends ResourcePath>(
  path: Path,
  search: ListSearch & Record<string, unknown>,
) {
  return useList<RecordAt<Path>>(path, search);
}

/** The same where the contract has no value for the resource yet. */
export function useList<T>(path: string, search: ListSearch & Record<string, unknown>) {
  const result = useQuery(listQuery<T>(path, search));
  const changeSearch = useChangeSearch();
  const { page } = search;
  const isPastEnd = result.error instanceof ApiError && result.error.code === "page_not_found";
  useEffect(() => {
    // The last row of the last page was deleted, or a filter has shortened the list meanwhile.
    if (isPastEnd && page) changeSearch(firstPage, { replace: true });
  }, [isPastEnd, page, changeSearch]);

  function change(next: ListSearch & Record<string, unknown>): void {
    const onlyOpens = Object.keys(next).every((key) => key === "open" || key === "page");
    const start = onlyOpens ? {} : { page: undefined };
    changeSearch((before) => ({ ...before, ...start, ...next }), { replace: "search" in next });
  }
  return {
    ...result,
    path,
    rows: result.data?.results ?? [],
    count: result.data?.count ?? 0,
    can: result.data?.can ?? nothing,
    search,
    change,
  };
}

const firstPage = (before: Record<string, unknown>) => ({ ...before, page: undefined });

// The guide and the person's own page stand in every address and choose no rows.
const asides = ["guide", "me"];
// "view" and "administrators" tell which list it is, not which of its rows.
const whichList = ["view", "administrators"];
const ofAnyList = new Set([
  "page",
  "page_size",
  "ordering",
  "open",
  "search",
  ...whichList,
  ...asides,
]);
const isFilter = (key: string, value: unknown) => Boolean(value) && !ofAnyList.has(key);

/** Whether a list shows only some of its rows: an empty one then holds nothing that fits. */
export function isFiltered(search: Record<string, unknown>): boolean {
  return Object.entries(search).some(([key, value]) => isFilter(key, value));
}

/** The change of address that takes off the search and every filter, and goes back to the first page. */
export function clearedSearch(search: Record<string, unknown>): Record<string, undefined> {
  const filters = Object.keys(search).filter((key) => isFilter(key, search[key]));
  return Object.fromEntries([...filters, "search", "page"].map((key) => [key, undefined]));
}

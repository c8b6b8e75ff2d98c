import type { ListPath, OnePath, RecordAt } from "@nihol/contract/api/calls";
import type { ListCan } from "@nihol/contract/paging";
import { limits } from "@nihol/contract/values/limits";
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { Params } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { askList, askOne, type ListPage } from "../api/ask.ts";
import { useUser } from "../api/session.ts";
import { asides } from "../navigation/aside-search.ts";
import { useChangeSearch } from "../navigation/use-change-search.ts";
import { canOfList } from "../permissions.ts";
import type { ListSearch } from "./list-search.ts";

export const defaultPageSize = limits.pageSizeDefault;

/** Of a list that is not written, or for nobody. */
const nothing: ListCan = { add: false, change: false, delete: false, add_refusal: null };

/** Rights to a list's records: those of its last answer; until it comes, those of the profile. */
function useCanOf(path: ListPath, answered: ListCan | undefined): ListCan {
  const { userData } = useUser();
  return answered ?? canOfList(userData, path) ?? nothing;
}

/** Query of a list call, taken from a part of an address: page and filters, not the record that is open beside the list. */
export function listParams(search: ListSearch & Record<string, unknown>): Params {
  const { open: _open, page = 1, page_size = defaultPageSize, ...rest } = search;
  return { page, page_size, ...(rest as Params) };
}

/** The query of one page of a list: key `[path, "list", params]`, so that `[path]` reaches all of it. */
export function recordsQuery<Path extends ListPath>(
  path: Path,
  search: ListSearch & Record<string, unknown>,
) {
  const params = listParams(search);
  return queryOptions({
    queryKey: [path, "list", params],
    queryFn: ({ signal }) => askList(path, params, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * Rights of this person to a resource's records in general, where the screen does not show its list; `enabled` where
 * they may view it.
 */
export function useListCan(path: ListPath, enabled: boolean): ListCan {
  const { data } = useQuery({ ...recordsQuery(path, { page_size: 1 }), enabled });
  return useCanOf(path, data?.can);
}

/** The query of one record: key `[path, "one", id]`. */
export function recordQuery<Path extends OnePath>(path: Path, id: string | number) {
  return queryOptions({
    queryKey: [path, "one", String(id)],
    queryFn: ({ signal }) => askOne(path, id, signal),
  });
}

/** A list as a screen holds it: a page of rows, what may be done with them, and the way to another page. */
export type ListView<Row, Path extends ListPath = ListPath> = UseQueryResult<ListPage<Row>> & {
  path: Path;
  rows: Row[];
  count: number;
  can: ListCan;
  search: ListSearch & Record<string, unknown>;
  change: (next: ListSearch & Record<string, unknown>) => void;
};

/** A list by its address: rows, and `change` to move to another page, order, filter or open row. */
export function useRecords<Path extends ListPath>(
  path: Path,
  search: ListSearch & Record<string, unknown>,
): ListView<RecordAt<Path>, Path> {
  const result = useQuery(recordsQuery(path, search));
  const can = useCanOf(path, result.data?.can);
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
    can,
    search,
    change,
  };
}

const firstPage = (before: Record<string, unknown>) => ({ ...before, page: undefined });

// "view", "part", "by" and "administrators" name the list, not its rows.
const whichList = ["view", "part", "by", "administrators"];
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

/** Tells whether a filter, the search apart, leaves out rows of a list: an empty one then holds nothing that fits. */
export function isFiltered(search: Record<string, unknown>): boolean {
  return Object.entries(search).some(([key, value]) => isFilter(key, value));
}

/** The change of address that takes off the search and every filter, and goes back to the first page. */
export function clearedSearch(search: Record<string, unknown>): Record<string, undefined> {
  const filters = Object.keys(search).filter((key) => isFilter(key, search[key]));
  return Object.fromEntries([...filters, "search", "page"].map((key) => [key, undefined]));
}

/** Queries of the parts of a garden's panel. All keys begin with the path whose changes refresh them. */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

/** As many rows as a person reads through; the list of all holds the rest. */
export const shownMax = 10;

/** Under the garden's own key, so that what refreshes gardens refreshes this too. */
export const analyticsQuery = (id: number) =>
  queryOptions({
    queryKey: [paths.garden, "analytics", id],
    queryFn: ({ signal }) => ask("GET /garden/:id/analytics", { params: { id }, signal }),
  });

export const survivalQuery = (id: number) =>
  queryOptions({
    queryKey: [paths.garden, "survival", id],
    queryFn: ({ signal }) => ask("GET /garden/:id/survival", { params: { id }, signal }),
  });

/** The two newest dates of a garden; undefined with fewer. */
export function lastPair(captures: GardenAnalytics["captures"]) {
  const [after] = captures;
  const before = captures.find(({ date }) => after && date < after.date);
  return after && before && { before, after };
}
export type CapturePair = NonNullable<ReturnType<typeof lastPair>>;

/** Change of a garden's trees between two of its images, as far as it was compared. */
export const changeQuery = (id: number, pair: CapturePair | undefined) => {
  const query = { garden: id, before: pair?.before.whole_image, after: pair?.after.whole_image };
  return queryOptions({
    queryKey: [paths.imageCompare, "one", query],
    queryFn: ({ signal }) => ask("GET /image-compare", { query, signal }),
    enabled: pair !== undefined,
  });
};

const nextPage = (last: { next: string | null }, _: unknown, page: number) =>
  last.next === null ? undefined : page + 1;

export const historyQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [paths.garden, "history", id],
    queryFn: ({ signal, pageParam: page }) =>
      ask("GET /garden/:id/history", { params: { id }, query: { page, page_size: 30 }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

export const photosQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [paths.garden, "photos", id],
    queryFn: ({ signal, pageParam: page }) =>
      ask("GET /garden/:id/report-photo", {
        params: { id },
        query: { page, page_size: 12 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

import type { ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { boundsTouch } from "../../map/data/map-view-state.ts";
import type { LeftOut } from "./lapse/frames.ts";

const POLL_EVERY_MS = 1500;

const isUnderWay = (answer: ImageCompare | undefined): boolean =>
  [answer?.status, ...(answer?.steps ?? []).map(({ status }) => status)].some(
    (status) => status === "pending" || status === "in_progress",
  );

const keyOf = (query: Record<string, string> | null) => [paths.imageCompare, "one", query];

/** Fetches a comparison; asks again while it is being made. */
export function useCompare(query: Record<string, string> | null) {
  return useQuery({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => ask("GET /image-compare", { query: query ?? {}, signal }),
    enabled: query !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_EVERY_MS : false),
  });
}

/** Asks for the comparison to be made, with all years in between. */
export function useStart(query: Record<string, string> | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      ask("POST /image-compare", {
        body: {
          ...Object.fromEntries(
            Object.entries(query ?? {}).map(([key, one]) => [key, Number(one)]),
          ),
          steps: true,
        },
      }),
    onSuccess: (answer) => client.setQueryData(keyOf(query), answer),
  });
}

/** Published whole images of an area, newest first, and how many of how many came where older ones are left out. */
export function useImages(area: Record<string, string | undefined>) {
  const search = { page_size: 100, ordering: "-date", ...area };
  const query = useQuery(recordsQuery(paths.wholeImage, search));
  const { results, count = 0 } = query.data ?? {};
  const n = results?.length ?? 0;
  const leftOut: LeftOut | undefined = count > n ? { n, count } : undefined;
  return { ...query, leftOut, images: results?.filter(({ status }) => status === "completed") };
}

/** The newest image and the one before it of the same ground: what is shown when nothing was chosen. */
export function latestPair(
  images: readonly WholeImage[] | undefined,
): { before: string; after: string } | null {
  for (const after of images ?? []) {
    const before = images?.find(
      (one) => one.date < after.date && boundsTouch(one.bbox, after.bbox),
    );
    if (before) return { before: String(before.id), after: String(after.id) };
  }
  return null;
}

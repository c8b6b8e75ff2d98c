import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import type { Area } from "./area-choice.ts";

interface Order {
  source: number | null;
  area: Area;
  /** Empty, or half typed: then the source is asked without a day. */
  date: string;
}

/** Plans the fetching of an area from a source; asked once a source and an area are chosen. */
export function useFetchPlan({ source, area, date }: Order) {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null;
  return useQuery({
    queryKey: ["fetch-plan", source, area, day],
    queryFn: ({ signal }) =>
      ask("POST /satellite-imagery/fetch-plan", {
        body: { source: source ?? 0, area, date: day },
        signal,
      }),
    enabled: source !== null && area !== null,
    // Keeps what is shown of another day until the new answer is there: the days to choose from do not jump.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5 * 60_000,
  });
}
export type FetchPlanQuery = ReturnType<typeof useFetchPlan>;

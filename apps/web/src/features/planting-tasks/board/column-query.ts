import { paths } from "@nihol/contract/values/paths";
import { isClosed, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import type { ViewFilters } from "../task/view-filters.ts";

const atOnce = 25;

/** The tasks of one state, page by page: those to be done by their due date, those done the newest first. */
export function useColumn(state: TaskStatus, filters: ViewFilters) {
  const ordering = isClosed(state) ? "-dueDate" : "dueDate";
  return useInfiniteQuery({
    queryKey: [paths.plantTreeTask, "column", state, filters],
    queryFn: ({ signal, pageParam: page }) =>
      ask("GET /plant-tree-task", {
        query: { ...filters, state, ordering, page, page_size: atOnce },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next === null ? undefined : all.length + 1),
  });
}

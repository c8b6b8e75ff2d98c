import { paths } from "@nihol/contract/values/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

const atOnce = 20;

/** Under which a task's comments are kept; also what changing them refreshes. */
export const commentsPath = (task: number): string => `${paths.plantTreeTask}/${task}/comment`;

/** The comments of a task, newest first, earlier ones on demand. */
export function useComments(task: number) {
  return useInfiniteQuery({
    queryKey: [commentsPath(task)],
    queryFn: ({ signal, pageParam: page }) =>
      ask("GET /plant-tree-task/:id/comment", {
        params: { id: task },
        query: { page, page_size: atOnce },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next === null ? undefined : all.length + 1),
  });
}

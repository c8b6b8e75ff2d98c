/** The survival of a task, kept under the task's own key: what changes the task asks for it anew. */
import type { BodyOf, CallName } from "@nihol/contract/api/calls";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import { queryClient, refresh } from "../../../lib/api/query-client.ts";

const keyOf = (task: number) => [paths.plantTreeTask, "survival", task];

export const useSurvival = (task: number) =>
  useQuery({
    queryKey: keyOf(task),
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-task/:id/survival", { params: { id: task }, signal }),
  });

/** Shows what a write has answered, and asks the lists for their counts anew. */
async function keep(task: number, answer: TaskSurvival): Promise<void> {
  queryClient.setQueryData(keyOf(task), answer);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [paths.plantTreeTask, "count"] }),
    refresh(paths.garden),
  ]);
}

/** Asks for what others have written since. */
export const refreshSurvival = (task: number) =>
  queryClient.invalidateQueries({ queryKey: keyOf(task) });

type Body<Name extends CallName> = BodyOf<Name>;

/** Where a visit is. */
export interface VisitAt {
  task: number;
  visit: number;
}

export async function addVisit(
  task: number,
  body: Body<"POST /plant-tree-task/:id/survival">,
): Promise<void> {
  const params = { id: task };
  await keep(task, await ask("POST /plant-tree-task/:id/survival", { params, body }));
}

export async function drawPlots(
  { task, visit }: VisitAt,
  body: Body<"POST /plant-tree-task/:id/survival/:visit/draw">,
): Promise<void> {
  const params = { id: task, visit };
  await keep(task, await ask("POST /plant-tree-task/:id/survival/:visit/draw", { params, body }));
}

export async function moveVisit(
  { task, visit }: VisitAt,
  body: Body<"POST /plant-tree-task/:id/survival/:visit/state">,
): Promise<void> {
  const params = { id: task, visit };
  await keep(task, await ask("POST /plant-tree-task/:id/survival/:visit/state", { params, body }));
}

export async function countPlot(
  { task, visit }: VisitAt,
  plot: number,
  body: Body<"PUT /plant-tree-task/:id/survival/:visit/plot/:plot">,
): Promise<void> {
  const answer = await ask("PUT /plant-tree-task/:id/survival/:visit/plot/:plot", {
    params: { id: task, visit, plot },
    body,
  });
  await keep(task, answer);
}

/** Survival of a garden: what the done visits of its planting tasks say together, year by year. */

import type { GardenSurvival } from "@nihol/contract/planting/survival";
import { survivalYears } from "@nihol/contract/values/planting/survival";
import { plantingsTogether } from "@nihol/counting/living-trees";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import type { PlantingRow } from "../../shared/planting/planted-ground.ts";
import { countedOfVisit, estimateOf, listWholeVisits, type WholeVisit } from "./answer.ts";
import { listGardenTasks } from "./survival-queries.ts";

interface Task extends PlantingRow {
  id: number;
}

const reportedBy = (tasks: readonly Task[]) =>
  tasks.reduce((total, { reported }) => total + reported, 0);

/**
 * A task that nobody visited in that year is left out, and counted as not seen; of several visits the newest counts.
 * What was asked for besides belongs to the year that it was made in, what was counted days after planting to none.
 */
function yearOf(year: number, tasks: readonly Task[], visits: readonly WholeVisit[]) {
  const seen = tasks.flatMap((task) => {
    const visit = visits.findLast(
      ({ row }) => row.task_id === task.id && row.survival_year === year && row.state === "done",
    );
    const planting = visit && countedOfVisit(visit, task);
    return planting ? [{ task, planting, estimate: estimateOf(visit, task) }] : [];
  });
  const { survival } = plantingsTogether(seen.map(({ planting }) => planting));
  return {
    year,
    tasks_seen: seen.length,
    tasks: tasks.length,
    plots: seen.reduce((total, { estimate }) => total + estimate.counted_plots, 0),
    survival: survival ?? null,
    reported_seen: reportedBy(seen.map(({ task }) => task)),
    reported: reportedBy(tasks),
    from: seen.flatMap(({ estimate }) => estimate.from ?? []).sort()[0] ?? null,
    to:
      seen
        .flatMap(({ estimate }) => estimate.to ?? [])
        .sort()
        .at(-1) ?? null,
  };
}

/** Over the completed tasks that the actor sees; trees planted again have a life of their own and are said apart. */
export async function findGardenSurvival(
  db: Db,
  actor: Actor,
  gardenId: number,
): Promise<GardenSurvival> {
  const tasks = await listGardenTasks(db, actor, gardenId);
  const visits = await listWholeVisits(
    db,
    tasks.map(({ id }) => id),
  );
  const first = tasks.filter(({ replaces_id }) => replaces_id === null);
  const again = tasks.filter(({ replaces_id }) => replaces_id !== null);
  return {
    years: survivalYears.map((year) => yearOf(year, first, visits)),
    replanted: again.length > 0 ? survivalYears.map((year) => yearOf(year, again, visits)) : [],
  };
}

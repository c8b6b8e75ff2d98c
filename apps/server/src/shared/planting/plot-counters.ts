/** People who counted the plots of a planting task, their organization then, and how far away they stood. */

import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { PlotCounter } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { metresApart } from "@nihol/geo/draw-plots";
import { organizationNameThen } from "@nihol/store/processes/given-by";
import { sql } from "kysely";

/** Counts in the newest draws of a task's visits that were not cancelled, in their order. */
const listCounts = (db: Db, task: number) =>
  db
    .selectFrom("survival_plot as p")
    .innerJoin("survival_draw as d", "d.id", "p.draw_id")
    .innerJoin("survival_visit as v", "v.id", "d.visit_id")
    .where("v.task_id", "=", task)
    .where("v.state", "in", ["drawn", "done"])
    .where("p.living", "is not", null)
    .where(
      sql<boolean>`d.number = (select max(o.number) from survival_draw o where o.visit_id = v.id)`,
    )
    .select(["v.id as visit", "p.measured_by", "p.measured_at", "p.longitude", "p.latitude"])
    .select(["p.counter_longitude", "p.counter_latitude"])
    .select(organizationNameThen("p.measured_by", "p.measured_at").as("organization"))
    .select(
      sql<boolean>`coalesce(of_reporting_side(v.task_id, p.measured_by, p.measured_at), false)`.as(
        "own_side",
      ),
    )
    .orderBy("p.measured_at")
    .orderBy("p.id")
    .execute();
type Count = Awaited<ReturnType<typeof listCounts>>[number];

function distanceOf({ counter_longitude, counter_latitude, ...plot }: Count): number[] {
  if (counter_longitude === null || counter_latitude === null) return [];
  return [metresApart(plot, { longitude: counter_longitude, latitude: counter_latitude })];
}

/** Each counter of each visit once, the first count first; their names are read by `namePeople`. */
export async function listPlotCounters(db: Db, task: number): Promise<PlotCounter[]> {
  const counts = await listCounts(db, task);
  const byPerson = Map.groupBy(counts, ({ visit, measured_by }) => `${visit} ${measured_by}`);
  return [...byPerson.values()].flatMap((own) => {
    const [first] = own;
    if (!first?.measured_at) return [];
    const distances = own.flatMap(distanceOf);
    return [
      {
        ...{ person: first.measured_by, name: null, organization: first.organization },
        ...{ counted_on: dayOf(first.measured_at), plots: own.length },
        own_side: own.some(({ own_side }) => own_side),
        distance_max_m: distances.length > 0 ? Math.round(Math.max(...distances)) : null,
        no_position: own.length - distances.length,
      },
    ];
  });
}

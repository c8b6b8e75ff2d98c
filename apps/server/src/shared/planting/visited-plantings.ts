/** Planting tasks that were visited for their survival, or had to be, in the period. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { PlotSums } from "@nihol/counting/survival";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { allOf } from "../rows/all-of.ts";
import {
  type GardenChoice,
  gardenColumns,
  inPlace,
  type TerritoryKind,
  territoryOf,
} from "../territory/territory-sql.ts";
import { isCounted } from "./counted-tasks.ts";
import {
  isWeighed,
  type PlantingRow,
  plotPlaces,
  plotSumsSql,
  reportedOnGround,
  standingVerdict,
  treesSharing,
} from "./planted-ground.ts";
import { isTaskOf } from "./task-sums.ts";
import { standingVisits } from "./visit-period.ts";

/**
 * Ground with the visit of the period that stands for it; trees and verdict are of the task that was
 * planted first on it.
 */
export interface VisitSums extends PlantingRow {
  territory_id: number;
  garden_id: number;
  /** The task that was planted first on it. */
  first_id: number;
  visited: boolean;
  /** True where the trees of the first task are among those scheduled in the period. */
  scheduled: boolean;
  /** After planting. */
  year: number;
  /** Of the visit's newest draw; null where it has none. */
  ground_m2: number | null;
  /** Of the counted plots; null without any. */
  sums: PlotSums | null;
  from: string | null;
  to: string | null;
}

/** Local day of a moment (`programme_day`). */
const dayOf = (moment: string) => sql`programme_day(${sql.raw(moment)})`;

/** Completed tasks with a visit of the period within the actor's scope; of tasks that plant the same ground again one. */
export async function listVisited(
  db: Db,
  actor: Actor,
  kind: TerritoryKind,
  filter: TreeFilter & GardenChoice,
): Promise<VisitSums[]> {
  const territory = territoryOf("g", kind, filter, sql<SqlBool>`g.boundary is not null`);
  const isInPlace = allOf(inPlace(filter, gardenColumns));
  const scheduled = sql<boolean>`exists (
    select from planting_task t where t.id = a.first_id and ${isCounted} and ${isTaskOf(filter)})`;
  const { rows } = await sql<VisitSums>`
    with asked as (select s.* from ${standingVisits(actor, filter, isInPlace)} s), drawn as (
      select distinct on (d.visit_id) d.visit_id, d.id, d.ground_m2, d.left_out,
        ${treesSharing(sql`a.task_id`)} as sharing_trees
      from survival_draw d join asked a on a.id = d.visit_id and a.visited
      order by d.visit_id, d.number desc
    ), plots as (
      select p.draw_id, ${plotSumsSql} as sums,
        ${dayOf("min(p.measured_at)")} as "from", ${dayOf("max(p.measured_at)")} as "to"
      from survival_plot p join drawn d on d.id = p.draw_id
      cross join lateral ${plotPlaces} n
      where ${isWeighed} group by 1
    ), reported as (
      select r.task_id, sum(r.count) as trees from planting_report r join asked a on a.first_id = r.task_id group by 1
    )
    select ${territory} as territory_id, t.garden_id, a.first_id, coalesce(r.trees, 0)::float8 as reported, coalesce(d.sharing_trees, w.trees) as ground_trees,
      ${standingVerdict} as verdict, a.visited,
      ${scheduled} as scheduled, a.year, d.ground_m2, p.sums, p."from", p."to"
    from asked a join planting_task t on t.id = a.task_id join garden g on g.id = t.garden_id
    left join drawn d on d.visit_id = a.id left join plots p on p.draw_id = d.id
    left join reported r on r.task_id = a.first_id
    left join planting_verdict e on e.task_id = a.first_id
    left join ${reportedOnGround(sql`select garden_id from planting_task where id in (select first_id from asked)`)} w
      on w.garden_id = t.garden_id
    where ${isInPlace}`.execute(db);
  return rows;
}

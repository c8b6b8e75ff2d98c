/** The survival visits that a planting task has by itself: made when it is completed, kept or taken back when it is opened again. */

import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { survivalYears } from "@nihol/contract/values/planting/survival";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { todaySql } from "../shared/rows/programme-day.ts";

/** A visit for each year that has none; those that nobody has drawn plots for follow the last planting day. */
async function planVisits(trx: Db, taskId: number) {
  await sql`
    insert into survival_visit (task_id, year, due_date)
    select ${taskId}, y, (p.planted_on + make_interval(years => y))::date
    from unnest(${[...survivalYears]}::int[]) y
    cross join (select coalesce(max(plant_date), ${todaySql()}) as planted_on
      from planting_report where task_id = ${taskId}) p
    on conflict (task_id, year) do update set due_date = excluded.due_date
      where survival_visit.state = 'planned'`.execute(trx);
}

/** Those with plots wait, with what was counted, until the task is completed again. */
async function takeBackVisits(trx: Db, taskId: number) {
  await trx
    .deleteFrom("survival_visit")
    .where("task_id", "=", taskId)
    .where("year", "is not", null)
    .where("state", "=", "planned")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("survival_draw")
            .whereRef("survival_draw.visit_id", "=", "survival_visit.id")
            .select("survival_draw.id"),
        ),
      ),
    )
    .execute();
}

/** To be called in the transaction that moves a task. */
export async function settleVisits(
  trx: Db,
  taskId: number,
  { from, to }: { from: TaskStatus; to: TaskStatus },
): Promise<void> {
  if (to === "completed") await planVisits(trx, taskId);
  else if (from === "completed") await takeBackVisits(trx, taskId);
}

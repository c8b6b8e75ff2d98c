/** Facts of a planting task that the advice before a flight follows from. */

import type { FlownPlants } from "@nihol/counting/flight/flight-weeks";
import { growthOf, isEvergreen } from "@nihol/counting/verdict/crown-growth";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";

/** Undefined where there is no such task within the actor's scope. */
export const findFlownTask = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .leftJoin("region as r", "r.id", "g.region_id")
    .where("t.id", "=", id)
    .where(tasksVisibleTo(actor))
    .select(["t.id", "t.spacing_m", "t.due_date", "g.center", "r.leaf_off"])
    .select(
      sql<
        string | null
      >`(select max(p.plant_date) from planting_report p where p.task_id = t.id)`.as("planted_on"),
    )
    .executeTakeFirst();

/** Trees as reported; as ordered before anything is reported. */
export async function listPlants(db: Db, taskId: number): Promise<FlownPlants[]> {
  const { rows } = await sql<{ latin_name: string; height_cm: number | null }>`
    with reported as (
      select distinct y.latin_name, coalesce(p.stock_height_cm, i.stock_height_cm) as height_cm
      from planting_report p join tree_type y on y.id = p.tree_type_id
      left join planting_task_item i on i.task_id = p.task_id and i.tree_type_id = y.id
      where p.task_id = ${taskId}
    )
    select * from reported
    union
    select y.latin_name, i.stock_height_cm from planting_task_item i join tree_type y on y.id = i.tree_type_id
    where i.task_id = ${taskId} and not exists (select from reported)
    order by 1, 2`.execute(db);
  return rows.map(({ latin_name, height_cm }) => ({
    growth: growthOf(latin_name),
    isEvergreen: isEvergreen(latin_name),
    stockHeightM: height_cm === null ? null : height_cm / 100,
  }));
}

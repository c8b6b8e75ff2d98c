/** Facts of a planting task that the advice before a flight follows from. */

import type { Names } from "@nihol/contract/values/languages";
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
    .select(["r.id as region_id", "r.name as region_name"])
    .select(
      sql<
        string | null
      >`(select max(p.plant_date) from planting_report p where p.task_id = t.id)`.as("planted_on"),
    )
    .executeTakeFirst();

interface PlantRow {
  id: number;
  name: Names;
  latin_name: string;
  height_cm: number | null;
}

/** Plants of a task with their type. */
interface KnownPlants extends FlownPlants {
  tree_type: { id: number; name: Names };
}

/** Trees as reported; as ordered before anything is reported. */
export async function listPlants(db: Db, taskId: number): Promise<KnownPlants[]> {
  const { rows } = await sql<PlantRow>`
    with reported as (
      select distinct y.id, y.name, y.latin_name, coalesce(p.stock_height_cm, i.stock_height_cm) as height_cm
      from planting_report p join tree_type y on y.id = p.tree_type_id
      left join planting_task_item i on i.task_id = p.task_id and i.tree_type_id = y.id
      where p.task_id = ${taskId}
    )
    select * from reported
    union
    select y.id, y.name, y.latin_name, i.stock_height_cm from planting_task_item i join tree_type y on y.id = i.tree_type_id
    where i.task_id = ${taskId} and not exists (select from reported)
    order by latin_name, height_cm, id`.execute(db);
  return rows.map(({ id, name, latin_name, height_cm }) => ({
    tree_type: { id, name },
    growth: growthOf(latin_name),
    isEvergreen: isEvergreen(latin_name),
    stockHeightM: height_cm === null ? null : height_cm / 100,
  }));
}

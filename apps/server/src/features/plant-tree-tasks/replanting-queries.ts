/** Tasks that plant again what earlier ones lost. */

import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { taskScheduled } from "./task-write-queries.ts";

const visible = (db: Db, actor: Actor) =>
  db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where(tasksVisibleTo(actor));

/** The replantings of a task that the actor sees, oldest first. */
export async function listReplantings(
  db: Db,
  actor: Actor,
  taskId: number,
): Promise<PlantTreeTaskDetail["replanted_by"]> {
  const rows = await visible(db, actor)
    .where("t.replaces_id", "=", taskId)
    .select(["t.id", "t.status", "t.replaces_visit_id as visit"])
    .select([
      taskScheduled.as("scheduled"),
      sql<number>`(select coalesce(sum(p.count), 0) from planting_report p where p.task_id = t.id)`.as(
        "submitted",
      ),
    ])
    .orderBy("t.id")
    .execute();
  return rows.map(({ scheduled, submitted, ...row }) => ({
    ...row,
    scheduled: Number(scheduled),
    submitted: Number(submitted),
  }));
}

/** A task that may be planted again, within the actor's scope. */
export const findReplaced = (db: Db, actor: Actor, id: number) =>
  visible(db, actor)
    .where("t.id", "=", id)
    .select(["t.id", "t.status", "t.garden_id"])
    .executeTakeFirst();

/** Says whether a visit is the task's. */
export async function isVisitOf(db: Db, taskId: number, visit: number): Promise<boolean> {
  const row = await db
    .selectFrom("survival_visit")
    .where("id", "=", visit)
    .where("task_id", "=", taskId)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

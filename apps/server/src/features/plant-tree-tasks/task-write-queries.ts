/** The statements that write planting tasks; the rules stand in task-writes.ts. */

import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { Db } from "@nihol/db/connection";
import { gardenPlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { visibleTo } from "../../policies/scope.ts";

/** Trees that the task `t` asks for. */
export const taskScheduled = sql<number>`(select coalesce(sum(i.quantity), 0) from planting_task_item i where i.task_id = t.id)`;
/** Account that handed the task `t` in last; null where nobody did or the account is deleted. */
export const taskSubmittedBy = sql<
  number | null
>`(select s.changed_by from planting_task_status s where s.task_id = t.id and s.status = 'submitted' order by s.id desc limit 1)`;

/** The task's row, locked until the transaction ends; undefined outside the actor's scope. */
export async function lockTask(trx: Db, actor: Actor, id: number) {
  const task = await trx
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", id)
    .where(tasksVisibleTo(actor))
    .select(["t.id", "t.status", "t.assigned_date", "t.due_date", "t.garden_id", "t.ministry_id"])
    .select(["t.contractor_id", "g.ministry_id as garden_ministry_id"])
    .forUpdate("t")
    .executeTakeFirst();
  if (!task) return undefined;
  // A separate statement: it must see what was committed while waiting for the lock.
  const { count, submitted } = await trx
    .selectFrom("planting_report")
    .where("task_id", "=", id)
    .select(sql<number>`count(*)::int`.as("count"))
    .select(sql<number>`coalesce(sum(count), 0)::int`.as("submitted"))
    .executeTakeFirstOrThrow();
  const { scheduled, submitted_by, verdict } = await trx
    .selectFrom("planting_task as t")
    .where("t.id", "=", id)
    .leftJoin("planting_verdict as e", "e.task_id", "t.id")
    .select([taskScheduled.as("scheduled"), taskSubmittedBy.as("submitted_by"), "e.verdict"])
    .executeTakeFirstOrThrow();
  return {
    ...task,
    report_count: count,
    submitted,
    scheduled: Number(scheduled),
    submitted_by,
    verdict,
  };
}

/** Says whether a task lies within the actor's scope, as it is written now. */
export async function isTaskVisible(db: Db, actor: Actor, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", id)
    .where(tasksVisibleTo(actor))
    .select("t.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A garden that the actor sees, with its ministry. */
export async function findGardenMinistry(db: Db, actor: Actor, id: number) {
  return db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select(["g.id", "g.ministry_id"])
    .executeTakeFirst();
}

export async function ministryExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom("ministry").where("id", "=", id).select("id").executeTakeFirst();
  return row !== undefined;
}

/** Says whether an organization is of a type that plants for others. */
export async function isContractor(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("ministry as m")
    .innerJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where("m.id", "=", id)
    .where("o.contractor", "=", true)
    .select("m.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Of these tree types, those that exist. */
export async function listKnownTypes(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.selectFrom("tree_type").where("id", "in", ids).select("id").execute();
  return new Set(rows.map(({ id }) => id));
}

interface TaskColumns {
  garden_id: number;
  ministry_id: number | null;
  contractor_id: number | null;
  assigned_date: string;
  due_date: string;
  spacing_m: number | null;
}

export async function insertTask(
  trx: Db,
  columns: TaskColumns & {
    status: TaskStatus;
    created_by: number;
    replaces_id: number | null;
    replaces_visit_id: number | null;
    /** Left out, the next number. */
    id?: number | undefined;
  },
): Promise<number> {
  return (
    await trx.insertInto("planting_task").values(columns).returning("id").executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateTask(
  trx: Db,
  id: number,
  columns: Partial<TaskColumns & { status: TaskStatus }>,
) {
  await trx
    .updateTable("planting_task")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Replaces what the task asks for. */
export async function replaceItems(
  trx: Db,
  taskId: number,
  items: { tree_type: number; quantity: number; stock_height_cm: number | null }[],
) {
  await trx.deleteFrom("planting_task_item").where("task_id", "=", taskId).execute();
  const rows = items.map(({ tree_type, ...item }) => ({
    ...item,
    task_id: taskId,
    tree_type_id: tree_type,
  }));
  await trx.insertInto("planting_task_item").values(rows).execute();
}

interface Step {
  task_id: number;
  from_status: TaskStatus | null;
  status: TaskStatus;
  comment: string;
  changed_by: number;
}

export async function insertStep(trx: Db, step: Step) {
  await trx.insertInto("planting_task_status").values(step).execute();
}

/** Deletes a task with its report; returns the keys of the photos. */
export async function deleteTask(trx: Db, id: number): Promise<string[]> {
  const photos = await trx
    .selectFrom("planting_report")
    .where("task_id", "=", id)
    .where("photo_key", "is not", null)
    .select("photo_key")
    .execute();
  await trx.deleteFrom("planting_task").where("id", "=", id).execute();
  return photos.flatMap(({ photo_key }) => photo_key ?? []);
}

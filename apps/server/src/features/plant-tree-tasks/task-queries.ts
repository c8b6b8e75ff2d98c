/** Planting tasks within the actor's scope, each with its plan and what its reports sum up to. */

import type {
  PlantTreeTask,
  PlantTreeTaskCounts,
  PlantTreeTaskDetail,
  plantTreeTaskOrderings,
  TaskStep,
} from "@nihol/contract/planting/plant-tree-tasks";
import type { Language } from "@nihol/contract/values/languages";
import { taskConditions, taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { recordOf } from "@nihol/contract/values/record-of";
import type { Db } from "@nihol/db/connection";
import { taskWarnings } from "@nihol/store/evidence/flags-sql";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { isCounted } from "../../shared/planting/counted-tasks.ts";
import { listTaskFlags } from "../../shared/planting/flag-queries.ts";
import {
  isWeighed,
  plotPlaces,
  plotSumsSql,
  reportedOnGround,
  standingVerdict,
  treesSharing,
} from "../../shared/planting/planted-ground.ts";
import { visitDay, visitYear } from "../../shared/planting/visit-period.ts";
import { countRows } from "../../shared/rows/count-rows.ts";
import { nameInLanguage } from "../../shared/rows/names-sql.ts";
import { countOnce, pageRows } from "../../shared/rows/page-rows.ts";
import { listReplantings } from "./replanting-queries.ts";
import {
  conditions,
  filteredTasks,
  isToPlant,
  type TaskFilters,
  visibleTasks,
} from "./task-filters-sql.ts";
import { type TaskRow, taskOf } from "./task-row.ts";
import { taskScheduled as scheduled, taskSubmittedBy } from "./task-write-queries.ts";

type Ordering = (typeof plantTreeTaskOrderings)[number];

const submitted = sql<number>`(select coalesce(sum(p.count), 0) from planting_report p where p.task_id = t.id)`;
const reportCount = sql<number>`(select count(*) from planting_report p where p.task_id = t.id)`;
const items = sql<PlantTreeTask["items"] | null>`(select json_agg(json_build_object(
    'tree_type', json_build_object('id', y.id, 'name', y.name), 'quantity', i.quantity, 'stock_height_cm', i.stock_height_cm,
    'submitted', (select coalesce(sum(p.count), 0) from planting_report p
      where p.task_id = t.id and p.tree_type_id = y.id)) order by i.quantity desc, y.id)
  from planting_task_item i join tree_type y on y.id = i.tree_type_id where i.task_id = t.id)`;

/** The newest count of a completed task, half a year after planting or later. */
const survival = sql<TaskRow["survival"]>`(case when t.status = 'completed' then (
  select json_build_object('year', ${visitYear}, 'ground_m2', d.ground_m2,
    'ground_trees', coalesce(${treesSharing(sql`t.id`)}, (select w.trees from ${reportedOnGround(sql`select t.garden_id`)} w)),
    'sums', (select ${plotSumsSql} from survival_plot p cross join lateral ${plotPlaces} n
      where p.draw_id = d.id and ${isWeighed}))
  from survival_visit v join survival_draw d on d.visit_id = v.id
  where v.task_id = t.id and v.state = 'done' and ${visitYear} is not null
  order by ${visitDay} desc, v.id desc, d.number desc limit 1) end)`;

/** The filtered tasks with everything that a row shows. */
export function withColumns(rows: ReturnType<typeof visibleTasks>) {
  return rows
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .leftJoin("ministry as c", "c.id", "t.contractor_id")
    .leftJoin("planting_verdict as e", "e.task_id", "t.id")
    .select([
      "t.id",
      "t.status",
      "t.assigned_date",
      "t.due_date",
      "t.created_at",
      "t.spacing_m",
      "t.replaces_id",
    ])
    .select(["g.id as garden_id", "g.name as garden_name"])
    .select([
      "m.id as ministry_id",
      "m.name as ministry_name",
      "g.ministry_id as garden_ministry_id",
    ])
    .select(["c.id as contractor_id", "c.name as contractor_name"])
    .select(["r.id as region_id", "r.name as region_name"])
    .select(["d.id as district_id", "d.name as district_name"])
    .select(["e.verdict", "e.decided"])
    .select([
      items.as("items"),
      scheduled.as("scheduled"),
      submitted.as("submitted"),
      reportCount.as("report_count"),
      taskSubmittedBy.as("submitted_by"),
      survival.as("survival"),
      standingVerdict.as("standing_verdict"),
      sql<PlantTreeTask["warnings"]>`${taskWarnings}`.as("warnings"),
    ]);
}

function orderExpression(column: Ordering, language: Language) {
  if (column === "gardenName") return nameInLanguage("g.name", language);
  if (column === "ministryName") return nameInLanguage("m.name", language);
  if (column === "assignedDate") return sql.ref("t.assigned_date");
  if (column === "dueDate") return sql.ref("t.due_date");
  // The longest overdue first; where nothing is to be planted there is nothing to wait for.
  if (column === "days_left") return sql`case when ${isToPlant} then t.due_date end`;
  if (column === "scheduled_plant_count") return scheduled;
  if (column === "submitted_plant_count") return submitted;
  // In the order of a task's life.
  if (column === "status") return sql`array_position(${[...taskStatuses]}::text[], t.status)`;
  return sql.ref("t.id");
}

/**
 * Counts the tasks that the filters leave. Those without warnings are all others than those with: looking each of a
 * hundred thousand up among the flagged ones costs three times as much.
 */
async function countFiltered(db: Db, actor: Actor, filters: TaskFilters): Promise<number> {
  if (filters.warnings !== false) return countRows(filteredTasks(db, actor, filters));
  const counted = (warnings: boolean | undefined) =>
    filteredTasks(db, actor, { ...filters, warnings }).select(sql<number>`count(*)`.as("n"));
  const { count } = await db
    .selectNoFrom([sql<number>`(${counted(undefined)}) - (${counted(true)})`.as("count")])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Page of tasks, and how many there are. */
export async function listTasks(
  db: Db,
  actor: Actor,
  query: TaskFilters & { page: number; page_size: number },
  order: Order<Ordering>,
  language: Language,
): Promise<{ count: number; rows: PlantTreeTask[] }> {
  const rows = filteredTasks(db, actor, query);
  const count = await countOnce(query, () => countFiltered(db, actor, query));
  const page = await pageRows(
    withColumns(rows)
      .orderBy(orderExpression(order.column, language), (by) =>
        order.direction === "asc" ? by.asc().nullsLast() : by.desc().nullsLast(),
      )
      .orderBy("t.id", "desc"),
    query,
  );
  return { count, rows: page.map((row) => taskOf(actor, row, language)) };
}

/** Trees of the filtered tasks that count, as reports add them up. */
async function sumTrees(db: Db, actor: Actor, filters: TaskFilters) {
  const rows = filteredTasks(db, actor, filters).where(isCounted);
  const { submitted, contradicted } = await rows
    .leftJoin("planting_verdict as e", "e.task_id", "t.id")
    .select(sql<number>`coalesce(sum(t.reported_trees), 0)::float8`.as("submitted"))
    .select(
      sql<number>`coalesce(sum(t.reported_trees) filter (where e.decided = 'contradicts'), 0)::float8`.as(
        "contradicted",
      ),
    )
    .executeTakeFirstOrThrow();
  const { scheduled } = await rows
    .innerJoin("planting_task_item as i", "i.task_id", "t.id")
    .select(sql<number>`coalesce(sum(i.quantity), 0)::float8`.as("scheduled"))
    .executeTakeFirstOrThrow();
  return {
    scheduled_plant_count: scheduled,
    submitted_plant_count: submitted - contradicted,
    contradicted_plant_count: contradicted,
  };
}

/** Counts the tasks of each status that the filters leave; the filter by status itself does not count. */
export async function countTasks(
  db: Db,
  actor: Actor,
  { status: _status, ...filters }: TaskFilters,
): Promise<PlantTreeTaskCounts> {
  const meeting = (one: (typeof taskConditions)[number]) =>
    sql<number>`(count(*) filter (where ${conditions[one]()}))::int`.as(one);
  const rows = await filteredTasks(db, actor, filters)
    .groupBy("t.status")
    .select("t.status")
    .select(sql<number>`count(*)::int`.as("count"))
    .select([meeting("to_plant"), meeting("overdue"), meeting("due_soon"), meeting("survival_due")])
    .execute();
  const of = new Map(rows.map((row) => [row.status, row.count]));
  return {
    ...recordOf(taskStatuses, (one) => of.get(one) ?? 0),
    ...recordOf(taskConditions, (one) => rows.reduce((sum, row) => sum + row[one], 0)),
    ...(await sumTrees(db, actor, filters)),
    all: rows.reduce((sum, row) => sum + row.count, 0),
  };
}

/** Finds a task within the actor's scope. */
async function findTask(
  db: Db,
  actor: Actor,
  id: number,
  language: Language,
): Promise<PlantTreeTask | undefined> {
  const row: TaskRow | undefined = await withColumns(visibleTasks(db, actor))
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row && taskOf(actor, row, language);
}

async function listSteps(db: Db, taskId: number): Promise<TaskStep[]> {
  const rows = await db
    .selectFrom("planting_task_status as s")
    .leftJoin("user_account as u", "u.id", "s.changed_by")
    .where("s.task_id", "=", taskId)
    .select(["s.id", "s.from_status", "s.status", "s.comment", "s.changed_at"])
    .select(
      sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`.as("by"),
    )
    .orderBy("s.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    from: row.from_status,
    to: row.status,
    comment: row.comment,
    at: row.changed_at.toISOString(),
    by: row.by,
  }));
}

/** Types that were planted though the task does not ask for them. */
async function listUnplanned(db: Db, taskId: number): Promise<PlantTreeTaskDetail["unplanned"]> {
  const rows = await db
    .selectFrom("planting_report as p")
    .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
    .where("p.task_id", "=", taskId)
    .where(
      sql<SqlBool>`y.id not in (select tree_type_id from planting_task_item where task_id = ${taskId})`,
    )
    .groupBy("y.id")
    .select(["y.id", "y.name", sql<number>`sum(p.count)::float8`.as("submitted")])
    .orderBy("y.id")
    .execute();
  return rows.map(({ id, name, submitted }) => ({
    tree_type: { id, name },
    submitted,
  }));
}

/** Finds a task with its history. */
export async function findTaskDetail(
  db: Db,
  actor: Actor,
  id: number,
  language: Language,
): Promise<PlantTreeTaskDetail | undefined> {
  const task = await findTask(db, actor, id, language);
  if (!task) return undefined;
  const [history, unplanned, flags, replanted_by] = await Promise.all([
    listSteps(db, id),
    listUnplanned(db, id),
    listTaskFlags(db, id),
    listReplantings(db, actor, id),
  ]);
  return { ...task, history, unplanned, flags, replanted_by };
}

/** The reports of planting tasks within the actor's scope. */

import type { PageQuery } from "@nihol/contract/paging";
import type {
  PlantTreeReport,
  plantTreeReportOrderings,
} from "@nihol/contract/planting/plant-tree-reports";
import type { Language } from "@nihol/contract/values/languages";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import type { Db } from "@nihol/db/connection";
import type { JsonText } from "@nihol/db/json";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { type Order, slice } from "../../http/paging.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { listRowFlags } from "../../shared/planting/flag-queries.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";
import { type ReportRow, type ReportTask, reportOf } from "./report-row.ts";

type Ordering = (typeof plantTreeReportOrderings)[number];

/** The task against which rows are checked; undefined outside the actor's scope. */
export async function findReportTask(
  db: Db,
  actor: Actor,
  taskId: number,
): Promise<ReportTask | undefined> {
  return db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", taskId)
    .where(tasksVisibleTo(actor))
    .select(["t.id", "t.status", "g.boundary"])
    .executeTakeFirst();
}

function reportRows(db: Db, taskId: number) {
  return db
    .selectFrom("planting_report as p")
    .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
    .where("p.task_id", "=", taskId);
}

const columns = [
  "p.id",
  "p.tree_type_id",
  "y.name as tree_type_name",
  "p.count",
  "p.stock_height_cm",
  "p.plant_date",
  "p.image_date",
  "p.photo_key",
  "p.latitude",
  "p.longitude",
  "p.place",
  "p.accuracy_m",
  "p.image_date_from_photo",
  "p.position_from_photo",
  "p.created_by",
  "p.created_at",
] as const;

function orderExpression(column: Ordering, language: Language) {
  return column === "tree_type" ? nameInLanguage("y.name", language) : sql.ref(`p.${column}`);
}

/** Page of a task's rows and how many there are; `search` covers the tree type. */
export async function listReports(
  db: Db,
  actor: Actor,
  task: ReportTask,
  query: PageQuery,
  order: Order<Ordering>,
  language: Language,
): Promise<{ count: number; rows: PlantTreeReport[] }> {
  let rows = reportRows(db, task.id);
  if (query.search) rows = rows.where(nameContains("y.name", query.search));
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const page: ReportRow[] = await rows
    .select(columns)
    .orderBy(orderExpression(order.column, language), (by) =>
      order.direction === "asc" ? by.asc().nullsLast() : by.desc().nullsLast(),
    )
    .orderBy("p.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const flags = await listRowFlags(
    db,
    actor,
    page.map(({ id }) => id),
  );
  return {
    count: Number(count),
    rows: page.map((row) => reportOf(actor, task, row, flags.get(row.id))),
  };
}

/** Finds a row of a task's report, as it is stored. */
export async function findReportRow(
  db: Db,
  taskId: number,
  id: number,
): Promise<ReportRow | undefined> {
  return reportRows(db, taskId).where("p.id", "=", id).select(columns).executeTakeFirst();
}

export interface ReportColumns {
  tree_type_id: number;
  count: number;
  stock_height_cm: number | null;
  plant_date: string;
  image_date: string | null;
  latitude: number | null;
  longitude: number | null;
  place: JsonText<ReportPlace> | null;
  accuracy_m: number | null;
  image_date_from_photo: boolean;
  position_from_photo: boolean;
  photo_key: string | null;
}

/** Seconds in which an equal row is the same request once more: pressed twice, or sent again by a slow line. */
const REPEATED_WITHIN_S = 10;

type NewReport = Partial<ReportColumns> &
  Pick<ReportColumns, "tree_type_id" | "count" | "plant_date"> & {
    task_id: number;
    created_by: number;
  };

/**
 * The row that the same person sent a moment ago with every value the same; to be asked with the task locked. One
 * with a photo is finished, and one of a phone has its entry to be known by: neither is taken for a repetition.
 */
export async function findRepeated(trx: Db, columns: NewReport): Promise<number | undefined> {
  const { place = null, ...values } = columns;
  const row = await trx
    .selectFrom("planting_report as p")
    .where((eb) =>
      eb.and(
        Object.entries(values).map(([name, value]) =>
          eb(sql.ref(`p.${name}`), "is not distinct from", value ?? null),
        ),
      ),
    )
    .where(sql<boolean>`p.place is not distinct from ${place}::jsonb`)
    .where("p.photo_key", "is", null)
    .where(
      sql<boolean>`p.created_at > clock_timestamp() - make_interval(secs => ${REPEATED_WITHIN_S})`,
    )
    .where(sql<boolean>`not exists (select from field_entry e where e.report_id = p.id)`)
    .select("p.id")
    .orderBy("p.id", "desc")
    .executeTakeFirst();
  return row?.id;
}

export async function insertReport(trx: Db, columns: NewReport): Promise<number> {
  return (
    await trx
      .insertInto("planting_report")
      .values({ ...columns, evidence_checked: true })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateReport(trx: Db, id: number, columns: Partial<ReportColumns>) {
  await trx
    .updateTable("planting_report")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteReport(trx: Db, id: number) {
  await trx.deleteFrom("planting_report").where("id", "=", id).execute();
}

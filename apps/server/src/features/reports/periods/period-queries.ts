/** Periods of reports within the actor's scope, and their approved versions. */

import type { ReportCorrection, ReportPeriodQuery } from "@nihol/contract/reports/report-periods";
import type { ApprovedReports } from "@nihol/contract/reports/reports";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { reportMinistry } from "@nihol/policies/report-periods";
import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import type { Order } from "../../../http/paging.ts";
import { countedPage } from "../../../shared/rows/list-page.ts";

/** The actor's own: the whole programme's, or their ministry's. */
function ofActor(actor: Actor) {
  const ministry = reportMinistry(actor);
  if (ministry === undefined) return sql<SqlBool>`false`;
  return ministry === null
    ? sql<SqlBool>`p.ministry_id is null`
    : sql<SqlBool>`p.ministry_id = ${ministry}`;
}

const periods = (db: Db, actor: Actor) =>
  db
    .selectFrom("report_period as p")
    .leftJoin("ministry as m", "m.id", "p.ministry_id")
    .leftJoinLateral(
      sql<{ version: number; approver: string; approved_at: Date }>`(
        select v.version, v.approver, v.approved_at from report_version v
        where v.period_id = p.id order by v.version desc limit 1)`.as("a"),
      (join) => join.onTrue(),
    )
    .where(ofActor(actor));

const withColumns = (rows: ReturnType<typeof periods>) =>
  rows
    .select(["p.id", "p.from_date", "p.to_date", "p.state", "p.note", "p.comment"])
    .select(["p.submitted_by", "p.submitter", "p.submitted_at"])
    .select(["m.id as ministry_id", "m.name as ministry_name"])
    .select(["a.version", "a.approver", "a.approved_at"]);

/** Page of them, and how many there are. */
export function listPeriodRows(
  db: Db,
  actor: Actor,
  query: ReportPeriodQuery,
  order: Order<"from">,
) {
  let rows = periods(db, actor);
  if (query.state) rows = rows.where("p.state", "=", query.state);
  if (query.from) rows = rows.where("p.to_date", ">=", query.from);
  if (query.to) rows = rows.where("p.from_date", "<=", query.to);
  return countedPage(
    rows,
    withColumns(rows).orderBy("p.from_date", order.direction).orderBy("p.id", order.direction),
    query,
  );
}

/** By its number, or by its days. */
export function findPeriodRow(
  db: Db,
  actor: Actor,
  by: { id: number } | { from: string; to: string },
) {
  const rows = withColumns(periods(db, actor));
  return "id" in by
    ? rows.where("p.id", "=", by.id).executeTakeFirst()
    : rows.where("p.from_date", "=", by.from).where("p.to_date", "=", by.to).executeTakeFirst();
}
export type PeriodRow = NonNullable<Awaited<ReturnType<typeof findPeriodRow>>>;

/** The row, locked until the transaction ends; undefined outside the actor's scope. */
export const lockPeriod = (trx: Db, actor: Actor, id: number) =>
  trx
    .selectFrom("report_period as p")
    .where("p.id", "=", id)
    .where(ofActor(actor))
    .selectAll("p")
    .forUpdate()
    .executeTakeFirst();

/** @returns its number; undefined where somebody has written down the same days meanwhile */
export async function insertPeriod(trx: Db, columns: Insertable<Database["report_period"]>) {
  const row = await trx
    .insertInto("report_period")
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function updatePeriod(
  trx: Db,
  id: number,
  columns: Updateable<Database["report_period"]>,
) {
  await trx.updateTable("report_period").set(columns).where("id", "=", id).execute();
}

/** The figures that are approved now. */
export const findApproved = (db: Db, periodId: number) =>
  db
    .selectFrom("report_version")
    .where("period_id", "=", periodId)
    .select(["version", "approved_at", sql<ApprovedReports>`reports`.as("reports")])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();

/** Newest first, without their figures. */
export const listVersions = (db: Db, periodId: number) =>
  db
    .selectFrom("report_version")
    .where("period_id", "=", periodId)
    .select(["version", "note", "submitter", "submitted_at", "approver", "approved_at"])
    .select(sql<unknown>`corrections`.as("corrections"))
    .orderBy("version", "desc")
    .execute();
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export async function insertVersion(
  trx: Db,
  columns: Omit<Insertable<Database["report_version"]>, "reports" | "corrections">,
  reports: ApprovedReports,
  corrections: ReportCorrection[],
) {
  await trx
    .insertInto("report_version")
    .values({ ...columns, reports: json(reports), corrections: json(corrections) })
    .execute();
}

/** "First Last" of an account. */
export async function findName(db: Db, accountId: number): Promise<string> {
  const row = await db
    .selectFrom("user_account")
    .where("id", "=", accountId)
    .select(["first_name", "last_name", "email"])
    .executeTakeFirstOrThrow();
  return `${row.first_name} ${row.last_name}`.trim() || row.email;
}

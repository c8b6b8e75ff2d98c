import type { Language } from "@nihol/contract/values/languages";
import { type ViolationState, violationStates } from "@nihol/contract/values/violations";
import type {
  Violation,
  ViolationCount,
  ViolationPoints,
  ViolationQuery,
  violationOrderings,
} from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { accusesOwn } from "../../policies/violations.ts";
import { isOpen, isOverdue, isSettledIn } from "../../shared/case-days.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { mapPoints } from "../../shared/rows/map-points.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";
import { toViolation } from "./violation-row.ts";
import { inScope, wholeRows } from "./violation-rows-sql.ts";

type Filter = Partial<Omit<ViolationQuery, "page" | "page_size">>;

/** The list's filters as one clause, so that rows and counts agree. */
export function fits(filter: Filter, actor: Actor) {
  const parts = [sql<SqlBool>`true`];
  if (filter.state === "open") parts.push(isOpen);
  else if (filter.state) parts.push(sql`v.state = ${filter.state}`);
  if (filter.kind) parts.push(sql`v.kind = ${filter.kind}`);
  if (filter.region) parts.push(sql`v.region_id = ${filter.region}`);
  if (filter.district) parts.push(sql`v.district_id = ${filter.district}`);
  if (filter.garden) parts.push(sql`v.garden_id = ${filter.garden}`);
  if (filter.ministry) parts.push(sql`v.ministry_id = ${filter.ministry}`);
  if (filter.unassigned) parts.push(sql`v.ministry_id is null`);
  if (filter.source) parts.push(sql`v.source = ${filter.source}`);
  if (filter.overdue) parts.push(isOverdue());
  if (filter.mine) parts.push(sql`v.responsible_id = ${actor.id}`);
  if (filter.from) parts.push(sql`v.observed_on >= ${filter.from}`);
  if (filter.to) parts.push(sql`v.observed_on <= ${filter.to}`);
  if (filter.settled)
    parts.push(sql`${isSettledIn({ from: filter.settled_from, to: filter.settled_to })}`);
  if (filter.search) {
    const text = sql`concat_ws(' ', v.number, v.title, v.description, v.reported_by)`;
    parts.push(textContains(text, filter.search));
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const orders = (language: Language) => ({
  // By the year, then by the number in it: as text the ten-thousandth would stand before the second.
  number: sql`string_to_array(v.number, '-')::int[]`,
  due_date: sql`v.due_date`,
  observed_on: sql`v.observed_on`,
  created_at: sql`v.created_at`,
  title: inOrderOf(sql`lower(v.title)`, language),
  kind: sql`v.kind`,
  state: sql`array_position(${sql.lit(`{${violationStates.join(",")}}`)}::text[], v.state)`,
});

/** Counted and paged violations within the actor's scope. */
export async function listViolations(
  db: Db,
  actor: Actor,
  query: ViolationQuery,
  order: Order<(typeof violationOrderings)[number]>,
  language: Language,
): Promise<{ count: number; rows: Violation[] }> {
  const found = inScope(db, actor).where(fits(query, actor));
  return countedRows(
    found,
    wholeRows(db, actor)
      .where(fits(query, actor))
      .orderBy(orders(language)[order.column], (by) =>
        (order.direction === "asc" ? by.asc() : by.desc()).nullsLast(),
      )
      .orderBy("v.id", "desc"),
    query,
    (row) => toViolation(row, actor),
  );
}

/** Where the cases of the list were seen; those written down without a place are counted. */
export async function listViolationPoints(
  db: Db,
  actor: Actor,
  filter: Filter,
): Promise<ViolationPoints> {
  const found = inScope(db, actor).where(fits(filter, actor));
  const placed = found
    .where("v.longitude", "is not", null)
    .where("v.latitude", "is not", null)
    .select(["v.id", "v.number", sql<boolean>`coalesce(${isOverdue()}, false)`.as("overdue")])
    .select([sql<number>`v.longitude`.as("longitude"), sql<number>`v.latitude`.as("latitude")]);
  return mapPoints(found, placed.orderBy("v.id"));
}

/** Counts those in each state, and those overdue, under the other filters. */
export async function countStates(
  db: Db,
  actor: Actor,
  { state: _state, overdue: _overdue, ...filter }: Filter,
): Promise<ViolationCount> {
  const rows = await inScope(db, actor)
    .where(fits(filter, actor))
    .groupBy("v.state")
    .select(["v.state", (eb) => eb.fn.countAll<number>().as("n")])
    .select(sql<number>`(count(*) filter (where ${isOverdue()}))::int`.as("overdue"))
    .execute();
  const found = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  const counted = violationStates.map((state) => [state, found.get(state) ?? 0] as const);
  return {
    count: counted.reduce((sum, [, n]) => sum + n, 0),
    overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
    states: Object.fromEntries(counted) as Record<ViolationState, number>,
  };
}

/** Finds a violation within the actor's scope. @throws {Problem} 404 */
export async function findViolation(db: Db, actor: Actor, id: number): Promise<Violation> {
  const row = await wholeRows(db, actor).where("v.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toViolation(row, actor);
}

/** Finds what it was opened from, and its figures then. */
export const findOrigin = (db: Db, id: number) =>
  db
    .selectFrom("violation")
    .where("id", "=", id)
    .select(["evidence", "comparison_id as comparison", "device_id as device", "task_id as task"])
    .executeTakeFirstOrThrow();

/** The plain row; `forUpdate` locks it. @throws {Problem} 404 outside the actor's scope */
export async function holdViolation(db: Db, actor: Actor, id: number, forUpdate = false) {
  const rows = inScope(db, actor)
    .where("v.id", "=", id)
    .selectAll("v")
    .select(accusesOwn(actor).as("accuses_own"));
  const row = await (forUpdate ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
export type HeldViolation = Awaited<ReturnType<typeof holdViolation>>;

/** Checks the row as it has been written. @throws {Problem} 403 `out_of_reach` outside the actor's scope */
export async function requireInScope(trx: Db, actor: Actor, id: number) {
  await holdViolation(trx, actor, id).catch((error) => {
    throw error instanceof Problem ? new Problem(403, "out_of_reach") : error;
  });
}

export async function insertViolation(
  db: Db,
  actor: Actor,
  columns: Insertable<Database["violation"]>,
): Promise<number> {
  return (
    await db
      .insertInto("violation")
      .values({ ...columns, created_by: actor.id })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateViolation(
  db: Db,
  id: number,
  columns: Updateable<Database["violation"]>,
) {
  await db
    .updateTable("violation")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Deletes a case; its number is not given again, and the register says when it went. */
export async function deleteViolation(db: Db, id: number) {
  await db
    .insertInto("violation_deleted")
    .columns(["number"])
    .expression((eb) => eb.selectFrom("violation").where("id", "=", id).select("number"))
    .execute();
  await db.deleteFrom("violation").where("id", "=", id).execute();
}

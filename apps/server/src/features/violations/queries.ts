import type { ViolationKind } from "@nihol/contract/values/violations";
import { type ViolationState, violationStates } from "@nihol/contract/values/violations";
import type {
  Violation,
  ViolationCount,
  ViolationQuery,
  violationOrderings,
} from "@nihol/contract/violations";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import { likePattern } from "../../shared/rows/names-sql.ts";
import { toViolation } from "./violation-row.ts";
import { inScope, wholeRows } from "./violation-rows-sql.ts";

type Db = Kysely<Database>;

type Filter = Partial<Omit<ViolationQuery, "page" | "page_size">>;

/** The list's filters as one clause, so that rows and counts agree. */
function fits(filter: Filter) {
  const parts = [sql<SqlBool>`true`];
  if (filter.state) parts.push(sql`v.state = ${filter.state}`);
  if (filter.kind) parts.push(sql`v.kind = ${filter.kind}`);
  if (filter.region) parts.push(sql`v.region_id = ${filter.region}`);
  if (filter.district) parts.push(sql`v.district_id = ${filter.district}`);
  if (filter.garden) parts.push(sql`v.garden_id = ${filter.garden}`);
  if (filter.ministry) parts.push(sql`v.ministry_id = ${filter.ministry}`);
  if (filter.from) parts.push(sql`v.observed_on >= ${filter.from}`);
  if (filter.to) parts.push(sql`v.observed_on <= ${filter.to}`);
  if (filter.search) {
    const pattern = likePattern(filter.search.toLowerCase());
    parts.push(
      sql`lower(concat_ws(' ', v.title, v.description, v.reported_by) collate "und-x-icu") like ${pattern}`,
    );
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const orders = {
  observed_on: sql`v.observed_on`,
  created_at: sql`v.created_at`,
  title: sql`lower(v.title) collate "und-x-icu"`,
  kind: sql`v.kind`,
  state: sql`array_position(${sql.lit(`{${violationStates.join(",")}}`)}::text[], v.state)`,
};

/** Counted and paged violations within the actor's scope. */
export async function listViolations(
  db: Db,
  actor: Actor,
  query: ViolationQuery,
  order: Order<(typeof violationOrderings)[number]>,
): Promise<{ count: number; rows: Violation[] }> {
  const found = inScope(db, actor).where(fits(query));
  const { count, page } = await countedPage(
    found,
    wholeRows(db, actor)
      .where(fits(query))
      .orderBy(orders[order.column], order.direction)
      .orderBy("v.id", "desc"),
    query,
  );
  return { count, rows: page.map((row) => toViolation(row, actor)) };
}

/** How many in each state under the other filters. */
export async function countStates(
  db: Db,
  actor: Actor,
  { state: _any, ...filter }: Filter,
): Promise<ViolationCount> {
  const rows = await inScope(db, actor)
    .where(fits(filter))
    .groupBy("v.state")
    .select(["v.state", (eb) => eb.fn.countAll<number>().as("n")])
    .execute();
  const found = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  const counted = violationStates.map((state) => [state, found.get(state) ?? 0] as const);
  return {
    count: counted.reduce((sum, [, n]) => sum + n, 0),
    states: Object.fromEntries(counted) as Record<ViolationState, number>,
  };
}

/** One violation within the actor's scope. @throws {Problem} 404 */
export async function findViolation(db: Db, actor: Actor, id: number): Promise<Violation> {
  const row = await wholeRows(db, actor).where("v.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toViolation(row, actor);
}

/** The plain row; `forUpdate` locks it. @throws {Problem} 404 outside the actor's scope */
export async function holdViolation(db: Db, actor: Actor, id: number, forUpdate = false) {
  const rows = inScope(db, actor).where("v.id", "=", id).selectAll("v");
  const row = await (forUpdate ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
export type HeldViolation = Awaited<ReturnType<typeof holdViolation>>;

export interface ViolationColumns {
  kind?: ViolationKind;
  title?: string;
  description?: string;
  longitude?: number | null;
  latitude?: number | null;
  garden_id?: number | null;
  region_id?: number | null;
  district_id?: number | null;
  ministry_id?: number | null;
  observed_on?: string;
  reported_by?: string;
  state?: ViolationState;
}

export async function insertViolation(
  db: Db,
  actor: Actor,
  columns: ViolationColumns & { kind: ViolationKind; title: string; observed_on: string },
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
export async function updateViolation(db: Db, id: number, columns: ViolationColumns) {
  await db
    .updateTable("violation")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteViolation(db: Db, id: number) {
  await db.deleteFrom("violation").where("id", "=", id).execute();
}

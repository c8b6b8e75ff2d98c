/** Rules of alerts within the actor's scope, and the SQL of their writes. */

import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { AlertRule, alertRules } from "@nihol/contract/sensors/alert-rules";
import type { Language } from "@nihol/contract/values/languages";
import { alertSeverities } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { devicePlace, gardenPlace } from "@nihol/policies/sees";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { ruleCan, ruleVisibleTo } from "../../policies/devices.ts";
import { visibleTo } from "../../policies/scope.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

type Rules = typeof alertRules;

/** Active alerts of the rule on devices that the actor sees. */
const activeOf = (actor: Actor) => sql<number>`(select count(*)::int from alert a
  where a.rule_id = r.id and a.cleared_at is null
    and exists (select from device v where v.id = a.device_id and ${visibleTo(actor, devicePlace)}))`;

const ruleRows = (db: Db, actor: Actor) =>
  db
    .selectFrom("alert_rule as r")
    .leftJoin("garden as g", "g.id", "r.garden_id")
    .leftJoin("device as v", "v.id", "r.device_id")
    .leftJoin("parameter as m", "m.key", "r.parameter")
    .where(ruleVisibleTo(actor))
    .selectAll("r")
    .select(["g.name as garden_name", "v.name as device_name", "m.unit"])
    .select(activeOf(actor).as("active"));
type RuleRow = Awaited<ReturnType<ReturnType<typeof ruleRows>["executeTakeFirstOrThrow"]>>;

const toRule = (row: RuleRow, actor: Actor): AlertRule => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  severity: row.severity,
  device_type: row.device_type,
  parameter: row.parameter,
  unit: row.unit,
  limit: row.limit_value,
  minutes: row.minutes,
  garden: referenceTo(row.garden_id, row.garden_name),
  device: row.device_id === null ? null : { id: row.device_id, name: row.device_name ?? "" },
  quiet_from: row.quiet_from,
  quiet_to: row.quiet_to,
  daily_max: row.daily_max,
  enabled: row.enabled_at !== null,
  enabled_at: row.enabled_at?.toISOString() ?? null,
  active: row.active,
  author: row.author,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
  can: ruleCan(actor, row),
});

function filtered(db: Db, actor: Actor, query: ListQueryOf<Rules>) {
  const { enabled } = query;
  let rows = ruleRows(db, actor);
  if (query.kind) rows = rows.where("r.kind", "=", query.kind);
  if (query.severity) rows = rows.where("r.severity", "=", query.severity);
  if (query.device_type) rows = rows.where("r.device_type", "=", query.device_type);
  if (query.garden) rows = rows.where("r.garden_id", "=", query.garden);
  if (query.device) rows = rows.where("r.device_id", "=", query.device);
  if (enabled !== undefined) rows = rows.where("r.enabled_at", enabled ? "is not" : "is", null);
  if (query.search) rows = rows.where(textContains(sql`r.name`, query.search));
  return rows;
}

function orderedBy(column: OrderingOf<Rules>, language: Language) {
  if (column === "name") return inOrderOf(sql`r.name`, language);
  if (column === "severity")
    return sql`array_position(${[...alertSeverities]}::text[], r.severity)`;
  return sql.ref(`r.${column}`);
}

/** Counted and paged. */
export async function listRules(
  db: Db,
  actor: Actor,
  query: ListQueryOf<Rules>,
  order: Order<OrderingOf<Rules>>,
  language: Language,
) {
  const rows = filtered(db, actor, query);
  const { count, page } = await countedPage(
    rows,
    rows.orderBy(orderedBy(order.column, language), order.direction).orderBy("r.id"),
    query,
  );
  return { count, rows: page.map((row) => toRule(row, actor)) };
}

/** Finds a rule; undefined beyond the actor's scope. */
export async function findRule(db: Db, actor: Actor, id: number): Promise<AlertRule | undefined> {
  const row = await ruleRows(db, actor).where("r.id", "=", id).executeTakeFirst();
  return row && toRule(row, actor);
}

/** Locks a rule against other writers; undefined beyond the actor's scope. */
export const lockRule = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("alert_rule as r")
    .leftJoin("garden as g", "g.id", "r.garden_id")
    .leftJoin("device as v", "v.id", "r.device_id")
    .where("r.id", "=", id)
    .where(ruleVisibleTo(actor))
    .selectAll("r")
    .forUpdate("r")
    .executeTakeFirst();

/** Garden within the actor's scope. */
export const findPlaceGarden = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.id")
    .executeTakeFirst();

/** Device within the actor's scope. */
export const findPlaceDevice = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("device as v")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .select(["v.id", "v.type"])
    .executeTakeFirst();

/** Kinds of device that measure a parameter, and its averaging; undefined for one that is not there. */
export const findParameter = (db: Db, key: string) =>
  db
    .selectFrom("parameter")
    .where("key", "=", key)
    .select(["device_types", "averaging"])
    .executeTakeFirst();

/** Lets a single writer at the list: of two at once neither would be compared with the other. */
export async function lockRules(trx: Db) {
  await sql`select pg_advisory_xact_lock(hashtextextended('alert_rule', 0))`.execute(trx);
}

type RuleColumns = Pick<
  Selectable<Database["alert_rule"]>,
  "kind" | "device_type" | "parameter" | "limit_value" | "minutes" | "garden_id" | "device_id"
>;

/** Other rules of the same garden, device or of all: how many, and the name of one that asks the same. */
export async function countAlike(db: Db, rule: RuleColumns, id: number) {
  const { rows } = await sql<{ count: number; same: string | null }>`
    select count(*)::int as count, min(name) filter (where kind = ${rule.kind} and device_type = ${rule.device_type}
      and parameter is not distinct from ${rule.parameter} and minutes = ${rule.minutes}
      and limit_value is not distinct from ${rule.limit_value}::float8) as same
    from alert_rule where id <> ${id} and garden_id is not distinct from ${rule.garden_id}::int
      and device_id is not distinct from ${rule.device_id}::int`.execute(db);
  return rows[0] ?? { count: 0, same: null };
}

export async function insertRule(
  db: Db,
  actor: Actor,
  columns: Omit<Insertable<Database["alert_rule"]>, "author">,
): Promise<number> {
  const { id } = await db
    .insertInto("alert_rule")
    .values({ ...columns, created_by: actor.id, author: authorName(actor) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(db: Db, id: number, columns: Updateable<Database["alert_rule"]>) {
  await db
    .updateTable("alert_rule")
    .set({ ...columns, changed_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Alerts of the devices within the actor's scope. */

import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Alert, AlertDetail, alerts } from "@nihol/contract/sensors/alerts";
import type { Language } from "@nihol/contract/values/languages";
import { alertSeverities } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { devicePlace } from "@nihol/policies/sees";
import { type SqlBool, sql, type UpdateObject } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { alertCan } from "../../policies/devices.ts";
import { visibleTo } from "../../policies/scope.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { findCases } from "./alert-case-queries.ts";

type Alerts = typeof alerts;

const alertRows = (db: Db, actor: Actor) =>
  db
    .selectFrom("alert as a")
    .innerJoin("device as v", "v.id", "a.device_id")
    .leftJoin("garden as g", "g.id", "v.garden_id")
    .leftJoin("region as r", "r.id", "v.region_id")
    .leftJoin("district as d", "d.id", "v.district_id")
    .leftJoin("parameter as m", "m.key", "a.parameter")
    .where(visibleTo(actor, devicePlace))
    .selectAll("a")
    .select(["v.name as device_name", "v.type as device_type", "v.garden_id", "v.region_id"])
    .select(["v.district_id", "g.name as garden_name", "r.name as region_name"])
    .select(["d.name as district_name", "m.unit"])
    .select((eb) =>
      eb
        .selectFrom("alert_comment as c")
        .whereRef("c.alert_id", "=", "a.id")
        .select((of) => of.fn.countAll<number>().as("n"))
        .as("comments"),
    );
type AlertRow = Awaited<ReturnType<ReturnType<typeof alertRows>["executeTakeFirstOrThrow"]>>;

function toAlert(row: AlertRow, actor: Actor): Alert {
  const { cleared_at, cleared_how, cleared_by: by, acknowledged_at, acknowledged_by } = row;
  return {
    id: row.id,
    rule: { id: row.rule_id, name: row.rule_name },
    kind: row.kind,
    severity: row.severity,
    device: { id: row.device_id, name: row.device_name, type: row.device_type },
    garden: referenceTo(row.garden_id, row.garden_name),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    parameter: row.parameter,
    unit: row.unit,
    limit: row.limit_value,
    minutes: row.minutes,
    state: cleared_at ? "cleared" : "active",
    began_at: row.began_at.toISOString(),
    raised_at: row.raised_at.toISOString(),
    worst: row.worst,
    cleared: cleared_at && cleared_how && { at: cleared_at.toISOString(), how: cleared_how, by },
    telling: row.telling,
    acknowledged: acknowledged_at && {
      at: acknowledged_at.toISOString(),
      id: row.acknowledged_id,
      name: acknowledged_by ?? "",
    },
    assigned: row.assigned_to === null ? null : { id: row.assigned_id, name: row.assigned_to },
    comments: Number(row.comments),
    can: alertCan(actor),
  };
}

function filtered(db: Db, actor: Actor, query: ListQueryOf<Alerts>) {
  const { state, acknowledged, from, to } = query;
  let rows = alertRows(db, actor);
  if (state) rows = rows.where("a.cleared_at", state === "active" ? "is" : "is not", null);
  if (acknowledged !== undefined)
    rows = rows.where("a.acknowledged_at", acknowledged ? "is not" : "is", null);
  if (query.severity) rows = rows.where("a.severity", "=", query.severity);
  if (query.kind) rows = rows.where("a.kind", "=", query.kind);
  if (query.device_type) rows = rows.where("v.type", "=", query.device_type);
  if (query.rule) rows = rows.where("a.rule_id", "=", query.rule);
  if (query.device) rows = rows.where("a.device_id", "=", query.device);
  if (query.garden) rows = rows.where("v.garden_id", "=", query.garden);
  if (query.region) rows = rows.where("v.region_id", "=", query.region);
  if (query.district) rows = rows.where("v.district_id", "=", query.district);
  if (query.mine !== undefined)
    rows = rows.where(
      "a.assigned_id",
      query.mine ? "is not distinct from" : "is distinct from",
      actor.id,
    );
  if (from) rows = rows.where(sql<SqlBool>`a.raised_at >= programme_midnight(${from}::date)`);
  if (to) rows = rows.where(sql<SqlBool>`a.raised_at < programme_midnight(${to}::date + 1)`);
  if (query.search)
    rows = rows.where(textContains(sql`concat_ws(' ', v.name, a.rule_name)`, query.search));
  return rows;
}

function orderedBy(column: OrderingOf<Alerts>, language: Language) {
  if (column === "raised_at") return sql`a.raised_at`;
  if (column === "device") return inOrderOf(sql`v.name`, language);
  if (column === "state") return sql`a.cleared_at is not null`;
  return sql`array_position(${[...alertSeverities]}::text[], a.severity)`;
}

/** Counted and paged; of one moment the newest first. */
export async function listAlerts(
  db: Db,
  actor: Actor,
  query: ListQueryOf<Alerts>,
  order: Order<OrderingOf<Alerts>>,
  language: Language,
) {
  const rows = filtered(db, actor, query);
  const { count, page } = await countedPage(
    rows,
    rows.orderBy(orderedBy(order.column, language), order.direction).orderBy("a.id", "desc"),
    query,
  );
  return { count, rows: page.map((row) => toAlert(row, actor)) };
}

/** Finds an alert with what was said of it; undefined beyond the actor's scope. */
export async function findAlert(
  db: Db,
  actor: Actor,
  id: number,
): Promise<AlertDetail | undefined> {
  const row = await alertRows(db, actor).where("a.id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const said = await db
    .selectFrom("alert_comment")
    .where("alert_id", "=", id)
    .select(["id", "author", "body", "created_at"])
    .orderBy("id")
    .execute();
  return {
    ...toAlert(row, actor),
    ...(await findCases(db, actor, row)),
    said: said.map(({ body, created_at, ...one }) => ({
      ...one,
      text: body,
      created_at: created_at.toISOString(),
    })),
  };
}

/** Locks an alert against other writers; undefined beyond the actor's scope. */
export const lockAlert = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("alert as a")
    .innerJoin("device as v", "v.id", "a.device_id")
    .where("a.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .selectAll("a")
    .forUpdate("a")
    .executeTakeFirst();

export async function updateAlert(db: Db, id: number, columns: UpdateObject<Database, "alert">) {
  await db.updateTable("alert").set(columns).where("id", "=", id).execute();
}

export async function countAlertComments(db: Db, alert: number): Promise<number> {
  const { n } = await db
    .selectFrom("alert_comment")
    .where("alert_id", "=", alert)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertAlertComment(db: Db, actor: Actor, alert: number, body: string) {
  await db
    .insertInto("alert_comment")
    .values({ alert_id: alert, user_id: actor.id, author: authorName(actor), body })
    .execute();
}

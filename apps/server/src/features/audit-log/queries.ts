import type { AuditEntry, AuditLogQuery, auditLogOrderings } from "@nihol/contract/audit-log";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { type Order, slice } from "../../http/paging.ts";
import { logVisibleTo } from "../../policies/audit-log.ts";

type Db = Kysely<Database>;

function logRows(db: Db, actor: Actor, query: AuditLogQuery) {
  let rows = db
    .selectFrom("audit_log as l")
    .leftJoin("user_account as u", "u.id", "l.actor_id")
    .where(logVisibleTo(actor));
  for (const column of ["action", "resource", "resource_id"] as const) {
    const wanted = query[column];
    if (wanted) rows = rows.where(`l.${column}`, "=", wanted);
  }
  if (query.actor) rows = rows.where("l.actor_id", "=", query.actor);
  if (query.search) {
    const text = query.search.toLowerCase();
    rows = rows.where(sql<boolean>`position(${text} in lower(u.email)) > 0`);
  }
  if (query.from) rows = rows.where(sql<boolean>`l.at >= ${query.from}::date at time zone 'UTC'`);
  if (query.to) rows = rows.where(sql<boolean>`l.at < (${query.to}::date + 1) at time zone 'UTC'`);
  return rows;
}

/** Counted and paged lines of the log. */
export async function listAudit(
  db: Db,
  actor: Actor,
  query: AuditLogQuery,
  order: Order<(typeof auditLogOrderings)[number]>,
) {
  const rows = logRows(db, actor, query);
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const page = await rows
    .select(["l.id", "l.at", "l.actor_id", "u.email"])
    .select(["l.action", "l.resource", "l.resource_id", "l.change"])
    .orderBy(`l.${order.column}`, order.direction)
    .orderBy("l.id", order.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count: Number(count),
    rows: page.map(
      ({ id, at, actor_id, email, ...line }): AuditEntry => ({
        ...line,
        id: Number(id),
        at: at.toISOString(),
        actor: actor_id === null || email === null ? null : { id: actor_id, email },
        change: line.change,
      }),
    ),
  };
}

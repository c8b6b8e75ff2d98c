import type { AuditEntry, auditLog } from "@nihol/contract/audit-log";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import { auditWordsOf } from "@nihol/contract/values/audit";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { logVisibleTo } from "../../policies/audit-log.ts";
import { countedRows } from "../../shared/rows/list-page.ts";

type Query = ListQueryOf<typeof auditLog>;

/** Lines of the log that the actor may read. */
const visibleLines = (db: Db, actor: Actor) =>
  db
    .selectFrom("audit_log as l")
    .leftJoin("user_account as u", "u.id", "l.actor_id")
    .where(logVisibleTo(actor))
    .select(["l.id", "l.at", "l.actor_id", "u.email"])
    .select(["l.action", "l.resource", "l.resource_id", "l.change"]);
type Lines = ReturnType<typeof visibleLines>;

function filtered(lines: Lines, query: Query): Lines {
  let rows = lines;
  for (const column of ["action", "resource_id"] as const) {
    const wanted = query[column];
    if (wanted) rows = rows.where(`l.${column}`, "=", wanted);
  }
  if (query.resource) rows = rows.where("l.resource", "in", auditWordsOf(query.resource));
  if (query.actor) rows = rows.where("l.actor_id", "=", query.actor);
  if (query.search) {
    const text = query.search.toLowerCase();
    rows = rows.where(sql<boolean>`position(${text} in lower(u.email)) > 0`);
  }
  if (query.from) rows = rows.where(sql<boolean>`l.at >= programme_midnight(${query.from}::date)`);
  if (query.to) rows = rows.where(sql<boolean>`l.at < programme_midnight(${query.to}::date + 1)`);
  return rows;
}

type Line = Awaited<ReturnType<Lines["executeTakeFirstOrThrow"]>>;
const entryOf = ({ id, at, actor_id, email, ...line }: Line): AuditEntry => ({
  ...line,
  id: Number(id),
  at: at.toISOString(),
  actor: actor_id === null || email === null ? null : { id: actor_id, email },
});

/** Counted and paged lines of the log. */
export async function listAudit(
  db: Db,
  actor: Actor,
  query: Query,
  { direction }: Order<OrderingOf<typeof auditLog>>,
): Promise<{ count: number; rows: AuditEntry[] }> {
  const lines = filtered(visibleLines(db, actor), query);
  return countedRows(
    lines,
    lines.orderBy("l.at", direction).orderBy("l.id", direction),
    query,
    entryOf,
  );
}

/** Finds a line; undefined when there is none that the actor may read. */
export async function findAudit(db: Db, actor: Actor, id: number): Promise<AuditEntry | undefined> {
  const line = await visibleLines(db, actor).where("l.id", "=", String(id)).executeTakeFirst();
  return line && entryOf(line);
}

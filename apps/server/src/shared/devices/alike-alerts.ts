/** Alerts of one cause: of the same rule, in the same garden, at the same time. Cases take them together. */
import { alertsOfCase } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { isOpen } from "../case-days.ts";

/** Alerts that lie no further apart are of one time. */
const margin = sql`interval '1 day'`;

/**
 * Over `alert as a` of `device as v`, beside `alert as b` of `device as w`: both are of one cause. A rule that is deleted
 * is known by its name; without a garden a device stands for itself.
 */
const isAlike = sql<SqlBool>`(a.rule_id is not distinct from b.rule_id and a.rule_name = b.rule_name
  and a.kind = b.kind and v.garden_id is not distinct from w.garden_id
  and (w.garden_id is not null or a.device_id = b.device_id)
  and a.began_at <= coalesce(b.cleared_at, now()) + ${margin}
  and coalesce(a.cleared_at, now()) >= b.began_at - ${margin})`;

/** Over `violation as v`: an open case that holds alerts of the alert's cause. */
export const isCaseOfCause = (alert: number) =>
  sql<SqlBool>`(v.id in (
      select a.violation_id from alert b join device w on w.id = b.device_id
      join (alert a join device v on v.id = a.device_id) on ${isAlike} where b.id = ${alert})
    and ${isOpen})`;

/** Such alerts within the actor's scope that are in no case, the alert itself first; as many as one case takes. */
export async function listAlike(db: Db, actor: Actor, alert: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from alert b join device w on w.id = b.device_id
    join (alert a join device v on v.id = a.device_id) on ${isAlike}
    where b.id = ${alert} and a.violation_id is null and ${visibleTo(actor, devicePlace)}
    order by a.id <> b.id, a.began_at, a.id limit ${alertsOfCase.alerts}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Cases that an alert is in or may be added to, as far as the reader sees them. */
import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { accusesOwn, mayAddAlerts, violationVisibleTo } from "../../policies/violations.ts";
import { isCaseOfCause, listAlike } from "../../shared/devices/alike-alerts.ts";

type Cases = Pick<AlertDetail, "in_case" | "violation" | "alike" | "cases">;
type Case = AlertDetail["cases"][number];

/** Offered cases: of one cause there are few. */
const shown = 5;

async function listOffered(db: Db, actor: Actor, alert: number): Promise<Case[]> {
  if (!mayAddAlerts(actor)) return [];
  const { rows } = await sql<Case>`
    select v.id, v.number, v.title from violation v
    where ${isCaseOfCause(alert)} and ${violationVisibleTo(actor)} and not ${accusesOwn(actor)}
    order by v.id desc limit ${shown}`.execute(db);
  return rows;
}

/** The case of an alert, or those it may go to, and how many others of its cause a case takes with it. */
export async function findCases(
  db: Db,
  actor: Actor,
  { id, violation_id }: { id: number; violation_id: number | null },
): Promise<Cases> {
  if (violation_id === null) {
    const alike = (await listAlike(db, actor, id)).length - 1;
    return { in_case: false, violation: null, alike, cases: await listOffered(db, actor, id) };
  }
  const violation = await db
    .selectFrom("violation as v")
    .where("v.id", "=", violation_id)
    .where(violationVisibleTo(actor))
    .select(["v.id", "v.number", "v.title"])
    .executeTakeFirst();
  return { in_case: true, violation: violation ?? null, alike: 0, cases: [] };
}

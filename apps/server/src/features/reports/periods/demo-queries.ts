/** Rows that the demonstration's period of reports is made from. */
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type SqlBool, sql } from "kysely";

/** The demonstration's period as long as nobody has approved it. */
export const findWaitingDemo = (db: Db) =>
  db
    .selectFrom("report_period as p")
    .where("p.demo", "=", true)
    .where("p.state", "=", "submitted")
    .where(sql<SqlBool>`not exists (select from report_version v where v.period_id = p.id)`)
    .select(["p.id", "p.from_date", "p.to_date", "p.submitted_by"])
    .executeTakeFirst();
type DemoPeriod = NonNullable<Awaited<ReturnType<typeof findWaitingDemo>>>;

/** The oldest MasterAdmin: whom the installation began with. */
export const findFirstMaster = (db: Db) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("g.name", "=", "MasterAdmin")
    .where("u.is_active", "=", true)
    .select(["u.id", "u.email", "u.language"])
    .orderBy("u.id")
    .limit(1)
    .executeTakeFirst();

/** So many trees of the period's last planting died on the way and were counted as planted. */
const COUNTED_TWICE = 120;

/** Corrects one row of a planting report after the approval, as a person would have it corrected. */
export async function correctDemoRow(db: Db, { from_date, to_date, submitted_by }: DemoPeriod) {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("planting_report as r")
      .innerJoin("planting_task as t", "t.id", "r.task_id")
      .where("t.demo", "=", true)
      .where("r.count", ">", 10 * COUNTED_TWICE)
      .where("r.plant_date", ">=", from_date)
      .where("r.plant_date", "<=", to_date)
      .select(["r.id", "r.count", "r.task_id"])
      .orderBy("r.plant_date", "desc")
      .orderBy("r.id")
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    const count = row.count - COUNTED_TWICE;
    await trx.updateTable("planting_report").set({ count }).where("id", "=", row.id).execute();
    await trx
      .insertInto("audit_log")
      .values({
        ...{ actor_id: submitted_by, action: "change", resource: "planttreetaskreport" },
        resource_id: String(row.id),
        change: json({ task: row.task_id, count }),
      })
      .execute();
  });
}

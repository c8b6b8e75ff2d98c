/** Rules of the demonstration, and what they find in its readings. */
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { type Insertable, sql } from "kysely";

const keeper = "sysadmin@nihol.example";
const dayMs = 86_400_000;

type Rule = Omit<Insertable<Database["alert_rule"]>, "author">;

/** Those that are on say the same on every day of the year: their devices are broken and silent on purpose. */
const on: Rule[] = [
  {
    name: "Датчик воды неисправен",
    kind: "faulty",
    severity: "minor",
    device_type: "water",
    minutes: 180,
  },
  {
    name: "Прибор воздуха молчит",
    kind: "silent",
    severity: "major",
    device_type: "air",
    minutes: 2160,
  },
];
const off: Rule[] = [
  {
    name: "Заморозок в садах",
    kind: "below",
    severity: "critical",
    device_type: "air",
    parameter: "air_temperature",
    limit_value: 0,
    minutes: 60,
  },
  {
    name: "Почва пересохла",
    kind: "below",
    severity: "major",
    device_type: "soil",
    parameter: "soil_humidity",
    limit_value: 18,
    minutes: 1440,
  },
];

/** Inserts the demonstration's rules and alerts; its people, devices and readings must be there. */
export async function seedAlerts(db: Db, now = new Date()) {
  const who = await db
    .selectFrom("user_account")
    .where("email", "=", keeper)
    .select(["id", "first_name", "last_name"])
    .executeTakeFirstOrThrow();
  const author = `${who.first_name} ${who.last_name}`;
  const written = { created_by: who.id, author, demo: true };
  const enabled_at = new Date(now.getTime() - 20 * dayMs);
  await db
    .insertInto("alert_rule")
    .values([
      ...on.map((rule) => ({ ...rule, ...written, enabled_at })),
      ...off.map((rule) => ({ ...rule, ...written })),
    ])
    .execute();
  await sql`insert into alert_due (device_id, since)
    select id, ${enabled_at} from device where demo`.execute(db);
  await evaluateAlerts(db, now);
  // The demonstration's notices are its own (notices.ts): these would all be of this minute.
  await db.deleteFrom("notice").where("subject", "=", "alert").execute();
  const seen = { acknowledged_at: now, acknowledged_id: who.id, acknowledged_by: author };
  const faulty = await db
    .updateTable("alert")
    .set({ ...seen, assigned_id: who.id, assigned_to: author })
    .where("kind", "=", "faulty")
    .where("cleared_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of faulty)
    await db
      .insertInto("alert_comment")
      .values({
        alert_id: id,
        user_id: who.id,
        author,
        body: "Электрод pH вышел из гнезда. Мастер едет на канал завтра утром.",
      })
      .execute();
}

/** Work on the demonstration's devices: each installed, some cleaned since, one service overdue. */
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Writes the entries, and at each device what they say together. */
export async function seedServicing(db: Db): Promise<void> {
  const devices = await db
    .selectFrom("device")
    .where("demo", "=", true)
    .select(["id", "type"])
    .orderBy("id")
    .execute();
  if (devices.length === 0) return;
  const by = { done_by: "Demo", author: "Demo" };
  const entries = devices.flatMap(({ id: device_id, type }, n) => [
    {
      device_id,
      ...by,
      kind: "installed" as const,
      done_on: daysAfter(today(), -300),
      note: "",
      due_on: null,
    },
    {
      ...{ device_id, ...by, note: "" },
      kind: type === "water" ? ("cleaned" as const) : ("calibrated" as const),
      done_on: daysAfter(today(), -100),
      due_on: daysAfter(today(), n === 0 ? -3 : 5 + 30 * n),
    },
  ]);
  await db.insertInto("device_servicing").values(entries).execute();
  await sql`
    update device v set service_due = s.due_on, service_kind = s.kind, serviced_on = s.done_on
    from device_servicing s where s.device_id = v.id and s.due_on is not null and v.demo`.execute(
    db,
  );
}

/** Groups of the demonstration's devices: a route of servicing, a trial, and those of one delivery. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Names, and whether a device of such a name and serial number stands in it. */
const groups: readonly { name: string; holds: (name: string, serial: string) => boolean }[] = [
  { name: "Маршрути Ҳисор – Душанбе", holds: (name) => /^(HIS|DSH)-/.test(name) },
  { name: "Опыт: капельный полив", holds: (name) => /^(HIS|VKH)-SOIL-/.test(name) },
  { name: "2025", holds: (_, serial) => serial.includes("-2025-") },
];

/** Puts the demonstration's devices into its groups. */
export async function seedDeviceGroups(db: Db): Promise<void> {
  const devices = await db
    .selectFrom("device")
    .where("demo", "=", true)
    .select(["id", "name", "serial"])
    .orderBy("id")
    .execute();
  for (const { name, holds } of groups) {
    const { id } = await db
      .insertInto("device_group")
      .values({ name, author: "Demo" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const held = devices.filter((device) => holds(device.name, device.serial));
    await db
      .insertInto("device_group_member")
      .values(held.map((device) => ({ device_id: device.id, group_id: id })))
      .execute();
  }
}

/** Deletes the demonstration's groups once its devices have gone; one that holds a person's own devices stays. */
export async function removeDeviceGroups(trx: Db): Promise<void> {
  const names = groups.map(({ name }) => name);
  await sql`delete from device_group q where q.author = 'Demo' and q.created_by is null
    and q.name = any(${names}::text[])
    and not exists (select from device_group_member m where m.group_id = q.id)`.execute(trx);
}

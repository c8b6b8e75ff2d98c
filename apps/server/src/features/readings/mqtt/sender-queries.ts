/** Devices whose messages are about to be written, with what is kept of their tokens. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { DeviceFacts } from "../../../policies/devices.ts";

/** Device that sends, as it is now. */
export interface Sender extends DeviceFacts {
  /** Hash of its token; null where it has none. */
  hash: Buffer | null;
}

/** Finds devices by id, and notes the use of their tokens, once a minute at most. */
export async function findSenders(db: Db, ids: readonly number[]): Promise<Map<number, Sender>> {
  const rows = await db
    .selectFrom("device as v")
    .leftJoin("device_token as t", "t.device_id", "v.id")
    .where("v.id", "in", ids)
    .select(["v.id", "v.name", "v.type", "v.interval_minutes", "v.soil_texture", "v.retired"])
    .select(["t.hash", "t.used_at"])
    .execute();
  const before = Date.now() - 60_000;
  const used = rows.filter(({ hash, used_at }) => hash && (used_at?.getTime() ?? 0) < before);
  if (used.length > 0)
    await db
      .updateTable("device_token")
      .set({ used_at: sql`now()` })
      .where(
        "device_id",
        "in",
        used.map(({ id }) => id),
      )
      .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

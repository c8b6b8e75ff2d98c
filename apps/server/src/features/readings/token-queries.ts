/** Tokens of devices: random, shown once, kept as a hash. */
import { createHash, randomBytes } from "node:crypto";
import type { DeviceToken } from "@nihol/contract/sensors/readings";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";

type Db = Kysely<Database>;

/** Token as it was made; where a device shows it is the installation's to say. */
export type MadeToken = Omit<DeviceToken, "mqtt_broker">;

/** Hashes a token, which alone is kept: 256 random bits cannot be guessed and need no slow hash. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Creates a new token of a device and revokes the earlier one. */
export async function replaceToken(
  db: Db,
  deviceId: number,
  createdBy: number,
): Promise<MadeToken> {
  const token = `nihol_${randomBytes(32).toString("base64url")}`;
  const fresh = { hash: hashOf(token), created_by: createdBy, created_at: new Date() };
  await db
    .insertInto("device_token")
    .values({ device_id: deviceId, ...fresh })
    .onConflict((at) => at.column("device_id").doUpdateSet({ ...fresh, used_at: null }))
    .execute();
  return { token, created_at: fresh.created_at.toISOString() };
}

/** Tells whether a device has a token. */
export async function hasToken(db: Db, deviceId: number): Promise<boolean> {
  const row = await db
    .selectFrom("device_token")
    .where("device_id", "=", deviceId)
    .select("device_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteToken(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom("device_token").where("device_id", "=", deviceId).execute();
}

/** The device of a token. Records its use, once a minute at most. */
export async function findDeviceOfToken(db: Db, token: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("device_token")
    .where("hash", "=", hashOf(token))
    .select(["device_id", "used_at"])
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.used_at || row.used_at.getTime() < Date.now() - 60_000)
    await db
      .updateTable("device_token")
      .set({ used_at: sql`now()` })
      .where("device_id", "=", row.device_id)
      .execute();
  return row.device_id;
}

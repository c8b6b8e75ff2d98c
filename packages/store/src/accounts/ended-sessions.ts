import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

/** Deletes the refresh tokens of sessions that ended, of people who never came back too. */
export async function deleteEndedSessions(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom("refresh_token").where("family_expires_at", "<", now).execute();
}

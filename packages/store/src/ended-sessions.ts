import type { Db } from "@nihol/db/connection";

/** Deletes the refresh tokens of sessions that ended, of people who never came back too. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("refresh_token").where("family_expires_at", "<", now).execute();
}

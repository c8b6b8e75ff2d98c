import type { Db } from "@nihol/db/connection";

/** Deletes the refresh tokens of sessions that ended, of people who never came back too. @returns how many went */
export async function deleteEndedSessions(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("refresh_token")
    .where("family_expires_at", "<", now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

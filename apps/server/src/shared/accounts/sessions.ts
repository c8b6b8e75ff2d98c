/** Ends every session of a person, as after a changed password or a deactivation. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Tokens of all kinds, personal access tokens too, are of no use from the commit on. */
export async function endSessions(db: Db, userId: number) {
  await db
    .updateTable("user_account")
    .set({ token_version: sql<number>`token_version + 1` })
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("refresh_token").where("user_id", "=", userId).execute();
  // Whoever took the account over may have made some: they would outlast the new password.
  await db
    .updateTable("access_token")
    .set({ revoked_at: new Date() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

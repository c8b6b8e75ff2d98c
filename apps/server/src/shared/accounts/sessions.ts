/** Ends every session of a person, as after a changed password or a deactivation. */
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";

/** Tokens of both kinds are of no use from the commit on. */
export async function endSessions(db: Kysely<Database>, userId: number) {
  await db
    .updateTable("user_account")
    .set({ token_version: sql<number>`token_version + 1` })
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("refresh_token").where("user_id", "=", userId).execute();
}

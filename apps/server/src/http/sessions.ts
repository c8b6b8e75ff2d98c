/** Ends every session of a person, as after a changed password or a deactivation. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

export async function deleteRefreshTokensOf(db: Kysely<Database>, userId: number) {
  await db.deleteFrom("refresh_token").where("user_id", "=", userId).execute();
}

/** Holds an account, so that limits by person are counted by one call of theirs at a time. */
import type { Database } from "@nihol/db/tables";
import type { Transaction } from "kysely";

/** Holds the account's row to the end of the transaction; others go on reading it and pointing at it. */
export async function holdAccount(trx: Transaction<Database>, userId: number) {
  await trx
    .selectFrom("user_account")
    .where("id", "=", userId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

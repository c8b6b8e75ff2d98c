/** Entries of phones that have arrived: each is written once, however often it is sent. */
import type { Db } from "@nihol/db/connection";

/** Finds what became of an entry; undefined for an entry that has not arrived. */
export const findEntry = (db: Db, id: string) =>
  db
    .selectFrom("field_entry")
    .where("id", "=", id)
    .select(["account_id", "task_id", "report_id"])
    .executeTakeFirst();

/** Notes that an entry has arrived. Its key is unique: of two at once, one waits and then fails. */
export async function insertEntry(
  trx: Db,
  entry: { id: string; account_id: number; task_id: number; report_id: number },
): Promise<void> {
  await trx.insertInto("field_entry").values(entry).execute();
}

/** Records in the database whether this installation sends mail, so that whatever notifies people knows it too. */
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type SqlBool, sql } from "kysely";

export const mailIsSent = sql<SqlBool>`exists (select from installation where key = 'mail')`;

/** Written by the server at its start. Where nothing is mailed any more, nothing waits for a mail server. */
export async function writeMailFact(db: Db, isSent: boolean): Promise<void> {
  if (isSent)
    await db
      .insertInto("installation")
      .values({ key: "mail", value: json(true) })
      .onConflict((on) => on.column("key").doNothing())
      .execute();
  else {
    await db.deleteFrom("installation").where("key", "=", "mail").execute();
    await db.deleteFrom("mail").where("state", "=", "waiting").execute();
  }
}

export async function isMailSent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${mailIsSent} as is`.execute(db);
  return rows[0]?.is === true;
}

/** Reads and writes of accounts by commands. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { endSessions } from "../shared/accounts/sessions.ts";

/** The account of an e-mail, in whatever case it is written. */
export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom("user_account")
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .select("id")
    .executeTakeFirst();
}

export async function listRoleNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("user_group").select("name").orderBy("id").execute();
  return rows.map(({ name }) => name);
}

export async function listAccounts(db: Db) {
  return db
    .selectFrom("user_account")
    .innerJoin("user_group", "user_group.id", "user_account.group_id")
    .select(["email", "first_name", "last_name", "is_active", "last_login"])
    .select("user_group.name as role")
    .orderBy("user_account.id")
    .execute();
}

/** Gives a new password, makes the account active again and ends its sessions. */
export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("user_account")
      .set({ password_hash: passwordHash, is_active: true, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await endSessions(trx, id);
  });
}

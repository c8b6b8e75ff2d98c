import type { AccessToken } from "@nihol/contract/people/access-tokens";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Days that the rows of tokens which ended are kept; the audit log says for good who made and revoked which. */
const keptDays = 90;

const tokenRows = (db: Db, userId: number) =>
  db
    .selectFrom("access_token")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .select(["id", "name", "created_at", "expires_at", "last_used_at"])
    .select(sql<boolean>`expires_at <= now()`.as("is_expired"));
type TokenRow = Awaited<ReturnType<ReturnType<typeof tokenRows>["executeTakeFirstOrThrow"]>>;

const toToken = (row: TokenRow): AccessToken => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** A person's tokens that were not revoked, the newest first. */
export async function listTokens(db: Db, userId: number): Promise<AccessToken[]> {
  const rows = await tokenRows(db, userId).orderBy("id", "desc").execute();
  return rows.map(toToken);
}

/** Counts the tokens of a person that hold. */
export async function countTokens(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("access_token")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Writes a token down by its hash; the person's that ended long ago go. */
export async function insertToken(
  db: Db,
  userId: number,
  { name, days, hash }: { name: string; days: number; hash: Buffer },
): Promise<AccessToken> {
  await db
    .deleteFrom("access_token")
    .where("user_id", "=", userId)
    .where(
      sql<boolean>`least(revoked_at, expires_at) < now() - make_interval(days => ${keptDays}::int)`,
    )
    .execute();
  const { id } = await db
    .insertInto("access_token")
    .values({
      user_id: userId,
      name,
      token_hash: hash,
      expires_at: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return toToken(await tokenRows(db, userId).where("id", "=", id).executeTakeFirstOrThrow());
}

/** Revokes a person's token. @returns its name; undefined where the person has none of that id that holds or has expired */
export async function revokeToken(db: Db, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable("access_token")
    .set({ revoked_at: new Date() })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

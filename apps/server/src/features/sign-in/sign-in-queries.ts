import {
  fillPermissions,
  type Permissions,
  type StoredPermissions,
} from "@nihol/contract/values/permissions";
import type { Connection, Db } from "@nihol/db/connection";
import { runPrepared } from "@nihol/db/prepared";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";

/** Permissions as stored may lack a resource that was added since: not granted. */
export function storedPermissions(
  stored: StoredPermissions | null,
  isMasterOrSys: boolean,
): Permissions {
  if (isMasterOrSys) return fillPermissions(() => true);
  return fillPermissions((resource, action) => stored?.[resource]?.[action] === true);
}

/** A role by its id: its name, and all that it grants. */
export async function findRole(db: Db, id: number) {
  const row = await db
    .selectFrom("user_group")
    .where("id", "=", id)
    .select(["name", "built_in", "permissions"])
    .executeTakeFirst();
  return row && { name: row.name, permissions: storedPermissions(row.permissions, row.built_in) };
}

/** The regions or districts that account `u` is tied to. */
const tiedTo = (column: "region_id" | "district_id") => sql<number[]>`
  (select coalesce(array_agg(t.${sql.ref(column)}) filter (where t.${sql.ref(column)} is not null), '{}')
    from user_territory t where t.user_id = u.id)`;

/** Active accounts with their role and scope. */
const activeAccounts = (db: Db) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("u.is_active", "=", true)
    .select([
      "u.id",
      "u.email",
      "u.ministry_id",
      "u.language",
      "g.name as role",
      "g.built_in",
      "g.permissions",
    ])
    .select([tiedTo("region_id").as("region_ids"), tiedTo("district_id").as("district_ids")]);

type AccountRow = Awaited<ReturnType<ReturnType<typeof activeAccounts>["executeTakeFirstOrThrow"]>>;

const actorOf = (row: AccountRow): Actor => ({
  id: row.id,
  email: row.email,
  role: row.role,
  isMasterAdmin: row.built_in && row.role === "MasterAdmin",
  permissions: storedPermissions(row.permissions, row.built_in),
  ministryId: row.ministry_id,
  regionIds: row.region_ids,
  districtIds: row.district_ids,
  language: row.language,
});

/** The active account behind a token whose session has not ended, with its role and scope. */
export async function findActor(
  db: Connection,
  { userId, tokenVersion, family }: { userId: number; tokenVersion: number; family: string },
): Promise<Actor | undefined> {
  const query = activeAccounts(db.sql)
    .where("u.id", "=", userId)
    .where("u.token_version", "=", tokenVersion)
    // Signing out, and a theft that was noticed, end the access tokens too.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("refresh_token as s")
          .where("s.family", "=", family)
          .whereRef("s.user_id", "=", "u.id")
          .where("s.family_expires_at", ">", new Date())
          .select("s.id"),
      ),
    );
  const [row] = await runPrepared(db, query);
  return row && actorOf(row);
}

/**
 * The active account behind a personal access token that is neither expired nor revoked, as it is now. Its use is
 * written down to the minute.
 */
export async function findTokenActor(
  db: Connection,
  tokenHash: Buffer,
): Promise<Actor | undefined> {
  const query = activeAccounts(db.sql)
    .innerJoin("access_token as a", "a.user_id", "u.id")
    .where("a.token_hash", "=", tokenHash)
    .where("a.revoked_at", "is", null)
    .where("a.expires_at", ">", sql<Date>`now()`)
    .select(["a.id as token_id"])
    .select(
      sql<boolean>`coalesce(a.last_used_at < now() - interval '1 minute', true)`.as("is_new_use"),
    );
  const [row] = await runPrepared(db, query);
  if (row?.is_new_use) {
    await db.sql
      .updateTable("access_token")
      .set({ last_used_at: new Date() })
      .where("id", "=", row.token_id)
      .execute();
  }
  return row && actorOf(row);
}

/** An account by e-mail (case does not matter), active or not. */
export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom("user_account")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .select(["id", "password_hash", "is_active", "token_version"])
    .executeTakeFirst();
}

/** The addresses from which an account signed in within the last ninety days. */
export async function findSignInAddresses(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .where("actor_id", "=", userId)
    .where("action", "=", "sign_in")
    .where("at", ">", sql<Date>`now() - interval '90 days'`)
    .select(sql<string>`change ->> 'address'`.as("address"))
    .distinct()
    .execute();
  return rows.map(({ address }) => address);
}

/** Notes that somebody signed in now, and when they did before. */
export async function updateLastLogin(db: Db, userId: number) {
  await db
    .updateTable("user_account")
    .set((eb) => ({ last_login: new Date(), previous_login: eb.ref("last_login") }))
    .where("id", "=", userId)
    .execute();
}

interface NewRefreshToken {
  family: string;
  userId: number;
  /** The account's when the family began. */
  tokenVersion: number;
  tokenHash: Buffer;
  familyExpiresAt: Date;
}

/** Inserts a token; those of the person's ended sessions go. */
export async function insertRefreshToken(db: Db, token: NewRefreshToken) {
  await db
    .deleteFrom("refresh_token")
    .where("user_id", "=", token.userId)
    .where("family_expires_at", "<", new Date())
    .execute();
  await db
    .insertInto("refresh_token")
    .values({
      family: token.family,
      user_id: token.userId,
      token_version: token.tokenVersion,
      token_hash: token.tokenHash,
      family_expires_at: token.familyExpiresAt,
    })
    .execute();
}

/** The token's row, locked for the rest of the transaction. */
export async function lockRefreshToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom("refresh_token")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes that a token was traded now, and by which attempt. */
export async function updateRefreshTokenUsed(db: Db, id: string, attempt: Buffer | null) {
  await db
    .updateTable("refresh_token")
    .set({ used_at: new Date(), attempt_hash: attempt })
    .where("id", "=", id)
    .execute();
}

export async function deleteRefreshFamily(db: Db, family: string) {
  await db.deleteFrom("refresh_token").where("family", "=", family).execute();
}

/** Rows of a new installation: roles, the first MasterAdmin, the demonstration programme. */

import { randomBytes } from "node:crypto";
import type { Connection, Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { hasAnyUser, insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { demoEmails, seedDemo } from "@nihol/seed/demo";
import { sql } from "kysely";
import { hashPassword, passwordMatches } from "../shared/accounts/passwords.ts";

interface FirstDataOptions {
  /** `small`: with two images, for a slow machine. */
  demo: boolean | "small";
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  demoPassword: string | undefined;
}

/** Accounts that may sign in after the first start, and how. */
export interface FirstSignIn {
  email: string;
  /** Undefined when it was given by the environment: it is not repeated. */
  password: string | undefined;
  demoPeople: { email: string; role: string }[];
  /** Theirs, which is never the MasterAdmin's; undefined when it was given. */
  demoPassword: string | undefined;
}

// Words are easier to type from a screen than 22 random letters; four groups of five hold 103 bits.
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const group = () => Array.from(randomBytes(5), (byte) => alphabet[byte % 32]).join("");
const generatedPassword = () => [group(), group(), group(), group()].join("-");

/**
 * Fills an empty database in one transaction. Of two servers that start at once the second waits for the first.
 * @returns undefined when somebody can sign in already
 */
export async function insertFirstData(
  db: Connection,
  options: FirstDataOptions,
): Promise<FirstSignIn | undefined> {
  return db.sql.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nihol first data'))`.execute(trx);
    await seedBuiltInRoles(trx);
    return (await hasAnyUser(trx)) ? undefined : insertFirstPeople(trx, options);
  });
}

async function insertFirstPeople(trx: Db, options: FirstDataOptions): Promise<FirstSignIn> {
  const email = (options.adminEmail ?? "admin@nihol.example").toLowerCase();
  const password = options.adminPassword ?? generatedPassword();
  const demoPassword = options.demoPassword ?? generatedPassword();
  const [passwordHash, demoHash] = await Promise.all([
    hashPassword(password),
    hashPassword(demoPassword),
  ]);
  await insertPerson(trx, {
    email,
    firstName: "Master",
    lastName: "Admin",
    role: "MasterAdmin",
    passwordHash,
  });
  if (options.demo)
    await seedDemo(trx, { passwordHash: demoHash, isSmall: options.demo === "small" });
  return {
    email,
    password: options.adminPassword ? undefined : password,
    demoPeople: options.demo ? demoEmails : [],
    demoPassword: options.demoPassword ? undefined : demoPassword,
  };
}

/** Says whether the MasterAdmin of the first start still has that password. */
export async function hasFirstPassword(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("user_account")
    .where("email", "=", email)
    .select("password_hash")
    .executeTakeFirst();
  return row !== undefined && passwordMatches(row.password_hash, password);
}

/** Reads a fact of the installation by its key. */
export async function readInstallationValue<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db
    .selectFrom("installation")
    .where("key", "=", key)
    .select("value")
    .executeTakeFirst();
  return row?.value as T | undefined;
}

/** The key that signs access tokens: made once, kept in the database, so that every server agrees on it. */
export async function tokenSecret(db: Db): Promise<string> {
  const fresh = randomBytes(48).toString("base64url");
  await db
    .insertInto("installation")
    .values({ key: "token_secret", value: json(fresh) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await readInstallationValue<string>(db, "token_secret")) ?? fresh;
}

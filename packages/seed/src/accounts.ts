/** The two built-in roles and the first MasterAdmin: what every installation begins with. */

import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";

/** Inserts MasterAdmin and SysAdmin where they are missing. They have all permissions by code (`storedPermissions`): none are stored. */
export async function seedBuiltInRoles(db: Db) {
  for (const name of ["MasterAdmin", "SysAdmin"]) {
    const found = await db
      .selectFrom("user_group")
      .where("name", "=", name)
      .select("id")
      .executeTakeFirst();
    if (!found)
      await db
        .insertInto("user_group")
        .values({ name, built_in: true, permissions: json({}) })
        .execute();
  }
}

/** Tells whether there is any account yet: without one nobody can sign in. */
export async function hasAnyUser(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom("user_account").select("id").limit(1).executeTakeFirst()) !== undefined
  );
}

interface SeedPerson {
  email: string;
  firstName: string;
  lastName: string;
  /** Name of a role (`user_group`), which must exist. */
  role: string;
  passwordHash: string;
  language?: Language;
  ministryId?: number | null;
}

/** Inserts one account and returns its id. */
export async function insertPerson(db: Db, person: SeedPerson): Promise<number> {
  const group = await db
    .selectFrom("user_group")
    .where("name", "=", person.role)
    .select("id")
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto("user_account")
    .values({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      password_hash: person.passwordHash,
      group_id: group.id,
      language: person.language ?? "ru",
      ministry_id: person.ministryId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

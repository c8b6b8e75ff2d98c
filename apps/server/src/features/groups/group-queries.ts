import type { PageQuery } from "@nihol/contract/paging";
import type { Group } from "@nihol/contract/people/groups";
import type { Language } from "@nihol/contract/values/languages";
import { fillPermissions, type Permissions } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { holdersWithinScope } from "../../policies/people.ts";
import { rowCan } from "../../policies/rights.ts";
import { confusableKey } from "../../shared/rows/confusables.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";

/** Roles are the whole programme's and seen with the permission alone; changing one is a matter of scope too. */
function groupRows(db: Db, actor: Actor) {
  return db.selectFrom("user_group as g").select((eb) => [
    "g.id",
    "g.name",
    "g.built_in",
    "g.permissions",
    eb
      .selectFrom("user_account as u")
      .whereRef("u.group_id", "=", "g.id")
      .select((e) => e.fn.countAll<number>().as("n"))
      .as("user_count"),
    holdersWithinScope(actor).as("holders_in_scope"),
  ]);
}
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupRows>["executeTakeFirstOrThrow"]>>;

function toGroup(row: GroupRow, actor: Actor): Group {
  const stored = row.permissions;
  const editable = !row.built_in && row.holders_in_scope;
  return {
    id: row.id,
    name: row.name,
    built_in: row.built_in,
    permissions: fillPermissions((r, a) => row.built_in || stored[r]?.[a] === true),
    user_count: Number(row.user_count ?? 0),
    can: rowCan(actor, "group", editable, editable && Number(row.user_count ?? 0) === 0),
  };
}

export async function listGroups(
  db: Db,
  actor: Actor,
  query: PageQuery,
  direction: "asc" | "desc",
  language: Language,
) {
  let rows = groupRows(db, actor);
  if (query.search) rows = rows.where(textContains(sql`g.name`, query.search));
  return countedRows(
    rows,
    rows
      .orderBy("g.built_in", "desc")
      .orderBy(inOrderOf(sql`g.name`, language), direction)
      .orderBy("g.id"),
    query,
    (row) => toGroup(row, actor),
  );
}

export async function findGroup(db: Db, actor: Actor, id: number): Promise<Group | undefined> {
  const row = await groupRows(db, actor).where("g.id", "=", id).executeTakeFirst();
  return row && toGroup(row, actor);
}

/**
 * Locks a role: what it had before decides what it may keep, and it is given to nobody meanwhile.
 * @returns whether everybody who holds it lies within the actor's scope; undefined when it is gone
 */
export async function lockGroup(db: Db, actor: Actor, id: number) {
  await db.selectFrom("user_group").where("id", "=", id).select("id").forUpdate().execute();
  // A separate statement: it sees what was committed while waiting for the lock.
  return db
    .selectFrom("user_group as g")
    .where("g.id", "=", id)
    .select(["g.built_in", holdersWithinScope(actor).as("holders_in_scope")])
    .executeTakeFirst();
}

const ROLE_NAMES_LOCK = 7_141_953_229;

/**
 * To be called before a role's name is checked and written: until the transaction ends no other role is named, so
 * that of two names that read the same, given at one moment, the later one is found taken.
 */
export async function lockRoleNames(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROLE_NAMES_LOCK})`.execute(trx);
}

/** Says whether another role has this name, or one that reads the same: who gives roles chooses them by it. */
export async function nameTaken(db: Db, name: string, exceptId = 0): Promise<boolean> {
  const others = await db
    .selectFrom("user_group")
    .where("id", "!=", exceptId)
    .select("name")
    .execute();
  return others.some((other) => confusableKey(other.name) === confusableKey(name));
}

export async function insertGroup(db: Db, name: string, permissions: Permissions): Promise<number> {
  return (
    await db
      .insertInto("user_group")
      .values({ name, permissions: json(permissions) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

export async function updateGroup(
  db: Db,
  id: number,
  change: { name?: string; permissions?: Permissions },
) {
  const permissions = json(change.permissions);
  await db
    .updateTable("user_group")
    .set({ name: change.name, permissions, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteGroup(db: Db, id: number) {
  await db.deleteFrom("user_group").where("id", "=", id).execute();
}

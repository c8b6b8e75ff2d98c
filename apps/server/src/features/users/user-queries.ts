import type { PageQuery, Reference } from "@nihol/contract/paging";
import type { User, userOrderings } from "@nihol/contract/people/users";
import type { Language } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { mayManage, visiblePeople, withinScope } from "../../policies/people.ts";
import { rowCan } from "../../policies/rights.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

interface UserFilter extends PageQuery {
  group?: number;
  ministry?: number;
  is_active?: "true" | "false";
  administrators?: "true" | "false";
}

function userRows(db: Db, actor: Actor) {
  return db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .leftJoin("ministry as m", "m.id", "u.ministry_id")
    .where(visiblePeople(actor))
    .select([
      "u.id",
      "u.email",
      "u.first_name",
      "u.last_name",
      "u.photo_key",
      "u.language",
      "u.is_active",
      "u.last_login",
      "u.created_at",
    ])
    .select([
      "g.id as group_id",
      "g.name as group_name",
      "g.built_in",
      "g.permissions",
      "m.id as ministry_id",
      "m.name as ministry_name",
    ])
    .select([
      withinScope(actor).as("within_scope"),
      sql<
        Reference[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id) from user_territory t join region r on r.id = t.region_id where t.user_id = u.id), '[]')`.as(
        "regions",
      ),
      sql<
        Reference[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.id) from user_territory t join district d on d.id = t.district_id where t.user_id = u.id), '[]')`.as(
        "districts",
      ),
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>["executeTakeFirstOrThrow"]>>;

function toUser(row: UserRow, actor: Actor): User {
  const manage = mayManage(actor, row);
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    photo: row.photo_key ? `${paths.user}/${row.id}/photo` : null,
    group: { id: row.group_id, name: row.group_name },
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    regions: row.regions,
    districts: row.districts,
    language: row.language,
    is_active: row.is_active,
    last_login: row.last_login?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    can: rowCan(actor, "user", manage, manage && row.id !== actor.id),
  };
}

const orderedBy = (column: (typeof userOrderings)[number], language: Language) =>
  column === "last_name" ? inOrderOf(sql`u.last_name`, language) : sql.ref(`u.${column}`);

/** Counted and paged people within the actor's scope. */
export async function listUsers(
  db: Db,
  actor: Actor,
  filter: UserFilter,
  order: Order<(typeof userOrderings)[number]>,
  language: Language,
) {
  let query = userRows(db, actor);
  if (filter.group) query = query.where("u.group_id", "=", filter.group);
  if (filter.ministry) query = query.where("u.ministry_id", "=", filter.ministry);
  if (filter.is_active) query = query.where("u.is_active", "=", filter.is_active === "true");
  if (filter.administrators)
    query = query.where("g.built_in", "=", filter.administrators === "true");
  if (filter.search) {
    const text = sql`concat_ws(' ', u.first_name, u.last_name, u.email)`;
    query = query.where(textContains(text, filter.search));
  }
  return countedRows(
    query,
    query
      .orderBy(orderedBy(order.column, language), (o) =>
        order.direction === "desc" ? o.desc().nullsLast() : o.asc().nullsFirst(),
      )
      .orderBy("u.id"),
    filter,
    (row) => toUser(row, actor),
  );
}

export async function findUser(db: Db, actor: Actor, id: number): Promise<User | undefined> {
  const row = await userRows(db, actor).where("u.id", "=", id).executeTakeFirst();
  return row && toUser(row, actor);
}

interface UserColumns {
  email?: string;
  first_name?: string;
  last_name?: string;
  group_id?: number;
  ministry_id?: number | null;
  language?: Language;
  is_active?: boolean;
  password_hash?: string;
  photo_key?: string | null;
}

export async function insertUser(
  db: Db,
  columns: Required<Omit<UserColumns, "photo_key">>,
): Promise<number> {
  return (
    await db.insertInto("user_account").values(columns).returning("id").executeTakeFirstOrThrow()
  ).id;
}

export async function updateUser(db: Db, id: number, columns: UserColumns) {
  await db
    .updateTable("user_account")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Says whether the audit log names the person as who did something other than signing in or setting up their own account. */
export async function hasActed(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("audit_log")
    .where("actor_id", "=", id)
    .where("action", "not in", ["sign_in", "sign_in_failed", "sign_in_slowed"])
    .where((eb) => eb.or([eb("resource", "<>", "user"), eb("resource_id", "<>", String(id))]))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUser(db: Db, id: number) {
  await db.deleteFrom("user_account").where("id", "=", id).execute();
}

/** Replaces one kind of a person's assignments; undefined leaves it as it is. */
export async function updateTerritory(
  db: Db,
  userId: number,
  regions: number[] | undefined,
  districts: number[] | undefined,
) {
  if (regions) {
    await db
      .deleteFrom("user_territory")
      .where("user_id", "=", userId)
      .where("region_id", "is not", null)
      .execute();
    if (regions.length)
      await db
        .insertInto("user_territory")
        .values(regions.map((region_id) => ({ user_id: userId, region_id })))
        .execute();
  }
  if (districts) {
    await db
      .deleteFrom("user_territory")
      .where("user_id", "=", userId)
      .where("district_id", "is not", null)
      .execute();
    if (districts.length)
      await db
        .insertInto("user_territory")
        .values(districts.map((district_id) => ({ user_id: userId, district_id })))
        .execute();
  }
}

export async function emailTaken(db: Db, email: string, exceptId?: number): Promise<boolean> {
  const row = await db
    .selectFrom("user_account")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("id", "!=", exceptId ?? 0)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findGroup(db: Db, id: number) {
  return db
    .selectFrom("user_group")
    .where("id", "=", id)
    .select(["id", "name", "built_in", "permissions"])
    .executeTakeFirst();
}

/** Counts the active MasterAdmins besides one person; locked, so that two cannot leave at once. */
export async function countOtherMasterAdmins(db: Db, exceptId: number): Promise<number> {
  const rows = await db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("g.name", "=", "MasterAdmin")
    .where("u.is_active", "=", true)
    .select("u.id")
    .forUpdate("u")
    .execute();
  return rows.filter((row) => row.id !== exceptId).length;
}

export async function findPhotoKey(
  db: Db,
  actor: Actor,
  id: number,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where(visiblePeople(actor))
    .where("u.id", "=", id)
    .select("u.photo_key")
    .executeTakeFirst();
  return row?.photo_key;
}

/** Finds which of some territories and a ministry do not exist, by the field that names them. */
export async function findUnknown(
  db: Db,
  ids: { ministry: number | null; regions: number[]; districts: number[] },
): Promise<"ministry" | "regions" | "districts" | undefined> {
  const { rows } = await sql<{ ministry: boolean; regions: boolean; districts: boolean }>`
    select ${ids.ministry}::int is null or exists (select 1 from ministry where id = ${ids.ministry}::int) as ministry,
      not exists (select 1 from unnest(${ids.regions}::int[]) i where i not in (select id from region)) as regions,
      not exists (select 1 from unnest(${ids.districts}::int[]) i where i not in (select id from district)) as districts`.execute(
    db,
  );
  const known = rows[0];
  return (["ministry", "regions", "districts"] as const).find((field) => !known?.[field]);
}

/** The districts of a list that lie in none of the regions. */
export async function listDistrictsOutside(db: Db, districts: number[], regions: number[]) {
  const rows = await db
    .selectFrom("district")
    .where(sql<SqlBool>`id = any(${districts}::int[]) and region_id <> all(${regions}::int[])`)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

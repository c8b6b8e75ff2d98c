import type { Reference } from "@nihol/contract/paging";
import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { Language } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import { programmeZone } from "@nihol/contract/values/planting/programme-day";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { canOfLists } from "../../policies/list-can.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

/** The profile of the caller; `demo` says that the database holds the demonstration. */
export async function getProfile(db: Db, actor: Actor, demo: boolean): Promise<UserProfile> {
  const row = await db
    .selectFrom("user_account as u")
    .leftJoin("ministry as m", "m.id", "u.ministry_id")
    .where("u.id", "=", actor.id)
    .select([
      "u.email",
      "u.first_name",
      "u.last_name",
      "u.photo_key",
      "u.language",
      "u.previous_login",
      "m.id as ministry_id",
      "m.name as ministry_name",
    ])
    .select([
      sql<
        Reference[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id) from region r where r.id = any(${actor.regionIds}::int[])), '[]')`.as(
        "regions",
      ),
      sql<
        Reference[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.id) from district d where d.id = any(${actor.districtIds}::int[])), '[]')`.as(
        "districts",
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    id: actor.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    photo: row.photo_key ? paths.userProfilePhoto : null,
    role: actor.role,
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    territory: { regions: row.regions, districts: row.districts },
    language: row.language,
    permissions: actor.permissions,
    lists: canOfLists(actor),
    previous_login: row.previous_login?.toISOString() ?? null,
    demo,
    time_zone: programmeZone(),
  };
}

export async function findSecrets(db: Db, id: number) {
  return db
    .selectFrom("user_account")
    .where("id", "=", id)
    .select(["email", "password_hash", "photo_key"])
    .executeTakeFirstOrThrow();
}

export async function updateProfile(
  db: Db,
  id: number,
  columns: {
    first_name?: string;
    last_name?: string;
    language?: Language;
    password_hash?: string;
    photo_key?: string | null;
  },
) {
  await db
    .updateTable("user_account")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

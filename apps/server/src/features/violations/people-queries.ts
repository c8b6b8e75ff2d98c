/** The accounts that may answer for a case: active, with the case in their scope, and to be named to whoever asks. */

import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { seesViolation } from "@nihol/policies/sees";
import { eachAccount } from "@nihol/policies/viewer";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { refuseField } from "../../http/problem.ts";
import { nameablePeople } from "../../policies/people.ts";
import { inOrderOf } from "../../shared/rows/names-sql.ts";

/** A case by what decides who sees it: as it is written, or as it would be. */
type CaseSql = RawBuilder<Record<string, unknown>>;
const written = (id: number): CaseSql => sql`(select * from violation where id = ${id})`;

/** Facts of a case before it is opened. */
interface NewCase {
  garden_id: number | null;
  region_id: number | null;
  district_id: number | null;
  ministry_id: number | null;
  created_by: number;
}
const unwritten = (one: NewCase): CaseSql => sql`(select ${one.garden_id}::int as garden_id,
  ${one.region_id}::int as region_id, ${one.district_id}::int as district_id,
  ${one.ministry_id}::int as ministry_id, ${one.created_by}::int as created_by)`;

const whoSee = (db: Db, violation: CaseSql) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .innerJoin(violation.as("v"), (join) => join.onTrue())
    .where(seesViolation(eachAccount))
    .select(["u.id", "r.name as role"])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as("name"));

/** Whoever opened the case, answers for it, changed its state or commented on it. */
const partakers = (id: number) => sql`select created_by from violation where id = ${id}
  union all select responsible_id from violation where id = ${id}
  union all select user_id from violation_change where violation_id = ${id}
  union all select user_id from violation_comment where violation_id = ${id}`;
const nobody = sql`null::int`;

const whoMayAnswer = (db: Db, actor: Actor, violation: CaseSql, partakers: RawBuilder<unknown>) =>
  whoSee(db, violation).where("u.is_active", "=", true).where(nameablePeople(actor, partakers));

const inOrder = (people: ReturnType<typeof whoMayAnswer>, language: Language) =>
  people
    .orderBy(inOrderOf(sql`trim(u.first_name || ' ' || u.last_name)`, language))
    .orderBy("u.id")
    .execute();

/** Everybody who may answer for a case, by name. */
export const listPeople = (db: Db, actor: Actor, violation: number, language: Language) =>
  inOrder(whoMayAnswer(db, actor, written(violation), partakers(violation)), language);

/** Everybody who could answer for a case with this place and organization. */
export const listPeopleOfNew = (db: Db, actor: Actor, violation: NewCase, language: Language) =>
  inOrder(whoMayAnswer(db, actor, unwritten(violation), nobody), language);

/** @throws {FieldProblem} under `responsible` for an account that may not answer for the case */
export async function getPerson(db: Db, actor: Actor, violation: number, id: number) {
  const person = await whoMayAnswer(db, actor, written(violation), partakers(violation))
    .where("u.id", "=", id)
    .executeTakeFirst();
  return person ?? refuseField("responsible", "not_found");
}

/** Says whether an account, active or not, has the case in its scope as it stands now. */
export async function seesCase(db: Db, violation: number, id: number): Promise<boolean> {
  return (
    (await whoSee(db, written(violation)).where("u.id", "=", id).executeTakeFirst()) !== undefined
  );
}

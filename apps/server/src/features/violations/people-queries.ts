/** The accounts that may answer for a case: active, and with the case in their scope. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { refuseField } from "../../http/problem.ts";
import { accountSees } from "../../policies/violations.ts";

type Db = Kysely<Database>;

const people = (db: Db, violation: number) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .innerJoin("violation as v", (join) => join.on("v.id", "=", violation))
    .where("u.is_active", "=", true)
    .where(accountSees)
    .select(["u.id", "r.name as role"])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as("name"));

/** Everybody who may answer for a case, by name. */
export const listPeople = (db: Db, violation: number) =>
  people(db, violation)
    .orderBy(sql`trim(u.first_name || ' ' || u.last_name) collate "und-x-icu"`)
    .orderBy("u.id")
    .execute();

/** @throws {FieldProblem} under `responsible` for an account that may not see the case */
export async function getPerson(db: Db, violation: number, id: number) {
  const person = await people(db, violation).where("u.id", "=", id).executeTakeFirst();
  return person ?? refuseField("responsible", "not_found");
}

/** Accounts that may look after an alert: active, with the right, the device in their scope, and to be named to whoever asks. */

import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { accountHolds } from "@nihol/policies/account-rights";
import { devicePlace, seesPlace } from "@nihol/policies/sees";
import { eachAccount } from "@nihol/policies/viewer";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { nameablePeople } from "../../policies/people.ts";
import { inOrderOf } from "../../shared/rows/names-sql.ts";

const fullName = sql<string>`trim(u.first_name || ' ' || u.last_name)`;

const whoMay = (db: Db, actor: Actor, alert: number) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .innerJoin("alert as a", (join) => join.on("a.id", "=", alert))
    .innerJoin("device as v", "v.id", "a.device_id")
    .where("u.is_active", "=", true)
    .where(accountHolds("device.view"))
    .where(accountHolds("device.change"))
    .where(seesPlace(eachAccount, devicePlace))
    .where(
      nameablePeople(
        actor,
        sql`select user_id from alert_comment where alert_id = ${alert}
          union all select acknowledged_id from alert where id = ${alert}
          union all select assigned_id from alert where id = ${alert}`,
      ),
    )
    .select(["u.id", "r.name as role", fullName.as("name")]);

/** Everybody who may look after it, by name. */
export const listAlertPeople = (db: Db, actor: Actor, alert: number, language: Language) =>
  whoMay(db, actor, alert).orderBy(inOrderOf(fullName, language)).orderBy("u.id").execute();

/** One of them; undefined for an account that may not. */
export const findAlertPerson = (db: Db, actor: Actor, alert: number, id: number) =>
  whoMay(db, actor, alert).where("u.id", "=", id).executeTakeFirst();

/** Rights of all accounts at once, over `user_account as u` and its role `user_group as r`. */
import type { Permission } from "@nihol/contract/values/permissions";
import { type SqlBool, sql } from "kysely";
import type { Clause } from "./viewer.ts";

/** Condition that the role of the account grants a right; the two built-in roles have them all. */
export function accountHolds(right: Permission): Clause {
  const [resource, action] = right.split(".");
  return sql<SqlBool>`(r.built_in or coalesce((r.permissions #>> ${sql.lit(`{${resource},${action}}`)})::boolean, false))`;
}

/** Condition that nothing limits the account to a part of the country: `hasFullScope` for all accounts at once. */
export const accountHasFullScope: Clause = sql<SqlBool>`(r.built_in or (u.ministry_id is null
  and not exists (select from user_territory t where t.user_id = u.id)))`;

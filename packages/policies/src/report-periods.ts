/** Whose figures a person's reports hold: of the whole programme, of an organization, or of neither as a whole. */
import { type SqlBool, sql } from "kysely";
import { accountHasFullScope } from "./account-rights.ts";
import { type Clause, hasFullScope, type Person } from "./viewer.ts";

/**
 * The ministry whose figures the person's reports hold, null for the whole programme's; undefined for a part of either.
 * They submit, approve and see as approved the reports of that one: a person of some territories sees live figures.
 */
export function reportMinistry(person: Person): number | null | undefined {
  if (hasFullScope(person)) return null;
  const isWhole = person.regionIds.length === 0 && person.districtIds.length === 0;
  return isWhole && person.ministryId !== null ? person.ministryId : undefined;
}

const hasTerritory = sql`exists (select from user_territory ut where ut.user_id = u.id)`;

/** The same for all accounts at once: over `report_period as q`, `user_account as u` and its role `user_group as r`. */
export const accountSeesPeriod: Clause = sql<SqlBool>`(case when ${accountHasFullScope} then q.ministry_id is null
  else not ${hasTerritory} and coalesce(q.ministry_id = u.ministry_id, false) end)`;

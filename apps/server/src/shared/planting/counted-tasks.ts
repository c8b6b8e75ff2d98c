/** Rule of the trees of planting tasks that figures add up: one for the list, its files, reports and what leads from them. */
import { type SqlBool, sql } from "kysely";

/**
 * Says whether trees of `planting_task as t` are counted as scheduled, planted and verified: not of cancelled tasks, and not
 * of those that plant again, for their trees stand in places that are counted already.
 */
export const isCounted = sql<SqlBool>`(t.replaces_id is null and t.status <> 'cancelled')`;

/** Says whether a person has found that the report of `planting_task as t` does not stand: then none of it counts as planted. */
export const isContradicted = sql<boolean>`exists (
  select from planting_verdict c where c.task_id = t.id and c.decided = 'contradicts')`;

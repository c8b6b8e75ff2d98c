/** A person's scope among organizations: one assigned to a ministry has that one alone. */

import { hasFullScope } from "@nihol/policies/viewer";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../http/actor.ts";

/** A where clause: the rows whose ministry, in `column`, the actor may see. */
export function ministryVisibleTo(actor: Actor, column: string): Expression<SqlBool> {
  if (hasFullScope(actor) || actor.ministryId === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(column)} = ${actor.ministryId}`;
}

/** Says whether the actor may change a ministry and its employees: any with the whole country as scope, else their own. */
export const managesMinistry = (actor: Actor, ministryId: number) =>
  hasFullScope(actor) || actor.ministryId === ministryId;

/** The same as a where clause over the ministry in `column`. */
export const ministryManagedBy = (actor: Actor, column: string): Expression<SqlBool> =>
  hasFullScope(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(${sql.ref(column)} = ${actor.ministryId}::int, false)`;

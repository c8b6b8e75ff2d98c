/** A person's scope among violations; `v` is violation. */
import { type SqlBool, sql } from "kysely";
import { type Actor, hasFullScope, holds } from "../http/actor.ts";
import { denied } from "../http/problem.ts";
import { visibleTo } from "./scope.ts";

/**
 * Those in the actor's territory; a ministry has those that it is to act on, in its gardens, or that its own
 * people reported.
 */
export function violationVisibleTo(actor: Actor) {
  if (hasFullScope(actor)) return sql<SqlBool>`true`;
  const place = { region: "v.region_id", district: "v.district_id" };
  const territory = visibleTo({ ...actor, ministryId: null }, place);
  if (actor.ministryId === null) return territory;
  return sql<SqlBool>`(${territory} and (v.ministry_id = ${actor.ministryId}
    or v.garden_id in (select id from garden where ministry_id = ${actor.ministryId})
    or v.created_by in (select id from user_account where ministry_id = ${actor.ministryId})))`;
}

/** The right to change violations includes deleting one's own comments; the right to delete violations, anybody's. */
const mayDeleteComment = (actor: Actor, userId: number | null) =>
  holds(actor, "violation", "change") &&
  (userId === actor.id || holds(actor, "violation", "delete"));

/** What the panel offers with a comment. */
export const commentCan = (actor: Actor, userId: number | null) => ({
  delete: mayDeleteComment(actor, userId),
});

/** @throws {Problem} 403 for somebody else's comment, unless the actor may delete the case */
export function requireOwnComment(actor: Actor, userId: number | null) {
  if (!mayDeleteComment(actor, userId)) throw denied();
}

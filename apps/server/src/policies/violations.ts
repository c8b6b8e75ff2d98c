/** A person's scope among violations; `v` is violation. */
import { seesViolation } from "@nihol/policies/sees";
import { hasFullScope, onePerson } from "@nihol/policies/viewer";
import { sql } from "kysely";
import { type Actor, holds } from "../http/actor.ts";
import { denied, Problem } from "../http/problem.ts";
import { rowCan } from "./rights.ts";

/** Cases within the actor's scope. */
export const violationVisibleTo = (actor: Actor) => seesViolation(onePerson(actor));

/**
 * Says whether a case accuses the actor's own organization: it is to act on it, the report of its task was judged, or it
 * answers for the garden and somebody else reported.
 */
export function accusesOwn(actor: Actor) {
  if (hasFullScope(actor) || actor.ministryId === null) return sql<boolean>`false`;
  const own = actor.ministryId;
  return sql<boolean>`(coalesce(v.ministry_id = ${own}, false)
    or exists (select from planting_task t
      where t.id = v.task_id and ${own} in (t.ministry_id, t.contractor_id))
    or (v.garden_id in (select id from garden where ministry_id = ${own})
      and not exists (select from user_account u
        where u.id = v.created_by and u.ministry_id = ${own})))`;
}

/** Actions that the panel offers with a case: who is accused may answer, by comments and files, and decides nothing. */
export const violationCan = (actor: Actor, isAccused: boolean) => ({
  ...rowCan(actor, "violation", !isAccused),
  answer: holds(actor, "violation", "change"),
});

/** The right to add an alert to a case that does not accuse the actor's own people. */
export const mayAddAlerts = (actor: Actor) => holds(actor, "violation", "change");

/** @throws {Problem} 403 to people of the organization that a case accuses */
export function requireUnaccused({ accuses_own }: { accuses_own: boolean }) {
  if (accuses_own) throw new Problem(403, "own_ministry_case");
}

/** The right to change violations includes deleting one's own comments; the right to delete violations, anybody's. */
const mayDeleteComment = (actor: Actor, userId: number | null, isAccused: boolean) =>
  holds(actor, "violation", "change") &&
  (userId === actor.id || (!isAccused && holds(actor, "violation", "delete")));

/** Actions that the panel offers with a comment. */
export const commentCan = (actor: Actor, userId: number | null, isAccused: boolean) => ({
  delete: mayDeleteComment(actor, userId, isAccused),
});

/** @throws {Problem} 403 for somebody else's comment, unless the actor may delete the case */
export function requireOwnComment(actor: Actor, userId: number | null, isAccused: boolean) {
  if (!mayDeleteComment(actor, userId, isAccused)) throw denied();
}

/**
 * Decides what a person may do with a kind of record at all: the right of their role, and whether their scope is wide
 * enough for it. Which single records lie within their scope is decided by the queries. Decision record 11.
 */
import type { ListCan } from "@nihol/contract/paging";
import { type Action, hasRight, rightFor, type Subject } from "@nihol/contract/values/permissions";
import type { Actor } from "../http/actor.ts";
import { denied, Problem } from "../http/problem.ts";
import { rules, type Scope } from "./rules.ts";

const holdsFor = (actor: Actor, subject: Subject, action: Action) =>
  hasRight(actor.permissions, rightFor(subject, action));

/** The scope that the actor lacks for an action. */
function missingScope(actor: Actor, subject: Subject, action: Action): Scope | undefined {
  const rule = rules.find((one) => one.subject === subject && one.actions.includes(action));
  return rule && !rule.scope.includes(actor) ? rule.scope : undefined;
}

/** Says whether the actor may do that with any record of the kind. */
export const may = (actor: Actor, subject: Subject, action: Action): boolean =>
  holdsFor(actor, subject, action) && missingScope(actor, subject, action) === undefined;

/** @throws {Problem} 403 that names the missing right, or says that the scope is not wide enough */
export function requireRight(actor: Actor, subject: Subject, action: Action): void {
  if (!holdsFor(actor, subject, action)) throw denied(rightFor(subject, action));
  const scope = missingScope(actor, subject, action);
  if (scope) throw new Problem(403, scope.refusal);
}

/** Refusal that `requireRight` would throw for adding, for a form that is opened by its address. */
function addRefusal(actor: Actor, subject: Subject): ListCan["add_refusal"] {
  if (!holdsFor(actor, subject, "add"))
    return { code: "role_lacks_right", right: rightFor(subject, "add") };
  const scope = missingScope(actor, subject, "add");
  return scope ? { code: scope.refusal, right: null } : null;
}

/** For a record of another ministry, which the actor sees and does not manage. */
export const notOwnMinistry = () => new Problem(403, "own_ministry_only");

/** Actions that the panel offers above and beside a list. */
export const listCan = (actor: Actor, subject: Subject): ListCan => ({
  add: may(actor, subject, "add"),
  change: may(actor, subject, "change"),
  delete: may(actor, subject, "delete"),
  add_refusal: addRefusal(actor, subject),
});

/**
 * Actions that the panel offers with a record.
 * @param isChangeable whether the record's own state and scope allow a change; @param isDeletable the same for its end
 */
export const rowCan = (
  actor: Actor,
  subject: Subject,
  isChangeable = true,
  isDeletable = isChangeable,
) => ({
  change: isChangeable && may(actor, subject, "change"),
  delete: isDeletable && may(actor, subject, "delete"),
});

/** Decides whose views of lists somebody sees and changes. */
import type { ExportList } from "@nihol/contract/values/exports";
import { listAccess } from "@nihol/contract/values/exports";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import { type SqlBool, sql } from "kysely";
import { type Actor, mayCall } from "../http/actor.ts";
import { denied } from "../http/problem.ts";

/**
 * Over `saved_view as v` and its owner `user_account as u`: one's own, and those that people of the same organization
 * share. Who has no organization works for the whole programme, and shares with everybody.
 */
export const viewVisibleTo = (actor: Actor) =>
  sql<SqlBool>`(v.user_id = ${actor.id} or (v.is_shared and u.is_active
    and (u.ministry_id is null or u.ministry_id = ${actor.ministryId}::int)))`;

interface Owned {
  user_id: number;
  is_shared: boolean;
}
const isOwn = (actor: Actor, view: Owned) => view.user_id === actor.id;

/** Nobody changes another's view; the built-in roles may take away what is shared. */
export const viewCan = (actor: Actor, view: Owned) => ({
  change: isOwn(actor, view),
  delete: isOwn(actor, view) || (view.is_shared && isBuiltInRole(actor.role)),
});

/** @throws {Problem} 403 for a list that the actor may not see */
export function requireList(actor: Actor, list: ExportList) {
  const access = listAccess[list];
  if (!mayCall(access, actor)) throw denied();
}

/** @throws {Problem} 403 for another's view */
export function requireViewCan(actor: Actor, view: Owned, action: "change" | "delete") {
  if (!viewCan(actor, view)[action]) throw denied();
}

/** Decides who reads which lines of the audit log. */

import { hasFullScope } from "@nihol/policies/viewer";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../http/actor.ts";

/** Over `audit_log as l`. A line names records of the whole country: an actor of a narrower scope reads their own lines only. */
export const logVisibleTo = (actor: Actor) =>
  hasFullScope(actor) ? sql<SqlBool>`true` : sql<SqlBool>`l.actor_id = ${actor.id}`;

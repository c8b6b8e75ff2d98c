/** Regions and districts that a person sees. A ministry's scope is its gardens', not territory. */

import { hasFullScope } from "@nihol/policies/viewer";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../http/actor.ts";

const seesAll = (actor: Actor) =>
  hasFullScope(actor) || actor.regionIds.length + actor.districtIds.length === 0;

/** Over `region as r`: the actor's own regions, and those that hold a district of theirs. */
export const regionsVisibleTo = (actor: Actor) =>
  seesAll(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(r.id = any(${actor.regionIds}::int[]) or r.id in (select region_id from district where id = any(${actor.districtIds}::int[])))`;

/** Over `district as d`: the actor's own districts, and those of their regions. */
export const districtsVisibleTo = (actor: Actor) =>
  seesAll(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(d.id = any(${actor.districtIds}::int[]) or d.region_id = any(${actor.regionIds}::int[]))`;

/**
 * Decides who sees imagery, and who changes it: decision record 11. Every clause is over `imagery_process as p` and
 * `whole_image as w`, outer joined.
 */

import type { Action } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import { changesImage, seesImage } from "@nihol/policies/sees-images";
import { hasFullScope, onePerson } from "@nihol/policies/viewer";
import { sql } from "kysely";
import { type Actor, holds } from "../http/actor.ts";
import { notFound, Problem } from "../http/problem.ts";

/** Imagery that the actor may change, with the permission for it. */
export const changeableBy = (actor: Actor) => sql<boolean>`${changesImage(onePerson(actor))}`;

/** Imagery that the actor sees. */
export const visibleImagery = (actor: Actor) => seesImage(onePerson(actor));

/** Column that a query selects of imagery for the two functions below: `changeableBy(actor).as("in_scope")`. */
export interface ImageryScope {
  in_scope: boolean;
}

/** The resources whose permissions are asked for imagery. */
type ImageryResource = "satelliteimagery" | "wholeimage";

/** Says whether the actor may do that with the imagery of a row: the permission and the scope. */
export const mayActOn = (
  actor: Actor,
  row: ImageryScope,
  resource: ImageryResource,
  action: Action,
) => row.in_scope && holds(actor, resource, action);

export const outOfScope = () => new Problem(403, "imagery_out_of_scope");

/** @throws {Problem} 403 for imagery that the actor may only view */
export function refuseOutOfScope(row: ImageryScope) {
  if (!row.in_scope) throw outOfScope();
}

/**
 * Says whether the actor may give a process more turns than usual, or take them away again: they are taken from people
 * of the whole country, so it is for those whose scope it is. Decision record 58.
 */
export const mayRaise = (actor: Actor) =>
  hasFullScope(actor) && holds(actor, "satelliteimagery", "change");

/**
 * Tells whether the actor, who may teach a ground, takes these lessons of it back, or gives them back: those that
 * somebody of the whole programme learned or took back are not one region's.
 */
export const mayWithdraw = (
  actor: Actor,
  lessons: { is_of_programme: boolean; is_withdrawn_by_programme: boolean },
) => hasFullScope(actor) || !(lessons.is_of_programme || lessons.is_withdrawn_by_programme);

/** Holds where ground `g`, made by account `u`, is the actor's while no image is of it by a person's word. */
export const isGroundOfOwnPeople = (actor: Actor) =>
  hasFullScope(actor)
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(g.created_by = ${actor.id} or u.ministry_id = ${actor.ministryId}::int, false)`;

/** @throws {Problem} 403 for those who may not */
export function requireRaising(actor: Actor) {
  if (!mayRaise(actor)) throw new Problem(403, "whole_programme_only");
}

const findScope = (
  db: Db,
  actor: Actor,
  kind: "process" | "image",
  id: number,
): Promise<ImageryScope | undefined> =>
  db
    .selectFrom("imagery_process as p")
    .leftJoin("whole_image as w", "w.process_id", "p.id")
    .where(visibleImagery(actor))
    .where(kind === "process" ? "p.id" : "w.id", "=", id)
    .select(changeableBy(actor).as("in_scope"))
    .executeTakeFirst();

/** Undefined for an image that the actor does not see. */
export const findImageScope = (db: Db, actor: Actor, id: number) =>
  findScope(db, actor, "image", id);

/**
 * To be called by every write on imagery before it changes anything.
 * @throws {Problem} 404 outside the actor's scope, 403 for imagery that they may only view
 */
export async function requireScope(
  db: Db,
  actor: Actor,
  kind: "process" | "image",
  id: number,
): Promise<void> {
  const row = await findScope(db, actor, kind, id);
  if (!row) throw notFound();
  refuseOutOfScope(row);
}

/** Of these images those whose trees the actor may correct, given the right: within the scope, found and not being found anew. */
export async function correctableImages(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.id", "in", [...new Set(ids)])
    .where("p.status", "=", "completed")
    .where("w.counted", "=", true)
    .where(changeableBy(actor))
    .select("w.id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Comparing needs both images within the scope and the right to change one of them. */
export function comparable<T extends { before: ImageryScope; after: ImageryScope }>(
  pairs: readonly T[],
): T[] {
  return pairs.filter(({ before, after }) => before.in_scope || after.in_scope);
}

/** @returns the pairs that may be compared. @throws {Problem} 403 when there are pairs and none of them may be */
export function requireComparable<T extends { before: ImageryScope; after: ImageryScope }>(
  pairs: readonly T[],
): T[] {
  const mine = comparable(pairs);
  if (pairs.length > 0 && mine.length === 0) throw outOfScope();
  return mine;
}

/**
 * Says whether an image there may be uploaded: within the actor's territories. Where no district border is known,
 * the region of one of the actor's districts is near enough.
 */
export async function mayUploadAt(
  db: Db,
  actor: Actor,
  place: { region_id: number | null; district_id: number | null },
): Promise<boolean> {
  const { regionIds, districtIds } = actor;
  if (hasFullScope(actor) || regionIds.length + districtIds.length === 0) return true;
  if (place.region_id !== null && regionIds.includes(place.region_id)) return true;
  if (place.district_id !== null) return districtIds.includes(place.district_id);
  if (place.region_id === null || districtIds.length === 0) return false;
  const near = await db
    .selectFrom("district")
    .where("id", "in", districtIds)
    .where("region_id", "=", place.region_id)
    .select("id")
    .executeTakeFirst();
  return near !== undefined;
}

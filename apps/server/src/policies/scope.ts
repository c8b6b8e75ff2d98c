/** Scope of a person in queries: the rows of a place that they see, and how wide it is. */
import { type Place, seesPlace } from "@nihol/policies/sees";
import { hasFullScope, onePerson } from "@nihol/policies/viewer";
import type { Actor } from "../http/actor.ts";

/** A where clause: the rows placed by `place` that lie within the actor's scope. */
export const visibleTo = (actor: Actor, place: Place) => seesPlace(onePerson(actor), place);

/** Says whether no clause is needed: the actor sees all rows. */
export const seesEverything = (actor: Actor): boolean => hasFullScope(actor);

/** People of one ministry see its gardens, and not what lies between them. */
export const seesGardensAlone = (actor: Actor): boolean =>
  !hasFullScope(actor) && actor.ministryId !== null;

/** Scope in which a person saw when they asked, in a form that compares. */
export const scopeOf = (actor: Actor) =>
  hasFullScope(actor)
    ? "all"
    : [
        actor.ministryId,
        [...actor.regionIds].sort((a, b) => a - b),
        [...actor.districtIds].sort((a, b) => a - b),
      ];

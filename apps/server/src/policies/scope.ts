/**
 * The one rule of scope. A person assigned to a ministry sees its gardens and what lies in them; one assigned
 * to territories sees what lies there; with both assignments both must hold. Every policy of a resource builds on it.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Actor, hasFullScope } from "../http/actor.ts";

/** The columns that place a row, as SQL references: `garden.region_id`, `t.district_id` … */
interface Place {
  region: string;
  district: string;
  /** A garden id column, or for the garden table itself its ministry column. */
  garden?: string;
  ministry?: string;
}

const everything = sql<SqlBool>`true`;

function inTerritory(actor: Actor, place: Place): RawBuilder<SqlBool> {
  if (actor.regionIds.length === 0 && actor.districtIds.length === 0) return everything;
  const region = sql`${sql.ref(place.region)} = any(${actor.regionIds}::int[])`;
  const district = sql`${sql.ref(place.district)} = any(${actor.districtIds}::int[])`;
  return sql<SqlBool>`(coalesce(${region}, false) or coalesce(${district}, false))`;
}

function inMinistry(actor: Actor, place: Place): RawBuilder<SqlBool> {
  if (actor.ministryId === null) return everything;
  if (place.ministry) return sql<SqlBool>`${sql.ref(place.ministry)} = ${actor.ministryId}`;
  if (place.garden) {
    return sql<SqlBool>`${sql.ref(place.garden)} in (select id from garden where ministry_id = ${actor.ministryId})`;
  }
  return everything;
}

/** A where clause: the rows placed by `place` that lie within the actor's scope. */
export function visibleTo(actor: Actor, place: Place): Expression<SqlBool> {
  if (hasFullScope(actor)) return everything;
  return sql<SqlBool>`(${inTerritory(actor, place)} and ${inMinistry(actor, place)})`;
}

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

/**
 * The ministry whose figures the actor's reports hold, null for the whole programme's; undefined for a part of either.
 * That is whose reports they submit, approve and see as approved: a person of some territories sees live figures.
 */
export function reportMinistry(actor: Actor): number | null | undefined {
  if (hasFullScope(actor)) return null;
  const isWhole = actor.regionIds.length === 0 && actor.districtIds.length === 0;
  return isWhole && actor.ministryId !== null ? actor.ministryId : undefined;
}

/** Rows that a viewer sees: one clause a resource, over the aliases that its docstring names. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Clause, everything, type Ministry, type Territory, type Viewer } from "./viewer.ts";

/** Columns that place a row, as SQL references. */
export interface Place extends Territory {
  /** A column with the id of a garden, or for the garden table itself its ministry's. */
  garden?: string;
  ministry?: string;
}

/**
 * The one rule of scope: a person assigned to a ministry sees its gardens and what lies in them; one assigned to
 * territories sees what lies there; with both assignments both must hold. The rules below build on it.
 */
export const seesPlace = (viewer: Viewer, place: Place): Clause =>
  viewer.within(() => {
    const owned = ({ id, hasGarden }: Ministry) => {
      if (place.ministry) return sql<SqlBool>`${sql.ref(place.ministry)} = ${id}`;
      return place.garden ? hasGarden(place.garden) : everything;
    };
    return sql<SqlBool>`(${viewer.inTerritory(place)} and ${viewer.ofMinistry(owned)})`;
  });

/** Columns that place `garden as g`. */
export const gardenPlace = {
  region: "g.region_id",
  district: "g.district_id",
  ministry: "g.ministry_id",
};

/** Columns that place `device as v`. */
export const devicePlace = {
  region: "v.region_id",
  district: "v.district_id",
  garden: "v.garden_id",
};

/** Over `violation as v`: those that their ministry is to act on, in its gardens, or that its people reported. */
export const seesViolation = (viewer: Viewer): Clause =>
  viewer.within(
    () => sql<SqlBool>`(${viewer.inTerritory({ region: "v.region_id", district: "v.district_id" })}
      and ${viewer.ofMinistry(
        ({ id, hasGarden, hasPerson }) => sql<SqlBool>`(coalesce(v.ministry_id = ${id}, false)
          or ${hasGarden("v.garden_id")} or ${hasPerson("v.created_by")})`,
      )})`,
  );

/**
 * Over a `planting_task` named `task` and its `garden as g`: in their territory by the garden; of their ministry when
 * the task is the ministry's, stands in one of its gardens, or names it as its contractor.
 */
export const seesTask = (viewer: Viewer, task: "t" | "k"): Clause =>
  viewer.within(
    () =>
      sql<SqlBool>`(${viewer.inTerritory(gardenPlace)} and ${viewer.ofMinistry(
        ({ id }) => sql<SqlBool>`coalesce(${id} in (${sql.ref(`${task}.ministry_id`)},
        g.ministry_id, ${sql.ref(`${task}.contractor_id`)}), false)`,
      )})`,
  );

/** From and where: captures that source `i` offers in the viewer's gardens. */
export const offersTo = (viewer: Viewer): RawBuilder<unknown> =>
  sql`from offered_capture o join garden g on g.id = o.garden_id
    where o.source_id = i.id and ${seesPlace(viewer, gardenPlace)}`;

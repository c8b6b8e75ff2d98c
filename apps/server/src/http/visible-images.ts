/** The reach over pictures, shared by everything that shows one; `w` is whole_image, `u` who asked for it. */
import { type SqlBool, sql } from "kysely";
import { type Actor, reachesAll } from "./actor.ts";
import { visibleTo } from "./visible-to.ts";

/** Pictures over the actor's territory; a ministry sees those that show a garden of its own or that it asked for. */
export function imageVisibleTo(actor: Actor) {
  if (reachesAll(actor)) return sql<SqlBool>`true`;
  const territory = visibleTo(
    { ...actor, ministryId: null },
    { region: "w.region_id", district: "w.district_id" },
  );
  if (actor.ministryId === null) return territory;
  const shows = sql`exists (select 1 from garden g where g.ministry_id = ${actor.ministryId} and g.bbox is not null
    and g.bbox[1] < w.bbox[3] and g.bbox[3] > w.bbox[1] and g.bbox[2] < w.bbox[4] and g.bbox[4] > w.bbox[2])`;
  return sql<SqlBool>`(${territory} and (${shows} or u.ministry_id = ${actor.ministryId}))`;
}

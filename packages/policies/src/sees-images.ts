/**
 * Images that a viewer sees, and those that they may change: decision record 11. An image belongs to who asked for it
 * and to the territory that it shows; a garden lets its ministry see the image over it, and nothing more.
 *
 * Every clause is over `imagery_process as p` and `whole_image as w`, outer joined.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clause, Ministry, Viewer } from "./viewer.ts";

/** A garden lets its ministry see an image when it is no smaller than a few crowns … */
const minGardenM2 = 100;
/** … and when so much of the smaller one of both boxes lies within the other. */
const minShare = 0.1;

/** Condition that image `w` shows a garden of the ministry, by the boxes of both. */
export function imageShowsGardenOf(ministry: RawBuilder<unknown>): RawBuilder<boolean> {
  const span = (low: number, high: number) =>
    sql`greatest(0, least(g.bbox[${sql.lit(high)}], w.bbox[${sql.lit(high)}])
      - greatest(g.bbox[${sql.lit(low)}], w.bbox[${sql.lit(low)}]))`;
  const box = (alias: string) =>
    sql`(${sql.ref(alias)}[3] - ${sql.ref(alias)}[1]) * (${sql.ref(alias)}[4] - ${sql.ref(alias)}[2])`;
  return sql<boolean>`exists (select 1 from garden g where g.ministry_id = ${ministry}
    and g.area_m2 >= ${minGardenM2} and g.bbox[1] < w.bbox[3] and g.bbox[3] > w.bbox[1]
    and g.bbox[2] < w.bbox[4] and g.bbox[4] > w.bbox[2]
    and ${span(1, 3)} * ${span(2, 4)} >= ${minShare} * least(${box("g.bbox")}, ${box("w.bbox")}))`;
}

/** Clause by the place of the process's file or of the image that was made of it, and by the ministry. */
const ownImage = (viewer: Viewer, isOf: (ministry: Ministry) => Clause): Clause =>
  viewer.within(() => {
    const file = viewer.inTerritory({ region: "p.region_id", district: "p.district_id" });
    const image = viewer.inTerritory({ region: "w.region_id", district: "w.district_id" });
    return sql<SqlBool>`(${viewer.isThemselves("p.requested_by")}
      or ((${file} or ${image}) and ${viewer.ofMinistry(isOf)}))`;
  });

/**
 * Imagery that the viewer may change, given the right to: what they asked for themselves; for people of a ministry what
 * its people asked for, for people of territories what lies there (both together where both are assigned).
 */
export const changesImage = (viewer: Viewer): Clause =>
  ownImage(
    viewer,
    ({ hasPerson }) => sql<SqlBool>`coalesce(${hasPerson("p.requested_by")}, false)`,
  );

/** Imagery that the viewer sees: what they may change, and images within their territory that show a garden of theirs. */
export const seesImage = (viewer: Viewer): Clause =>
  ownImage(
    viewer,
    ({ id, hasPerson }) =>
      sql<SqlBool>`coalesce(${hasPerson("p.requested_by")} or ${imageShowsGardenOf(id)}, false)`,
  );

/** Rows behind one garden's analytics. The garden was found within the actor's scope, so all of it is counted. */

import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { givenByOthers } from "@nihol/store/processes/given-by";
import { listSeenGround } from "@nihol/store/trees/seen-count";
import {
  countedImageColumns,
  countTreesByImage,
  type ImageCount,
} from "@nihol/store/trees/tree-count";
import { countedTrees } from "@nihol/store/trees/tree-period";
import { type SqlBool, sql } from "kysely";
import { tallyConditions } from "../../shared/imagery/tree-filter.ts";
import { allOf } from "../../shared/rows/all-of.ts";

/** Current trees of a garden, by image. */
export const countGardenTrees = (db: Db, gardenId: number) =>
  countTreesByImage(db, allOf(tallyConditions({ garden: gardenId }, "t")), gardenId);

/** Ground of a garden that the newest images show. */
export const listGardenGround = (db: Db, gardenId: number) =>
  listSeenGround(db, {
    where: sql<SqlBool>`s.garden_id = ${gardenId}`,
    territory: sql<number>`0`,
    period: {},
    garden: gardenId,
  });

export interface CaptureRow extends ImageCount {
  coverage: MultiPolygon;
  /** Organization whose people uploaded the image; null where it is the garden's own, the programme's or out of a source. */
  given_by: Names | null;
}

/** Published images near a garden, newest first, each with all of its own trees there, current or not. */
export async function listGardenCaptures(
  db: Db,
  gardenId: number,
  [west, south, east, north]: Bbox,
): Promise<CaptureRow[]> {
  const { rows } = await sql<CaptureRow>`
    select ${countedImageColumns(gardenId)}, w.coverage, ${givenByOthers(sql`array[(select ministry_id from garden where id = ${gardenId})]`)} as given_by,
      coalesce(t.n, 0) as n, coalesce(t.checked, 0) as checked, coalesce(t.green, 0) as green, coalesce(t.not_green, 0) as not_green,
      coalesce(t.unsure, 0) as unsure, coalesce(t.area_m2, 0) as area_m2, 0 as green_area_m2
    from whole_image w join imagery_process p on p.id = w.process_id
    left join (
      select t.whole_image_id, count(*)::int as n, count(f.n)::int as checked, (count(*) filter (where green = 1))::int as green,
        (count(*) filter (where green = 0))::int as not_green,
        (count(*) filter (where green = 2))::int as unsure, sum(area_m2::float8) as area_m2
      from tree t left join fragment f on f.whole_image_id = t.whole_image_id and f.n = t.fragment and f.checked
      where t.garden_id = ${gardenId} group by 1
    ) t on t.whole_image_id = w.id
    where w.published_at is not null
      and w.bbox[1] <= ${east} and w.bbox[3] >= ${west} and w.bbox[2] <= ${north} and w.bbox[4] >= ${south}
    order by w.captured_on desc, w.id desc`.execute(db);
  return rows;
}

/** Current trees of a garden by crown area: the count of each class that `bounds` (m², from 0) begins. */
export async function countByCrown(db: Db, gardenId: number, bounds: readonly number[]) {
  const { rows } = await sql<{ bucket: number; count: number }>`
    select width_bucket(t.area_m2::float8, ${bounds}::float8[]) as bucket, count(*)::int as count
    from ${countedTrees({})} t where t.garden_id = ${gardenId} group by 1`.execute(db);
  const counts = new Map(rows.map((row) => [row.bucket, row.count]));
  return bounds.map((from, i) => ({
    from,
    to: bounds[i + 1] ?? null,
    count: counts.get(i + 1) ?? 0,
  }));
}

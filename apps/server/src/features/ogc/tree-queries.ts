/** Trees as features, in the order of their Morton index: a page begins where the one before it ended, however deep. */

import type { OgcFeature } from "@nihol/contract/open-data/ogc";
import { greenStates } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import { mortonCover } from "@nihol/store/trees/morton-cover";
import { countedTrees } from "@nihol/store/trees/tree-period";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { seesEverything } from "../../policies/scope.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { reachableTrees, treeConditions } from "../../shared/imagery/tree-filter.ts";
import type { Days, FeatureQuery } from "../../shared/open-data/feature-query.ts";
import { allOf } from "../../shared/rows/all-of.ts";
import type { FeaturePage } from "./shape-queries.ts";

type TreeRow = Pick<
  Selectable<Database["tree"]>,
  | "id"
  | "zc"
  | "lon"
  | "lat"
  | "captured_on"
  | "green"
  | "area_m2"
  | "score"
  | "garden_id"
  | "district_id"
  | "region_id"
>;
const columns = sql`t.id, t.zc, t.lon, t.lat, t.captured_on, t.green, t.area_m2, t.score,
  t.garden_id, t.district_id, t.region_id`;

const toFeature = (row: TreeRow): OgcFeature => ({
  type: "Feature",
  id: Number(row.id),
  geometry: { type: "Point", coordinates: [row.lon, row.lat] },
  properties: {
    captured_on: row.captured_on,
    green: greenStates[row.green] ?? "unsure",
    crown_area_m2: row.area_m2,
    score: row.score,
    garden_id: row.garden_id,
    district_id: row.district_id,
    region_id: row.region_id,
  },
});

/** Ranges of the index that hold the boxes, and the boxes exactly. */
function inBoxes(boxes: readonly Bbox[]) {
  const ranges = boxes
    .flatMap(mortonCover)
    .map(([first, last]) => sql`t.zc between ${String(first)}::bigint and ${String(last)}::bigint`);
  const exact = boxes.map(
    ([west, south, east, north]) =>
      sql`(t.lon between ${west} and ${east} and t.lat between ${south} and ${north})`,
  );
  return sql<SqlBool>`((${sql.join(ranges, sql` or `)}) and (${sql.join(exact, sql` or `)}))`;
}

/** Beyond the place in the index at which the last page ended. */
function beyond(after: string) {
  const [zc = "0", id = "0"] = after.split("-");
  return [
    sql<SqlBool>`t.zc >= ${zc}::bigint`,
    sql<SqlBool>`(t.zc, t.id) > (${zc}::bigint, ${id}::bigint)`,
  ];
}

interface Span {
  first: string | number | null;
  last: string | number | null;
}

/**
 * Where in the index the images lie that hold trees of a narrow scope: what stands before and after them is not
 * passed by one by one. Undefined where the actor sees everything.
 */
async function spanOf(db: Db, actor: Actor, days: Days): Promise<Span | undefined> {
  if (seesEverything(actor)) return undefined;
  const ends = (direction: "asc" | "desc") => sql`(select e.zc from tree e
    where e.whole_image_id = i.id order by e.zc ${sql.raw(direction)} limit 1)`;
  const { rows } = await sql<Span>`
    select min(${ends("asc")}) as first, max(${ends("desc")}) as last from (
      select distinct t.whole_image_id as id from tree_tally t
      where ${reachableTrees(actor, days, "t")}) i`.execute(db);
  return rows[0];
}

/** A page of the trees that count now, or counted in the days asked for. */
export async function listTreeFeatures(
  db: Db,
  actor: Actor,
  { boxes, limit, after, ...days }: FeatureQuery,
): Promise<FeaturePage> {
  const span = await spanOf(db, actor, days);
  const conditions = [
    ...treeConditions(days, "t"),
    treesVisibleTo(actor, "t"),
    ...(span ? [sql<SqlBool>`t.zc between ${span.first}::bigint and ${span.last}::bigint`] : []),
    ...(boxes ? [inBoxes(boxes)] : []),
    ...(after === undefined ? [] : beyond(after)),
  ];
  const { rows } = await sql<TreeRow>`
    select ${columns} from ${countedTrees(days)} t where ${allOf(conditions)}
    order by t.zc, t.id limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    features: page.map(toFeature),
    after: last && rows.length > limit ? `${last.zc}-${last.id}` : undefined,
  };
}

/** Finds a tree that counts now, within the actor's scope. */
export async function findTreeFeature(
  db: Db,
  actor: Actor,
  id: number,
): Promise<OgcFeature | undefined> {
  const { rows } = await sql<TreeRow>`
    select ${columns} from ${countedTrees({})} t
    where t.id = ${id} and ${treesVisibleTo(actor, "t")}`.execute(db);
  return rows[0] && toFeature(rows[0]);
}

/** Number of trees that count, the bounds and the days of their images; from sums, not from the trees. */
export async function boundsOfTrees(db: Db, actor: Actor, days: Days = {}) {
  const { rows } = await sql<{
    n: number | null;
    bbox: Bbox;
    oldest: string | null;
    newest: string | null;
  }>`
    select sum(t.n) as n, min(t.captured_on) as oldest, max(t.captured_on) as newest,
      array[min(w.bbox[1]), min(w.bbox[2]), max(w.bbox[3]), max(w.bbox[4])] as bbox
    from tree_tally t join whole_image w on w.id = t.whole_image_id
    where ${reachableTrees(actor, days, "t")}`.execute(db);
  const { n, bbox, oldest, newest } = rows[0] ?? {};
  if (!n || !bbox || !oldest || !newest) return { count: 0, bbox: undefined, days: undefined };
  return { count: Number(n), bbox, days: [oldest, newest] as [string, string] };
}

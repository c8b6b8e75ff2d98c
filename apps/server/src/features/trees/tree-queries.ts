/** Single trees within the actor's scope. */

import type { Tree } from "@nihol/contract/imagery/trees";
import type { PageQuery } from "@nihol/contract/paging";
import type { TreeFilter } from "@nihol/contract/statistics";
import { type GreenState, greenStates, treeReviews } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import { mortonCover } from "@nihol/store/trees/morton-cover";
import { countedTrees, isCounted } from "@nihol/store/trees/tree-period";
import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { type Order, slice } from "../../http/paging.ts";
import { correctableImages } from "../../policies/imagery.ts";
import { treeCan, treesVisibleTo } from "../../policies/trees.ts";
import { greenNumber, reachableTrees, treeConditions } from "../../shared/imagery/tree-filter.ts";
import { allOf } from "../../shared/rows/all-of.ts";
import { countOnce, type PagedQuery } from "../../shared/rows/page-rows.ts";

type TreeListQuery = PageQuery &
  PagedQuery &
  TreeFilter & {
    whole_image?: number;
    fragment?: number;
    green?: GreenState;
    in_garden?: boolean;
    bbox?: Bbox;
  };

/** Rows of trees, or of tree_tally where 0 stands for none, in any garden or in none. */
const inGardens = ({ in_garden }: TreeListQuery): Expression<SqlBool>[] =>
  in_garden === undefined ? [] : [sql<SqlBool>`(coalesce(t.garden_id, 0) > 0) = ${in_garden}`];

/** Trees in a box, by ranges of the Morton index and then exactly. */
function inBox(bbox: Bbox): Expression<SqlBool> {
  const [west, south, east, north] = bbox;
  const ranges = mortonCover(bbox).map(
    ([first, last]) => sql`t.zc between ${String(first)}::bigint and ${String(last)}::bigint`,
  );
  return sql<SqlBool>`((${sql.join(ranges, sql` or `)})
    and t.lon between ${west} and ${east} and t.lat between ${south} and ${north})`;
}

/** Filters but for the period; rows of all trees or of counted ones named `t`. */
function filtersOf(actor: Actor, query: TreeListQuery) {
  const conditions: Expression<SqlBool>[] = [
    ...treeConditions(query, "t"),
    ...inGardens(query),
    treesVisibleTo(actor, "t"),
  ];
  if (query.fragment !== undefined) conditions.push(sql<SqlBool>`t.fragment = ${query.fragment}`);
  if (query.green) conditions.push(sql<SqlBool>`t.green = ${greenNumber(query.green)}`);
  if (query.bbox) conditions.push(inBox(query.bbox));
  return conditions;
}

/** The trees that count in the period; with `whole_image` that image's own, as on the map. */
const treesOf = (query: TreeListQuery) =>
  query.whole_image === undefined
    ? countedTrees(query)
    : sql`(select * from tree where whole_image_id = ${query.whole_image})`;

const orderColumns = { date: "t.captured_on", score: "t.score", area_m2: "t.area_m2" } as const;
type TreeOrder = Order<keyof typeof orderColumns>;

const columns = sql`t.id, t.captured_on, t.lon, t.lat, t.box, t.score, t.area_m2, t.crown, t.green,
  t.veg_index, t.veg_index_name, t.garden_id, t.district_id, t.region_id, t.whole_image_id, t.fragment, t.review, t.version`;

type TreeRow = Pick<
  Selectable<Database["tree"]>,
  | "id"
  | "captured_on"
  | "lon"
  | "lat"
  | "box"
  | "score"
  | "area_m2"
  | "crown"
  | "green"
  | "veg_index"
  | "veg_index_name"
  | "garden_id"
  | "district_id"
  | "region_id"
  | "whole_image_id"
  | "fragment"
  | "review"
  | "version"
>;

/** Rows of the answer, each with what the actor may do with it. */
async function treesOfRows(db: Db, actor: Actor, rows: readonly TreeRow[]): Promise<Tree[]> {
  const may = treeCan(actor, true);
  const images = may.change || may.delete ? rows.map((row) => row.whole_image_id) : [];
  const correctable = await correctableImages(db, actor, images);
  return rows.map((row) => treeOf(row, treeCan(actor, correctable.has(row.whole_image_id))));
}

function treeOf(row: TreeRow, can: Tree["can"]): Tree {
  const crown: [number, number][] = [];
  for (let i = 0; i + 1 < row.crown.length; i += 2)
    crown.push([row.crown[i] ?? 0, row.crown[i + 1] ?? 0]);
  return {
    id: Number(row.id),
    date: row.captured_on,
    position: [row.lon, row.lat],
    detection: { box: row.box, score: row.score },
    segmentation: { area_m2: row.area_m2, crown },
    green: greenStates[row.green] ?? "unsure",
    index: row.veg_index,
    index_name: row.veg_index_name,
    garden: row.garden_id,
    district: row.district_id,
    region: row.region_id,
    whole_image: row.whole_image_id,
    fragment: row.fragment,
    review: treeReviews[row.review] ?? "new",
    version: row.version,
    can,
  };
}

/** Says whether tree_tally knows how many trees the filter holds. */
const isTallied = ({ whole_image, fragment, bbox }: TreeListQuery) =>
  whole_image === undefined && fragment === undefined && bbox === undefined;

const sumOf = (images: readonly { n: number }[]) => images.reduce((sum, { n }) => sum + n, 0);

/** Counts the trees of the filter by image, in the order of the list. */
async function countByImage(db: Db, actor: Actor, query: TreeListQuery, order: TreeOrder) {
  const direction = sql.raw(order.direction);
  const { rows } = await sql<{ image: number; n: number }>`
    select t.whole_image_id as image, sum(${sql.ref(`t.${query.green ?? "n"}`)})::int as n
    from tree_tally t where ${allOf([reachableTrees(actor, query, "t"), ...inGardens(query)])}
    group by t.captured_on, t.whole_image_id
    order by t.captured_on ${direction}, t.whole_image_id ${direction}`.execute(db);
  return rows;
}

/**
 * A page by date where tree_tally knows how many trees each image has: only the images of the page are read,
 * along their Morton index, however many trees there are before them.
 */
async function listByImage(db: Db, actor: Actor, query: TreeListQuery, order: TreeOrder) {
  const images = await countByImage(db, actor, query, order);
  const { limit, offset } = slice(query);
  const parts: { image: number; skip: number; take: number }[] = [];
  let before = 0;
  for (const { image, n } of images) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(n, offset + limit - before) - skip;
    if (take > 0) parts.push({ image, skip, take });
    before += n;
  }
  const conditions = allOf([isCounted(query, "t"), ...filtersOf(actor, query)]);
  const { rows } = await sql<TreeRow>`
    select t.* from unnest(${parts.map(({ image }) => image)}::int[],
      ${parts.map(({ skip }) => skip)}::int[], ${parts.map(({ take }) => take)}::int[])
      with ordinality as part (image, skip, take, nr)
    cross join lateral (select ${columns}, t.zc from tree t
      where t.whole_image_id = part.image and ${conditions}
      order by t.zc, t.id offset part.skip limit part.take) t
    order by part.nr, t.zc, t.id`.execute(db);
  return { count: sumOf(images), rows };
}

/** A page in any other order, or of what the tally does not know, or all of them: the trees themselves are sorted. */
async function listByTree(db: Db, actor: Actor, query: TreeListQuery, order: TreeOrder) {
  const found = sql`from ${treesOf(query)} t where ${allOf(filtersOf(actor, query))}`;
  const sorted = sql<TreeRow>`
    select ${columns} ${found}
    order by ${sql.ref(orderColumns[order.column])} ${sql.raw(order.direction)},
      t.whole_image_id ${sql.raw(order.direction)}, t.zc, t.id`;
  const count = await countOnce(query, async () => {
    if (isTallied(query)) return sumOf(await countByImage(db, actor, query, order));
    const { rows } = await sql<{ n: number }>`select count(*) as n ${found}`.execute(db);
    return Number(rows[0]?.n ?? 0);
  });
  if (query.cursor)
    return { count, rows: await query.cursor.next(sorted.compile(db), query.page_size) };
  const { limit, offset } = slice(query);
  const { rows } = await sql<TreeRow>`${sorted} limit ${limit} offset ${offset}`.execute(db);
  return { count, rows };
}

/** Page of trees, and how many there are. */
export async function listTrees(
  db: Db,
  actor: Actor,
  query: TreeListQuery,
  order: TreeOrder,
): Promise<{ count: number; rows: Tree[] }> {
  const isByImage = isTallied(query) && order.column === "date" && !query.cursor;
  const list = isByImage ? listByImage : listByTree;
  const { count, rows } = await list(db, actor, query, order);
  return { count, rows: await treesOfRows(db, actor, rows) };
}

/** Finds a tree, counted or not; undefined when there is none within the actor's scope. */
export async function findTree(db: Db, actor: Actor, id: number): Promise<Tree | undefined> {
  const { rows } = await sql<TreeRow>`
    select ${columns} from tree t where t.id = ${id} and ${treesVisibleTo(actor, "t")}`.execute(db);
  return (await treesOfRows(db, actor, rows))[0];
}

/** Single trees within reach. */

import type { PageQuery } from "@nihol/contract/paging";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Tree } from "@nihol/contract/trees";
import { type GreenState, greenStates } from "@nihol/contract/trees";
import { mortonCover } from "@nihol/db/morton-cover";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { type Actor, holds } from "../../http/actor.ts";
import { type Order, slice } from "../../http/paging.ts";
import { allOf, greenNumber, treeConditions } from "../../http/tree-filter.ts";
import { treesVisibleTo } from "../../http/tree-reach.ts";

type Db = Kysely<Database>;

export type TreeListQuery = PageQuery &
  TreeFilter & { whole_image?: number; fragment?: number; green?: GreenState; bbox?: Bbox };

/** Trees in a box, by ranges of the Morton index and then exactly. */
function inBox(bbox: Bbox): Expression<SqlBool> {
  const [west, south, east, north] = bbox;
  const ranges = mortonCover(bbox).map(
    ([first, last]) => sql`t.zc between ${String(first)}::bigint and ${String(last)}::bigint`,
  );
  return sql<SqlBool>`((${sql.join(ranges, sql` or `)})
    and t.lon between ${west} and ${east} and t.lat between ${south} and ${north})`;
}

/** Counted trees; with `whole_image` that picture's own, as on the map. */
function treesWhere(actor: Actor, query: TreeListQuery) {
  const conditions: Expression<SqlBool>[] = [
    query.whole_image === undefined
      ? sql<SqlBool>`t.current`
      : sql<SqlBool>`t.whole_image_id = ${query.whole_image}`,
    ...treeConditions(query, "t"),
    treesVisibleTo(actor, "t"),
  ];
  if (query.fragment !== undefined) conditions.push(sql<SqlBool>`t.fragment = ${query.fragment}`);
  if (query.green) conditions.push(sql<SqlBool>`t.green = ${greenNumber(query.green)}`);
  if (query.bbox) conditions.push(inBox(query.bbox));
  return allOf(conditions);
}

const orderColumns = { date: "t.captured_on", score: "t.score", area_m2: "t.area_m2" } as const;

/** Where tree_tally knows the answer, it gives the count; else the trees are counted. */
async function countTrees(db: Db, actor: Actor, query: TreeListQuery): Promise<number> {
  const { whole_image, fragment, bbox, green } = query;
  const counted = whole_image === undefined && fragment === undefined && bbox === undefined;
  const { rows } = counted
    ? await sql<{ n: number }>`
        select coalesce(sum(${sql.ref(`t.${green ?? "n"}`)}), 0)::bigint as n from tree_tally t
        where ${allOf([...treeConditions(query, "t"), treesVisibleTo(actor, "t")])}`.execute(db)
    : await sql<{ n: number }>`
        select count(*) as n from tree t where ${treesWhere(actor, query)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

function rowsOf(db: Db) {
  return db
    .selectFrom("tree as t")
    .select([
      "t.id",
      "t.captured_on",
      "t.lon",
      "t.lat",
      "t.box",
      "t.score",
      "t.area_m2",
      "t.crown",
      "t.green",
      "t.veg_index",
      "t.veg_index_name",
      "t.garden_id",
      "t.district_id",
      "t.region_id",
      "t.whole_image_id",
      "t.fragment",
    ]);
}
type TreeRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

function treeOf(actor: Actor, row: TreeRow): Tree {
  const crown: [number, number][] = [];
  for (let i = 0; i + 1 < row.crown.length; i += 2)
    crown.push([row.crown[i] ?? 0, row.crown[i + 1] ?? 0]);
  return {
    id: Number(row.id),
    date: row.captured_on,
    position: [row.lon, row.lat],
    detection: { box: row.box as Tree["detection"]["box"], score: row.score },
    segmentation: { area_m2: row.area_m2, crown },
    green: greenStates[row.green] ?? "unsure",
    index: row.veg_index,
    index_name: row.veg_index_name,
    garden: row.garden_id,
    district: row.district_id,
    region: row.region_id,
    whole_image: row.whole_image_id,
    fragment: row.fragment,
    can: {
      change: holds(actor, "planttreedetail", "change"),
      delete: holds(actor, "planttreedetail", "delete"),
    },
  };
}

/** One page of trees and how many there are. */
export async function listTrees(
  db: Db,
  actor: Actor,
  query: TreeListQuery,
  order: Order<keyof typeof orderColumns>,
): Promise<{ count: number; rows: Tree[] }> {
  const { limit, offset } = slice(query);
  const [count, rows] = await Promise.all([
    countTrees(db, actor, query),
    rowsOf(db)
      .where(treesWhere(actor, query))
      .orderBy(orderColumns[order.column], order.direction)
      .orderBy("t.id")
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { count, rows: rows.map((row) => treeOf(actor, row)) };
}

/** One tree, counted or not, or undefined when there is none within reach. */
export async function findTree(db: Db, actor: Actor, id: number): Promise<Tree | undefined> {
  const row = await rowsOf(db)
    .where("t.id", "=", id)
    .where(treesVisibleTo(actor, "t"))
    .executeTakeFirst();
  return row && treeOf(actor, row);
}

/** Reads an image's trees inside a box in small batches, in the order of their Morton codes. */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { type MortonRange, mortonCover } from "./morton-cover.ts";
import type { CountedUntil } from "./tree-pyramid.ts";

/** Columns of a tree that are needed to decide on it. */
export interface ScannedTree {
  id: number | string;
  zc: string;
  lon: number;
  lat: number;
  counted_until: CountedUntil;
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

const BATCH = 20_000;

/** The tree after which reading goes on. */
export type ScanPlace = Pick<ScannedTree, "zc" | "id">;

/**
 * Batches of up to 20,000 trees of a whole image; somewhat more than what lies in the box. Changing
 * trees between two batches is fine, as long as none moves on the map.
 */
export async function* scanTrees(
  db: Db,
  wholeImageId: number,
  bbox: Bbox,
): AsyncGenerator<ScannedTree[]> {
  const ranges = mortonCover(bbox);
  let after: ScanPlace | undefined;
  for (;;) {
    const batch = await readTrees(db, wholeImageId, ranges, after, BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1);
  }
}

/** The next trees of an image in ranges that ascend, at most `max`; fewer when there are no more. */
export async function readTrees(
  db: Db,
  wholeImageId: number,
  ranges: readonly MortonRange[],
  after: ScanPlace | undefined,
  max: number,
): Promise<ScannedTree[]> {
  const trees: ScannedTree[] = [];
  for (const [first, last] of ranges) {
    if (after && last < BigInt(after.zc)) continue;
    const from = after && BigInt(after.zc) >= first ? after : { zc: String(first), id: 0 };
    const { rows } = await sql<ScannedTree>`
      select id, zc::text as zc, lon, lat,
        case when current then 'infinity' else superseded_on end as counted_until, garden_id, district_id, region_id
      from tree
      where whole_image_id = ${wholeImageId} and zc between ${from.zc}::bigint and ${String(last)}::bigint
        and (zc, id) > (${from.zc}::bigint, ${from.id}::bigint)
      order by zc, id limit ${max - trees.length}`.execute(db);
    for (const row of rows) trees.push(row);
    if (trees.length === max) break;
  }
  return trees;
}

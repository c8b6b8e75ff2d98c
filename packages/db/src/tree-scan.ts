/** Reads a picture's trees inside a box in small batches, in the order of their Morton codes. */
import type { Bbox } from "@nihol/geo/geometry";
import { type Kysely, sql } from "kysely";
import { type MortonRange, mortonCover } from "./morton-cover.ts";
import type { Database } from "./tables.ts";

/** What is needed to decide on a tree. */
export interface ScannedTree {
  id: number | string;
  zc: string;
  lon: number;
  lat: number;
  current: boolean;
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

const BATCH = 20_000;

/**
 * Batches of up to 20,000 trees of a whole image; somewhat more than what lies in the box. Changing
 * trees between two batches is fine, as long as none moves on the map.
 */
export async function* scanTrees(
  db: Kysely<Database>,
  wholeImageId: number,
  bbox: Bbox,
): AsyncGenerator<ScannedTree[]> {
  let batch: ScannedTree[] = [];
  for (const range of mortonCover(bbox)) {
    for await (const trees of scanRange(db, wholeImageId, range)) {
      batch = batch.length > 0 ? batch.concat(trees) : trees;
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function* scanRange(
  db: Kysely<Database>,
  wholeImageId: number,
  [first, last]: MortonRange,
): AsyncGenerator<ScannedTree[]> {
  let after = { zc: String(first), id: 0 as number | string };
  for (;;) {
    const { rows } = await sql<ScannedTree>`
      select id, zc::text as zc, lon, lat, current, garden_id, district_id, region_id
      from tree
      where whole_image_id = ${wholeImageId} and zc between ${after.zc}::bigint and ${String(last)}::bigint
        and (zc, id) > (${after.zc}::bigint, ${after.id}::bigint)
      order by zc, id limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    after = end;
  }
}

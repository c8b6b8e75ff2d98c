/** Inserts trees in bulk. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** A tree as it is found; it does not count before its image is published. */
export interface NewTree {
  whole_image_id: number;
  fragment: number;
  /** See @nihol/geo/morton. */
  zc: bigint;
  lon: number;
  lat: number;
  captured_on: string;
  score: number;
  /** 0 not green, 1 green, 2 unsure. */
  green: 0 | 1 | 2;
  veg_index: number | null;
  veg_index_name: string | null;
  area_m2: number;
  /** Source pixels: xmin, ymin, xmax, ymax. */
  box: readonly number[];
  /** Source pixels: x0, y0, x1, y1, … */
  crown: readonly number[];
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

const BATCH = 5000;

/**
 * Inserts trees inside the caller's transaction, 5,000 a statement. Values travel as one array a
 * column: twice as slow as COPY, but COPY has a connection to itself and kysely cannot share its own.
 */
export async function copyTrees(trx: Db, trees: readonly NewTree[]): Promise<void> {
  for (let from = 0; from < trees.length; from += BATCH)
    await insertBatch(trx, trees.slice(from, from + BATCH));
}

async function insertBatch(trx: Db, trees: readonly NewTree[]): Promise<void> {
  const column = <Name extends keyof NewTree>(name: Name) => trees.map((tree) => tree[name]);
  // Arrays of different lengths have no place in an array of arrays: they travel as their text.
  const arrays = (name: "box" | "crown") =>
    trees.map((tree) => `{${tree[name].map((value) => Number(value.toFixed(3))).join(",")}}`);
  await sql`
    insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
      veg_index_name, area_m2, box, crown, garden_id, district_id, region_id)
    select whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
      veg_index_name, area_m2, box::real[], crown::real[], garden_id, district_id, region_id
    from unnest(${column("whole_image_id")}::int[], ${column("fragment")}::int[],
      ${column("zc").map(String)}::bigint[], ${column("lon")}::float8[], ${column("lat")}::float8[],
      ${column("captured_on")}::date[], ${column("score")}::real[], ${column("green")}::smallint[],
      ${column("veg_index")}::real[], ${column("veg_index_name")}::text[],
      ${column("area_m2")}::real[], ${arrays("box")}::text[], ${arrays("crown")}::text[],
      ${column("garden_id")}::int[], ${column("district_id")}::int[],
      ${column("region_id")}::int[])
      as t (whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
        veg_index_name, area_m2, box, crown, garden_id, district_id, region_id)
    order by zc`.execute(trx);
}

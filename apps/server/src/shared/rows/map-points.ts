/** The records of a list as points of a map, which shows no pages. */

import { limits } from "@nihol/contract/values/limits";
import type { SelectQueryBuilder } from "kysely";
import { countRows } from "./count-rows.ts";

/** Degrees, WGS 84. */
type Place = { longitude: number; latitude: number };

/**
 * All records that have a place, up to `limits.pointsOnMap`, and how many of the list there are with and without one.
 * @param rows the list's filtered rows; what they select does not matter
 * @param placed those of them that have a place, with what a point says, in a fixed order
 */
export async function mapPoints<DB, TB extends keyof DB, C, PDB, PTB extends keyof PDB, O>(
  rows: SelectQueryBuilder<DB, TB, C>,
  placed: SelectQueryBuilder<PDB, PTB, O & Place>,
): Promise<{ count: number; without_place: number; points: (O & Place)[] }> {
  const [count, points] = await Promise.all([
    countRows(rows),
    placed.limit(limits.pointsOnMap).execute(),
  ]);
  const isWhole = points.length < limits.pointsOnMap;
  const withPlace = isWhole ? points.length : await countRows(placed.clearOrderBy());
  return { count, without_place: count - withPlace, points: points as (O & Place)[] };
}

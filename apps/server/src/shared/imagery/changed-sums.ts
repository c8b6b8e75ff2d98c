/** Changed trees of the comparisons of images of the period. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { ComparisonResult } from "@nihol/contract/values/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { allOf } from "../rows/all-of.ts";
import {
  type GardenChoice,
  inPlace,
  type TerritoryKind,
  territoryOf,
} from "../territory/territory-sql.ts";
import { listPairImages, type PairImages } from "./change-totals.ts";
import { listPeriodPairs } from "./period-pairs.ts";
import type { Ground } from "./same-ground.ts";

/** The changed trees of one comparison in one territory, of one garden or outside gardens. */
export interface ChangeRows extends Ground {
  territory_id: number;
  comparison_id: number;
  recall: ComparisonResult["recall"];
  images: PairImages;
  state: number;
  side: number;
  n: number;
  expected: number;
  variance: number;
}

/** Changed trees within the actor's scope, by territory and comparison. */
export async function sumChanged(
  db: Db,
  actor: Actor,
  kind: TerritoryKind,
  filter: TreeFilter & GardenChoice,
): Promise<ChangeRows[]> {
  const pairs = new Map((await listPeriodPairs(db, actor, filter)).map((pair) => [pair.id, pair]));
  if (pairs.size === 0) return [];
  const images = await listPairImages(db, [...pairs.values()]);
  const where = allOf([
    sql<SqlBool>`c.comparison_id = any(${[...pairs.keys()]}::int[])`,
    treesVisibleTo(actor, "c"),
    ...inPlace(filter, { region: "c.region_id", district: "c.district_id", garden: "c.garden_id" }),
  ]);
  const { rows } = await sql<Omit<ChangeRows, "recall" | "images">>`
    select ${territoryOf("c", kind, filter)} as territory_id, c.region_id, c.district_id, c.garden_id,
      c.comparison_id, c.state, c.side, sum(c.n)::int as n,
      sum(c.expected) as expected, sum(c.variance) as variance
    from change_tally c where ${where} group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows.flatMap((row) => {
    const [pair, both] = [pairs.get(row.comparison_id), images.get(row.comparison_id)];
    return pair && both ? [{ ...row, recall: pair.recall, images: both }] : [];
  });
}

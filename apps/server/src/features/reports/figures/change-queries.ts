/** Changed trees of the comparisons of images of the period. */
import type { TreeFilter } from "@nihol/contract/statistics";
import type { ComparisonResult } from "@nihol/contract/values/image-compare";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { treesVisibleTo } from "../../../policies/trees.ts";
import { listPeriodPairs } from "../../../shared/imagery/period-pairs.ts";
import type { Ground } from "../../../shared/imagery/same-ground.ts";
import { allOf } from "../../../shared/rows/all-of.ts";
import { territoryOf } from "../../../shared/territory/territory-sql.ts";

type Db = Kysely<Database>;

/** The changed trees of one comparison in one territory, of one garden or outside gardens. */
export interface ChangeRows extends Ground {
  territory_id: number;
  comparison_id: number;
  recall: ComparisonResult["recall"];
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
  kind: ReportKind,
  filter: TreeFilter,
): Promise<ChangeRows[]> {
  const pairs = new Map((await listPeriodPairs(db, actor, filter)).map((pair) => [pair.id, pair]));
  if (pairs.size === 0) return [];
  const where = allOf([
    sql<SqlBool>`c.comparison_id = any(${[...pairs.keys()]}::int[])`,
    treesVisibleTo(actor, "c"),
    ...(filter.region ? [sql<SqlBool>`c.region_id = ${filter.region}`] : []),
  ]);
  const { rows } = await sql<Omit<ChangeRows, "recall">>`
    select ${territoryOf("c", kind, filter)} as territory_id, c.region_id, c.district_id, c.garden_id,
      c.comparison_id, c.state, c.side, sum(c.n)::int as n,
      sum(c.expected) as expected, sum(c.variance) as variance
    from change_tally c where ${where} group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows.flatMap((row) => {
    const pair = pairs.get(row.comparison_id);
    return pair ? [{ ...row, recall: pair.recall }] : [];
  });
}

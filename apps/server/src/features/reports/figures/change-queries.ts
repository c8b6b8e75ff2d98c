/** Changed trees of the comparisons of images of the period. */
import type { TreeFilter } from "@nihol/contract/statistics";
import { type ComparisonResult, compareVersion } from "@nihol/contract/values/image-compare";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { visibleImagery } from "../../../policies/imagery.ts";
import { treesVisibleTo } from "../../../policies/trees.ts";
import { allOf } from "../../../shared/rows/all-of.ts";
import { territoryOf } from "../../../shared/territory/territory-sql.ts";
import { type ComparedPair, pairsThatAddUp } from "./change-pairs.ts";

type Db = Kysely<Database>;

/** The changed trees of one comparison in one territory. */
export interface ChangeRows {
  territory_id: number;
  comparison_id: number;
  recall: ComparisonResult["recall"];
  state: number;
  side: number;
  n: number;
  expected: number;
  variance: number;
}

/** Done comparisons of the actor's images whose later one is of the period. */
async function listPairs(db: Db, actor: Actor, { from, to }: TreeFilter): Promise<ComparedPair[]> {
  const visible = sql`select w.id from whole_image w join imagery_process p on p.id = w.process_id
    left join user_account u on u.id = p.requested_by
    where ${visibleImagery(actor)} and w.published_at is not null`;
  const where = allOf([
    sql<SqlBool>`c.status = 'completed'`,
    sql<SqlBool>`c.method = ${compareVersion}`,
    sql<SqlBool>`c.before_id in (${visible})`,
    sql<SqlBool>`c.after_id in (${visible})`,
    ...(from ? [sql<SqlBool>`a.captured_on >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`a.captured_on <= ${to}::date`] : []),
  ]);
  const { rows } = await sql<ComparedPair>`
    select c.id, b.captured_on as before_on, a.captured_on as after_on,
      array[greatest(a.bbox[1], b.bbox[1]), greatest(a.bbox[2], b.bbox[2]),
        least(a.bbox[3], b.bbox[3]), least(a.bbox[4], b.bbox[4])] as bbox,
      c.result -> 'recall' as recall
    from image_comparison c join whole_image b on b.id = c.before_id join whole_image a on a.id = c.after_id
    where ${where} order by a.captured_on desc, b.captured_on desc, c.id desc`.execute(db);
  return rows;
}

/** Changed trees within the actor's scope, by territory and comparison. */
export async function sumChanged(
  db: Db,
  actor: Actor,
  kind: ReportKind,
  filter: TreeFilter,
): Promise<ChangeRows[]> {
  const pairs = new Map(
    pairsThatAddUp(await listPairs(db, actor, filter)).map((pair) => [pair.id, pair]),
  );
  if (pairs.size === 0) return [];
  const where = allOf([
    sql<SqlBool>`c.comparison_id = any(${[...pairs.keys()]}::int[])`,
    treesVisibleTo(actor, "c"),
    ...(filter.region ? [sql<SqlBool>`c.region_id = ${filter.region}`] : []),
  ]);
  const { rows } = await sql<Omit<ChangeRows, "recall">>`
    select ${territoryOf("c", kind, filter)} as territory_id, c.comparison_id, c.state, c.side, sum(c.n)::int as n,
      sum(c.expected) as expected, sum(c.variance) as variance
    from change_tally c where ${where} group by 1, 2, 3, 4`.execute(db);
  return rows.flatMap((row) => {
    const pair = pairs.get(row.comparison_id);
    return pair ? [{ ...row, recall: pair.recall }] : [];
  });
}

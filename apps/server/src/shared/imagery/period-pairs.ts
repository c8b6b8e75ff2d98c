/** The comparisons of images of a period: for reports, and for the list of the trees that they count. */

import type { TreeFilter } from "@nihol/contract/statistics";
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { allOf } from "../rows/all-of.ts";
import { type ComparedPair, pairsThatAddUp } from "./change-pairs.ts";

/** Done comparisons of the actor's images whose later one is of the period, as far as they add up. */
export async function listPeriodPairs(
  db: Db,
  actor: Actor,
  { from, to }: Pick<TreeFilter, "from" | "to">,
): Promise<ComparedPair[]> {
  const visible = sql`select w.id from whole_image w join imagery_process p on p.id = w.process_id
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
    select c.id, c.before_id, c.after_id, b.captured_on as before_on, a.captured_on as after_on,
      array[greatest(a.bbox[1], b.bbox[1]), greatest(a.bbox[2], b.bbox[2]),
        least(a.bbox[3], b.bbox[3]), least(a.bbox[4], b.bbox[4])] as bbox,
      c.result -> 'recall' as recall
    from image_comparison c join whole_image b on b.id = c.before_id join whole_image a on a.id = c.after_id
    where ${where} order by a.captured_on desc, b.captured_on desc, c.id desc`.execute(db);
  return pairsThatAddUp(rows);
}

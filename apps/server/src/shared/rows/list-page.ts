/** One page of a list's query, and how many rows there are in all. */
import type { PageQuery } from "@nihol/contract/paging";
import type { Expression, ReferenceExpression, SelectQueryBuilder } from "kysely";
import { type Order, slice } from "../../http/paging.ts";
import { countRows } from "./count-rows.ts";

/**
 * @param by what the list is ordered by
 * @param id breaks ties, so that no row stands on two pages
 */
export async function listPage<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  query: PageQuery,
  {
    by,
    direction,
    id,
  }: { by: Expression<unknown>; id: ReferenceExpression<DB, TB> } & Pick<
    Order<string>,
    "direction"
  >,
): Promise<{ count: number; page: O[] }> {
  const count = await countRows(rows);
  const { limit, offset } = slice(query);
  const page = await rows.orderBy(by, direction).orderBy(id).limit(limit).offset(offset).execute();
  return { count, page };
}

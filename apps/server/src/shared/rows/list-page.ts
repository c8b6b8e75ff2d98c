/** One page of a list's query, and how many rows there are in all. */
import type { Expression, ReferenceExpression, SelectQueryBuilder } from "kysely";
import type { Order } from "../../http/paging.ts";
import { countRows } from "./count-rows.ts";
import { countOnce, type PagedQuery, pageRows } from "./page-rows.ts";

/**
 * @param by what the list is ordered by
 * @param id breaks ties, so that no row stands on two pages
 */
export async function listPage<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  query: PagedQuery,
  {
    by,
    direction,
    id,
  }: { by: Expression<unknown>; id: ReferenceExpression<DB, TB> } & Pick<
    Order<string>,
    "direction"
  >,
): Promise<{ count: number; page: O[] }> {
  const count = await countOnce(query, () => countRows(rows));
  const page = await pageRows(rows.orderBy(by, direction).orderBy(id), query);
  return { count, page };
}

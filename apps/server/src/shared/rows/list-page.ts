/** Reads a page of a list's query, and how many rows there are in all. */
import type { Expression, ReferenceExpression, SelectQueryBuilder } from "kysely";
import type { Order } from "../../http/paging.ts";
import { countRows } from "./count-rows.ts";
import { countOnce, type PagedQuery, pageRows } from "./page-rows.ts";

/**
 * The rows of one page, or the next ones of a list that is read to its end, with how many there are in all.
 * @param counted the list's filtered rows; what they select does not matter
 * @param sorted the same rows with their columns, in an order that ends in the id, so that none stands on two pages
 */
export async function countedPage<
  DB,
  TB extends keyof DB,
  C,
  SortedDB,
  SortedTB extends keyof SortedDB,
  O,
>(
  counted: SelectQueryBuilder<DB, TB, C>,
  sorted: SelectQueryBuilder<SortedDB, SortedTB, O>,
  query: PagedQuery,
): Promise<{ count: number; page: O[] }> {
  const count = await countOnce(query, () => countRows(counted));
  return { count, page: await pageRows(sorted, query) };
}

/** As `countedPage`, each row of the page as the list answers it. */
export async function countedRows<
  DB,
  TB extends keyof DB,
  C,
  SortedDB,
  SortedTB extends keyof SortedDB,
  O,
  Row,
>(
  counted: SelectQueryBuilder<DB, TB, C>,
  sorted: SelectQueryBuilder<SortedDB, SortedTB, O>,
  query: PagedQuery,
  toRow: (row: O) => Row,
): Promise<{ count: number; rows: Row[] }> {
  const { count, page } = await countedPage(counted, sorted, query);
  return { count, rows: page.map((row) => toRow(row)) };
}

/**
 * The rows of one page, as the list answers them, with how many there are in all.
 * @param by what the list is ordered by
 * @param id breaks ties, so that no row stands on two pages
 */
export async function listPage<DB, TB extends keyof DB, O, Row>(
  rows: SelectQueryBuilder<DB, TB, O>,
  query: PagedQuery,
  {
    by,
    direction,
    id,
    toRow,
  }: {
    by: Expression<unknown>;
    id: ReferenceExpression<DB, TB>;
    toRow: (row: O) => Row;
  } & Pick<Order<string>, "direction">,
): Promise<{ count: number; rows: Row[] }> {
  return countedRows(rows, rows.orderBy(by, direction).orderBy(id), query, toRow);
}

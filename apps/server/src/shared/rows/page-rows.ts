/** The rows of one page of a list, or the next ones of a list that is read to its end. */
import type { PageQuery } from "@nihol/contract/paging";
import type { SelectQueryBuilder } from "kysely";
import { slice } from "../../http/paging.ts";
import type { ListCursor } from "./list-cursor.ts";

/** A list's query; `cursor` when all of it is read, part by part. */
export type PagedQuery = Pick<PageQuery, "page" | "page_size"> & { cursor?: ListCursor };

/** The part of an ordered query that one page shows. */
export function onPage<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  query: PagedQuery,
): SelectQueryBuilder<DB, TB, O> {
  const { limit, offset } = slice(query);
  return rows.limit(limit).offset(offset);
}

/** Rows of an ordered query. */
export async function pageRows<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  query: PagedQuery,
): Promise<O[]> {
  if (query.cursor) return query.cursor.next(rows.compile(), query.page_size) as Promise<O[]>;
  return onPage(rows, query).execute();
}

/** Counts the rows of a list, once where all of it is read. */
export async function countOnce(
  { cursor }: PagedQuery,
  count: () => Promise<number>,
): Promise<number> {
  if (cursor?.count !== undefined) return cursor.count;
  const counted = await count();
  if (cursor) cursor.count = counted;
  return counted;
}

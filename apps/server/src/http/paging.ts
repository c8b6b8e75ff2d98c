/** Pages and orders of every list. */
import type { Page, PageQuery } from "@nihol/contract/paging";
import type { FastifyRequest } from "fastify";
import { Problem, refuseField } from "./problem.ts";

/** Rows to skip and to take. */
export const slice = (query: Pick<PageQuery, "page" | "page_size">) => ({
  limit: query.page_size,
  offset: (query.page - 1) * query.page_size,
});

/**
 * The answer of a list. `next` and `previous` are paths of this site with the query kept.
 * @throws {Problem} 404 for a page past the end, as in Django REST framework
 */
export function pageOf<T>(
  request: FastifyRequest,
  query: PageQuery,
  count: number,
  results: T[],
): Page<T> {
  const last = Math.max(1, Math.ceil(count / query.page_size));
  if (query.page > last) throw new Problem(404, "page_not_found");
  const link = (page: number) => {
    const url = new URL(request.url, "http://localhost");
    url.searchParams.set("page", String(page));
    return url.pathname + url.search;
  };
  return {
    count,
    next: query.page < last ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(query.page - 1) : null,
    results,
  };
}

export interface Order<C extends string> {
  column: C;
  direction: "asc" | "desc";
}

/**
 * Reads `?ordering=-name` against the columns that a list offers. The caller adds the id at the end.
 * @throws {FieldProblem} for a column that is not offered
 */
export function orderOf<C extends string>(
  ordering: string | undefined,
  offered: readonly C[],
  fallback: `-${C}` | C,
): Order<C> {
  const wanted = ordering || fallback;
  const column = wanted.replace(/^-/, "");
  const found = offered.find((name) => name === column);
  if (!found) refuseField("ordering", "invalid");
  return { column: found, direction: wanted.startsWith("-") ? "desc" : "asc" };
}

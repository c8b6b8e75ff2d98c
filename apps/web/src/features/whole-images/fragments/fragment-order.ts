import type { Fragment } from "@nihol/contract/imagery/fragments";
import { useQuery } from "@tanstack/react-query";
import { defaultPageSize } from "../../../lib/list/use-list.ts";
import { fragmentsQuery } from "./fragment-list.ts";
import type { FragmentSearch } from "./fragment-search.ts";

/** Where J and K lead: a fragment's number, and the page of the list it stands on. */
export type Step = { n: number; page: number | undefined };

/**
 * The fragments before and after this one, in the order and with the filters of the list it was
 * opened from. Pages beside the current one are fetched when they are needed.
 */
export function useFragmentOrder(image: string, n: number, search: FragmentSearch) {
  const page = search.page ?? 1;
  const size = search.page_size ?? defaultPageSize;
  const here = useQuery({ ...fragmentsQuery(image, search), staleTime: Number.POSITIVE_INFINITY });
  const rows = here.isPlaceholderData ? [] : (here.data?.results ?? []);
  const count = here.data?.count ?? 0;
  const at = rows.findIndex((one) => one.n === n);
  const isFirst = at === 0;
  const isLast = at >= 0 && at === rows.length - 1;
  const after = useQuery({
    ...fragmentsQuery(image, { ...search, page: page + 1 }),
    enabled: isLast && page * size < count,
  });
  const before = useQuery({
    ...fragmentsQuery(image, { ...search, page: page - 1 }),
    enabled: isFirst && page > 1,
  });
  const onPage = (fragment: Fragment | undefined, number: number): Step | undefined =>
    fragment && { n: fragment.n, page: number === 1 ? undefined : number };

  if (at < 0) {
    // reached by its address or as a neighbour: by number among those listed
    return {
      place: undefined,
      count,
      next: onPage(
        rows.find((one) => one.n > n),
        page,
      ),
      previous: onPage(
        rows.findLast((one) => one.n < n),
        page,
      ),
    };
  }
  return {
    place: (page - 1) * size + at + 1,
    count,
    next: isLast
      ? onPage(after.isPlaceholderData ? undefined : after.data?.results[0], page + 1)
      : onPage(rows[at + 1], page),
    previous: isFirst
      ? onPage(before.isPlaceholderData ? undefined : before.data?.results.at(-1), page - 1)
      : onPage(rows[at - 1], page),
  };
}

/** A list's address as a view keeps it, and back. */
import { asides } from "../navigation/aside-search.ts";

type ViewQuery = Record<string, string | number | boolean>;

/** Where in the list one is, what stands open, and what lies beside the screen: a view keeps none of it. */
const passing = new Set(["page", "open", ...asides]);

const isKept = (entry: [string, unknown]): entry is [string, string | number | boolean] =>
  !passing.has(entry[0]) &&
  entry[1] !== "" &&
  ["string", "number", "boolean"].includes(typeof entry[1]);

/** Picks what a view keeps of an address: search, filters, order, page size. */
export const viewQuery = (search: Record<string, unknown>): ViewQuery =>
  Object.fromEntries(Object.entries(search).filter(isKept));

/** The address that shows a view; what lies beside the screen stays. */
export function searchOfView(
  before: Record<string, unknown>,
  query: ViewQuery,
): Record<string, unknown> {
  const kept = Object.entries(before).filter(([key]) => asides.includes(key));
  return { ...query, ...Object.fromEntries(kept) };
}

/** Tells whether two views choose the same rows in the same order; "7" of an address is 7. */
export function isSameQuery(a: ViewQuery, b: ViewQuery): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => String(a[key]) === String(b[key]))
  );
}

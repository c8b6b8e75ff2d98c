import { limits } from "@nihol/contract/values/limits";

/** State that a list keeps in its address. `open`: the row in the side panel, or "new". */
export type ListSearch = {
  page?: number;
  page_size?: number;
  search?: string;
  ordering?: string;
  open?: string;
};

/**
 * Reads a list's search parameters; what makes no sense is left out, so a damaged address still
 * opens. `filters` names the list's own filters, kept as text.
 */
export function listSearch<F extends string = never>(filters: readonly F[] = []) {
  return (search: Record<string, unknown>): ListSearch & Partial<Record<F, string>> => {
    const page = positive(search.page);
    const size = positive(search.page_size);
    const kept: Record<string, string | number | undefined> = {
      page: page === 1 ? undefined : page,
      page_size: size && size <= limits.pageSizeMax ? size : undefined,
      search: word(search.search),
      ordering: word(search.ordering),
      open: word(search.open),
    };
    for (const filter of filters) kept[filter] = word(search[filter]);
    return kept as ListSearch & Partial<Record<F, string>>;
  };
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** The router reads `?open=7` as a number: identifiers are text here. */
function word(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

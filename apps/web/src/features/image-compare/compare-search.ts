import type { TreeChange } from "@nihol/contract/values/imagery/image-compare";
import { type ListSearch, listSearch } from "../../lib/list/list-search.ts";
import { readMapSearch } from "../../map/data/map-search.ts";
import { readViewSearch, type ViewSearch } from "../../map/data/view-search.ts";

export const compareModes = ["swipe", "side", "blend", "lapse"] as const;
export type CompareMode = (typeof compareModes)[number];

// Written out: addresses are read in every first load, and the contract would come with them.
const treeChanges = [
  "kept",
  "planted",
  "lost",
  "not_visible",
] as const satisfies readonly TreeChange[];

/** State of the screen that its address keeps: what is compared, how it is shown, which trees are listed. */
export type CompareSearch = Pick<ListSearch, "page" | "page_size"> &
  ViewSearch & {
    region?: string;
    district?: string;
    garden?: string;
    /** Years are being chosen, before there is an area. */
    by?: "years";
    /** Years. */
    from?: string;
    to?: string;
    /** Whole images, instead of years. */
    before?: string;
    after?: string;
    mode?: CompareMode;
    /** Listed trees. */
    state?: TreeChange;
    /** Not drawn on the map: states, joined by commas. */
    hide?: string;
    at?: string;
  };

const lists = listSearch([
  "region",
  "district",
  "garden",
  "from",
  "to",
  "before",
  "after",
  "mode",
  "state",
  "hide",
  "by",
]);

/** Parses the address; invalid values are left out. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  const { open: _open, search: _text, ordering: _order, ...read } = lists(search);
  const number = (value: string | undefined) =>
    value !== undefined && /^[1-9]\d{0,8}$/.test(value) ? value : undefined;
  return {
    page: read.page,
    page_size: read.page_size,
    region: number(read.region),
    district: number(read.district),
    garden: number(read.garden),
    from: number(read.from),
    to: number(read.to),
    before: number(read.before),
    after: number(read.after),
    mode: compareModes.find((mode) => mode === read.mode),
    state: treeChanges.find((state) => state === read.state),
    by: read.by === "years" ? read.by : undefined,
    hide: read.hide && hiddenStates(read.hide).size > 0 ? read.hide : undefined,
    at: readMapSearch(search).at,
    ...readViewSearch(search),
  };
}

export function hiddenStates(hide: string | undefined): Set<TreeChange> {
  const words = (hide ?? "").split(",");
  return new Set(treeChanges.filter((state) => words.includes(state)));
}

/** The query to the server; null while nothing is chosen. */
export function compareQuery(search: CompareSearch): Record<string, string> | null {
  const { region, district, garden, from, to, before, after } = search;
  const area = areaOf({ garden, district, region });
  if (before && after) return { ...area, before, after };
  if (!area) return null;
  return { ...area, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The narrowest area that is chosen. */
function areaOf(areas: Record<string, string | undefined>): Record<string, string> | null {
  const [narrowest] = Object.entries(areas).filter((entry) => entry[1] !== undefined);
  return narrowest?.[1] === undefined ? null : { [narrowest[0]]: narrowest[1] };
}

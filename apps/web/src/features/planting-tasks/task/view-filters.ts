import type { ListSearch } from "../../../lib/list/list-search.ts";

export type TaskFilterValues = {
  status?: string;
  garden?: string;
  ministry?: string;
  contractor?: string;
  region?: string;
  district?: string;
  tree_type?: string;
  from?: string;
  to?: string;
  warnings?: string;
  verdict?: string;
  /** Days of the due date: a day of the calendar. */
  due_from?: string;
  due_to?: string;
  /** Set by a report. */
  decided?: string;
  replanting?: string;
  counted?: string;
  contradicted?: string;
  visited?: string;
  visit_from?: string;
  visit_to?: string;
};

export type TaskSearch = ListSearch &
  TaskFilterValues & {
    view?: string;
    /** The month of the calendar: `2026-05`. */
    month?: string;
    /** The place of the map. */
    at?: string;
  };
/** Filters that all views of the tasks share, as their calls take them. */
export type ViewFilters = TaskFilterValues & Pick<ListSearch, "search">;

/** Picks the filters out of an address; the rest says how and which part of the tasks is shown. */
export function viewFilters(search: TaskSearch): ViewFilters {
  const {
    view: _view,
    month: _month,
    at: _at,
    open: _open,
    page: _page,
    page_size: _size,
    ordering: _order,
    ...filters
  } = search;
  return filters;
}

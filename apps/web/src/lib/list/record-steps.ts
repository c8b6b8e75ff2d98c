import type { ListView } from "./use-list.ts";

/** Opens the record before or after the one that stands open; undefined where the page of the list ends. */
export type RecordSteps = {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
};

/** The ways from the open row of a list to its neighbours on the same page. */
export function stepsIn(list: ListView<{ id: number }>): RecordSteps {
  const at = list.rows.findIndex(({ id }) => String(id) === list.search.open);
  const to = (row: { id: number } | undefined) =>
    row && (() => list.change({ open: String(row.id) }));
  return at < 0 ? {} : { previous: to(list.rows[at - 1]), next: to(list.rows[at + 1]) };
}

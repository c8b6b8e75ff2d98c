import { useRef, useState } from "react";

/** Rows that were selected, also those of other pages, until the filter changes. */
export type Selection<Row> = {
  rows: ReadonlyMap<string, Row>;
  /** Selects a row or takes it out; with `range` all rows from the last one touched. */
  toggle: (id: string, range?: boolean) => void;
  /** Selects the whole page, or takes all of it out. */
  togglePage: () => void;
  /** Takes some out: they were deleted. */
  drop: (ids: Iterable<string>) => void;
  clear: () => void;
};

/** Pure: the selection after `id` was pressed; `anchor` is the row pressed before it, for a range. */
export function pressed<Row>(
  before: ReadonlyMap<string, Row>,
  page: readonly (readonly [string, Row])[],
  id: string,
  anchor?: string,
): Map<string, Row> {
  const at = page.findIndex(([one]) => one === id);
  const from = page.findIndex(([one]) => one === anchor);
  const after = new Map(before);
  if (from < 0 || at < 0) {
    const row = page[at];
    if (!after.delete(id) && row) after.set(...row);
    return after;
  }
  for (const row of page.slice(Math.min(from, at), Math.max(from, at) + 1)) after.set(...row);
  return after;
}

type Kept<Row> = { scope: string; rows: ReadonlyMap<string, Row> };

/** `scope` is what the list is filtered by: the selection belongs to it and ends with it. */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ scope, rows: new Map() });
  const anchor = useRef<string>(undefined);
  const selected: ReadonlyMap<string, Row> = kept.scope === scope ? kept.rows : new Map();
  const page = rows.map((row) => [rowId(row), row] as const);
  const keep = (next: ReadonlyMap<string, Row>) => setKept({ scope, rows: next });
  return {
    rows: selected,
    toggle(id, range) {
      keep(pressed(selected, page, id, range ? anchor.current : undefined));
      anchor.current = id;
    },
    togglePage() {
      const after = new Map(selected);
      const whole = page.every(([id]) => selected.has(id));
      for (const [id, row] of page) {
        if (whole) after.delete(id);
        else after.set(id, row);
      }
      keep(after);
    },
    drop(ids) {
      const after = new Map(selected);
      for (const id of ids) after.delete(id);
      keep(after);
    },
    clear: () => keep(new Map()),
  };
}

import type { ReadingPoint, ReadingSeries } from "@nihol/contract/sensors/readings";
import { gapsOf } from "./chart-data.ts";

/** Line of the table that says the same as the chart; times in milliseconds. */
export type TableRow =
  | { kind: "values"; ts: number; cells: (ReadingPoint | undefined)[] }
  | { kind: "faulty"; ts: number; line: number; value: number }
  | { kind: "gap"; ts: number; to: number; line: number };

/**
 * All that the chart draws, newest first: values by moment, faulty values, and each stretch
 * without readings, also the one that lasts until `end` (milliseconds).
 */
export function tableRows(list: readonly ReadingSeries[], end: number): TableRow[] {
  const byTime = new Map<number, (ReadingPoint | undefined)[]>();
  const rows: TableRow[] = [];
  list.forEach((series, line) => {
    for (const point of series.points) {
      const ts = Date.parse(point.ts);
      const cells = byTime.get(ts) ?? new Array<ReadingPoint | undefined>(list.length);
      cells[line] = point;
      byTime.set(ts, cells);
    }
    for (const { ts, value } of series.faulty)
      rows.push({ kind: "faulty", ts: Date.parse(ts), line, value });
    for (const { from, to } of gapsOf(series))
      rows.push({ kind: "gap", ts: from * 1000, to: to * 1000, line });
    const last = series.points.at(-1);
    if (last && end - Date.parse(last.ts) > series.gap_after_s * 1000)
      rows.push({ kind: "gap", ts: Date.parse(last.ts), to: end, line });
  });
  for (const [ts, cells] of byTime) rows.push({ kind: "values", ts, cells: [...cells] });
  // A gap begins at a reading and is listed after it, thus above it in a table that ends in the past.
  const order = { gap: 0, faulty: 1, values: 2 };
  return rows.sort((a, b) => b.ts - a.ts || order[a.kind] - order[b.kind]);
}

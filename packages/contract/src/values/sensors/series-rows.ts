/** Rows of a table that says the same as a chart of readings: the screen shows them, and files hold them. */

interface Point {
  ts: string;
  value: number;
  min: number;
  max: number;
}

/** Part of a series that makes its rows. */
interface RowSeries {
  points: readonly Point[];
  faulty: readonly { ts: string; value: number }[];
  /** Seconds. */
  gap_after_s: number;
}

/** Line of the table; times in milliseconds, `line` the place of the series. */
export type TableRow =
  | { kind: "values"; ts: number; cells: (Point | undefined)[] }
  | { kind: "faulty"; ts: number; line: number; value: number }
  | { kind: "gap"; ts: number; to: number; line: number };

/** Stretches without readings, in seconds: between points further apart than the device's gap. */
export function gapsOf({
  points,
  gap_after_s,
}: Pick<RowSeries, "points" | "gap_after_s">): { from: number; to: number }[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (!before) return [];
    const [from, to] = [Date.parse(before.ts) / 1000, Date.parse(point.ts) / 1000];
    return to - from > gap_after_s ? [{ from, to }] : [];
  });
}

/**
 * All that the chart draws, newest first: values by moment, faulty values, and each stretch
 * without readings, also the one that lasts until `end` (milliseconds).
 */
export function tableRows(list: readonly RowSeries[], end: number): TableRow[] {
  const byTime = new Map<number, (Point | undefined)[]>();
  const rows: TableRow[] = [];
  list.forEach((series, line) => {
    for (const point of series.points) {
      const ts = Date.parse(point.ts);
      const cells = byTime.get(ts) ?? new Array<Point | undefined>(list.length);
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

/** Lines of a report that say nothing. */

type Counted = { count: number };

/** Figures of a line that tell whether it is empty. */
interface Line {
  garden_count: number;
  trees: { total: number } | null;
  captures: Counted;
  tasks: Counted;
  devices: Counted;
  violations: Counted;
}

/** Tells whether a territory has neither gardens, images, trees, tasks, devices nor violations. */
export function isEmptyRow(row: Line): boolean {
  const { garden_count, trees, captures, tasks, devices, violations } = row;
  const counts = [captures, tasks, devices, violations].map(({ count }) => count);
  return [garden_count, trees?.total ?? 0, ...counts].every((count) => count === 0);
}

/** The same sums over fewer lines. */
export const withoutEmptyRows = <R extends { rows: readonly Line[] }>(
  report: R,
): R & { rows: R["rows"][number][] } => ({
  ...report,
  rows: report.rows.filter((row) => !isEmptyRow(row)),
});

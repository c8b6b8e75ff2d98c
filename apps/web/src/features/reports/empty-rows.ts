import type { ReportRow } from "@nihol/contract/reports/reports";

/** Whether a territory has neither gardens, images, trees, tasks, devices nor violations. */
export function isEmptyRow(row: ReportRow): boolean {
  const { garden_count, trees, captures, tasks, devices, violations } = row;
  const counts = [captures, tasks, devices, violations].map(({ count }) => count);
  return [garden_count, trees?.total ?? 0, ...counts].every((count) => count === 0);
}

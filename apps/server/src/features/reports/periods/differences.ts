/** Finds what in a report is no longer as it was approved. No database here. */
import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { ApprovedReports, Report, ReportLine } from "@nihol/contract/reports/reports";
import type { ReportLineKind } from "@nihol/contract/values/reports/report-periods";
import { reportKinds } from "@nihol/contract/values/reports/reports";
import { wordsOf } from "../../../shared/files/words.ts";
import { type FigureColumn, figureColumns } from "../figures/columns.ts";

/** A figure that differs; when and why is asked of the audit log. */
export type Difference = Omit<ReportCorrection, "since" | "causes">;

/** As they are on the day of the report, whatever the period: tomorrow they differ without any correction. */
const ofTheDay = new Set([
  ...["area", "garden_count", "garden_area", "task_overdue", "violation_overdue", "device_count"],
  ...["device_online", "device_silent", "device_faulty", "device_retired"],
]);

type PeriodColumn = FigureColumn & { section: ReportCorrection["section"] };
const isOfPeriod = (column: FigureColumn): column is PeriodColumn =>
  column.kind !== "text" && column.section !== "before" && !ofTheDay.has(column.title);
/** The figures that an approval fixes: numbers and days. */
const columns = figureColumns.filter(isOfPeriod);

/** Numbers and days need no words. */
const words = wordsOf("en", "UTC");

function figureOf(column: PeriodColumn, line: ReportLine | null): number | string | null {
  const value = line && column.of(line, words, true);
  return typeof value === "number" || typeof value === "string" ? value : null;
}

/** Sums of areas may differ in their last digits from one run to the next. */
function isSame(a: number | string | null, b: number | string | null): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}

interface Place {
  line: ReportLineKind;
  territory: number | null;
  name: Record<string, string>;
  of: (report: Report) => ReportLine | null;
}

/** Every line of either report: a territory may have come or gone since. */
function placesOf(reports: readonly Report[]): Place[] {
  const rows = new Map(
    reports.flatMap(({ rows }) => rows.map((row) => [row.id, row.name] as const)),
  );
  const sums = (["total", "outside", "grand_total"] as const).map(
    (line): Place => ({ line, territory: null, name: {}, of: (report) => report[line] }),
  );
  return [
    ...[...rows].map(
      ([id, name]): Place => ({
        ...{ line: "row", territory: id, name },
        of: (report) => report.rows.find((row) => row.id === id) ?? null,
      }),
    ),
    ...sums,
  ];
}

function titleOfLine(approved: ReportLine | null, now: ReportLine | null) {
  if (!approved && now) return "new_line";
  return approved && !now ? "gone_line" : undefined;
}

function differencesOf(approved: Report, now: Report): Difference[] {
  return placesOf([approved, now]).flatMap(({ of, ...place }) => {
    const title = titleOfLine(of(approved), of(now));
    // A line that only one of both shows is named once: none of its figures was approved, or is there now.
    if (title)
      return [{ kind: approved.kind, ...place, section: "land", title, approved: null, now: null }];
    return columns.flatMap((column): Difference[] => {
      const before = of(approved);
      // A version from before a figure was summed did not approve it.
      if (before && column.cover && !(column.cover in before)) return [];
      if (before && column.of(before, words, true) === undefined) return [];
      const [was, is] = [figureOf(column, before), figureOf(column, of(now))];
      if (isSame(was, is)) return [];
      const { section, title } = column;
      return [{ kind: approved.kind, ...place, section, title, approved: was, now: is }];
    });
  });
}

/** Of the reports that were made now, line by line. */
export const allDifferences = (
  approved: ApprovedReports,
  now: Partial<ApprovedReports>,
): Difference[] =>
  reportKinds.flatMap((kind) => {
    const made = now[kind];
    return made ? differencesOf(approved[kind], made) : [];
  });

import dayjs from "dayjs";

/** The specification's periods; without one, everything. */
export const periodKinds = ["week", "ten_days", "month", "dates"] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** Capture dates, both inclusive, as YYYY-MM-DD. */
export type DateRange = { from?: string; to?: string };

export function isPeriodKind(value: unknown): value is PeriodKind {
  return periodKinds.some((kind) => kind === value);
}

/** The dates of a period up to `today`; those of the address for "dates"; none for everything. */
export function periodRange(
  { period, from, to }: { period?: PeriodKind } & DateRange,
  today = dayjs().format("YYYY-MM-DD"),
): DateRange {
  const start = dayjs(today);
  const day = (moment: dayjs.Dayjs) => moment.format("YYYY-MM-DD");
  if (period === "week") return { from: day(start.subtract(7, "day")), to: today };
  if (period === "ten_days") return { from: day(start.subtract(10, "day")), to: today };
  if (period === "month") return { from: day(start.subtract(1, "month")), to: today };
  if (period === "dates") return { from, to };
  return {};
}

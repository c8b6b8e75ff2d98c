import dayjs from "dayjs";
import type { DateRange, PeriodKind } from "./period-kinds.ts";

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

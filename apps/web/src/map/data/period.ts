import dayjs from "dayjs";
import type { DateRange, PeriodKind } from "./period-kinds.ts";

/** The dates of a period that ends with `today`, both counted: a week is seven days; those of the address for "dates"; none for everything. */
export function periodRange(
  { period, from, to }: { period?: PeriodKind } & DateRange,
  today = dayjs().format("YYYY-MM-DD"),
): DateRange {
  const start = dayjs(today);
  const day = (moment: dayjs.Dayjs) => moment.format("YYYY-MM-DD");
  if (period === "week") return { from: day(start.subtract(6, "day")), to: today };
  if (period === "ten_days") return { from: day(start.subtract(9, "day")), to: today };
  if (period === "month") return { from: day(start.subtract(1, "month").add(1, "day")), to: today };
  if (period === "dates") return { from, to };
  return {};
}

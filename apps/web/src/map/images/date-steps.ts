import type { DateRange, PeriodKind } from "../data/period-kinds.ts";

/** Index of the last of the ascending dates until a day, inclusive (0 where all are later); of the last of all without a day. */
export function positionOf(dates: readonly string[], to: string | undefined): number {
  const last = dates.length - 1;
  if (to === undefined) return last;
  const next = dates.findIndex((date) => date > to);
  return next === -1 ? last : Math.max(0, next - 1);
}

type Change = { period: PeriodKind | undefined } & { [key in keyof DateRange]: string | undefined };

/** The period that ends at a date; everything until today without one. The beginning stays where it lies before it. */
export function periodUntil(to: string | undefined, { from }: DateRange): Change {
  const start = from !== undefined && (to === undefined || from <= to) ? from : undefined;
  if (to === undefined && start === undefined)
    return { period: undefined, from: undefined, to: undefined };
  return { period: "dates", from: start, to };
}

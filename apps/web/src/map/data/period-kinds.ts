/** Periods as an address names them: read before the first page, and so without the reckoning of dates. */

/** The specification's periods; without one, everything. */
export const periodKinds = ["week", "ten_days", "month", "dates"] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** Capture dates, both inclusive, as YYYY-MM-DD. */
export type DateRange = { from?: string; to?: string };

export function isPeriodKind(value: unknown): value is PeriodKind {
  return periodKinds.some((kind) => kind === value);
}

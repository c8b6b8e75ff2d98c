/** Limits of intake and of answers. */
export const readingLimits = {
  /** Readings in one call. */
  batch: 1000,
  /** A clock may go ahead by this much. */
  futureMinutes: 5,
  oldest: "2000-01-01T00:00:00Z",
  importBytes: 20 * 1024 ** 2,
  importRows: 500_000,
  /** Longest ranges, in days, of one answer. */
  rawDays: 35,
  hourDays: 800,
  dayDays: 7_400,
  /** Single readings of one answer: one a minute for `rawDays`. */
  rawPoints: 60_000,
  /** Readings of one device in a day: one a second, and five days to catch up with. */
  perDay: 500_000,
  /** Refused lines that an import's answer names; all are counted. */
  refusedShown: 200,
} as const;

export const readingSteps = ["raw", "hour", "day", "auto"] as const;
export type ReadingStep = Exclude<(typeof readingSteps)[number], "auto">;

export const refusalReasons = [
  "bad_line",
  "bad_time",
  "in_future",
  "too_old",
  "unknown_parameter",
  "no_value",
  "bad_number",
  "unknown_device",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What a column of an imported file holds; `ignore` is left out. */
export const columnRoles = ["ts", "date", "time", "device", "ignore"] as const;

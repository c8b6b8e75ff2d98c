/** Limits of intake and of answers. */
export const readingLimits = {
  /** Readings in one call. */
  batch: 1000,
  /** A clock may go ahead by this much. */
  futureMinutes: 5,
  /** Clocks that lost their time begin in 1970, 1980, 2000 or 2002: what they say is no time of a reading. */
  oldest: "2003-01-01T00:00:00Z",
  importBytes: 20 * 1024 ** 2,
  importRows: 500_000,
  /** Longest ranges, in days, of one answer. */
  rawDays: 35,
  hourDays: 800,
  dayDays: 7_400,
  /** Single readings of one answer, of all its series together: one a minute for `rawDays`. */
  rawPoints: 60_000,
  /** Series of one chart: more lines cannot be told apart. */
  series: 6,
  /** Readings of one device in a day: one a second, and five days to catch up with. */
  perDay: 500_000,
  /** Refused lines that an import's answer names; all are counted. */
  refusedShown: 200,
  /** Profiles of a logger that are proposed for a file. */
  profilesShown: 20,
  /** Columns of a file that a profile is kept of: loggers write some dozens. */
  profileColumns: 500,
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

/** Ways in which readings come. */
export const intakeWays = ["http", "mqtt", "file"] as const;
export type IntakeWay = (typeof intakeWays)[number];

/**
 * Reasons for which a part of what came is refused, whatever way it came. All after those of readings are of messages
 * alone; the last two of those from a broker outside: the device's day is full, the database refuses the values.
 */
export const entryReasons = [
  ...refusalReasons,
  "no_json",
  "too_many",
  "unknown_unit",
  "day_full",
  "not_written",
] as const;
export type EntryReason = (typeof entryReasons)[number];

/** Reasons for which the body of a call is refused as a whole. */
export const bodyProblems = ["invalid", "body_too_large", "unsupported_media_type"] as const;
export type BodyProblem = (typeof bodyProblems)[number];

/** Reasons for which a call is not read at all. */
export const turnAwayReasons = [
  "device_token_missing",
  "device_token_invalid",
  "device_token_other",
  "device_retired",
  "too_many_attempts",
  "unread_topic",
] as const;
export type TurnAwayReason = (typeof turnAwayReasons)[number];

/** Limits of what is kept of a device's calls. */
export const intakeSeen = {
  /** Newest calls. */
  calls: 20,
  /** Characters of what was sent in one. */
  payload: 4096,
  /** Reasons of one. */
  reasons: 5,
} as const;

/** Roles of a column in an imported file; `ignore` is left out. */
export const columnRoles = ["ts", "date", "time", "device", "ignore"] as const;

/**
 * Ways in which a column's unit is known: Nihol's own by its heading, none in the heading, one that is
 * converted, one that cannot be, or dissolved solids, of which no conductivity follows.
 */
export const columnUnitStates = [
  "own",
  "assumed",
  "converted",
  "unknown",
  "dissolved_solids",
] as const;
export type ColumnUnitState = (typeof columnUnitStates)[number];

/** Order of day and month in dates like 3/4/2026; `unclear` must be chosen, `none`: no date leaves it open. */
export const dayOrders = ["dmy", "mdy", "unclear", "none"] as const;

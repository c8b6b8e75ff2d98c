/** Times over which a person says that values of a device are wrong: reasons and bounds. */

/** Reasons, as a field engineer names them; `other` asks for a note. */
export const badIntervalReasons = [
  "damaged",
  "serviced",
  "misplaced",
  "uncalibrated",
  "wrong_unit",
  "wrong_clock",
  "other",
] as const;
export type BadIntervalReason = (typeof badIntervalReasons)[number];

export const badIntervalLimits = {
  /** Longest time that is set aside at once; one that goes on may have begun as long ago. */
  days: 400,
  /** Values that are set aside in one transaction, during which what the device sends waits. */
  values: 1_000_000,
  note: 1000,
  /** Intervals that one answer lists, the newest ones. */
  shown: 200,
} as const;

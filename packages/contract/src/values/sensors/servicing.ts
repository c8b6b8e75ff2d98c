/** Kinds of work on a device; `other` asks for a note. */
export const servicingKinds = [
  "installed",
  "cleaned",
  "calibrated",
  "battery",
  "repaired",
  "inspected",
  "other",
] as const;
export type ServicingKind = (typeof servicingKinds)[number];

/** Devices by the day of their next service: before today, or within `nearDays` and before. */
export const servicingFilters = ["overdue", "due"] as const;

export const servicingLimits = {
  note: 2000,
  /** Letters of the name of who did it. */
  doneBy: 200,
  /** Entries that one answer lists, the newest ones. */
  shown: 200,
  /** Years from now that a next day may lie ahead. */
  years: 10,
} as const;

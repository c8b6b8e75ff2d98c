/** Raised when the same trees would be compared otherwise: results of older ways are made anew. */
export const compareVersion = 2;

/** Change records: what became of a tree between two dates. Order is the number in the database and in tiles. */
export const treeChanges = ["kept", "planted", "lost", "not_visible"] as const;
export type TreeChange = (typeof treeChanges)[number];
/** Reasons why nothing can be said of a tree in the other image; order is the number in the database, from 1. */
export const unseenReasons = ["outside", "no_data", "too_coarse", "veiled"] as const;

export const comparisonStates = [
  "absent",
  "pending",
  "in_progress",
  "failed",
  "completed",
] as const;
export type ComparisonState = (typeof comparisonStates)[number];

export const registrationMethods = ["pixels", "trees", "none"] as const;

/** Registration by which the later image was laid on the earlier one. */
export interface Registration {
  method: (typeof registrationMethods)[number];
  /** The later image's ground lies so far to the east and south, metres. */
  east_m: number;
  south_m: number;
  /** Standard error of the shift, metres: of the whole ground. */
  error_m: number;
  /** Where it is smallest and where it is largest, as measured there; null where that could not be measured, absent in what was compared before it was. */
  error_span_m?: { low: number; high: number } | null;
  /** 0 to 1. */
  confidence: number;
}

/** Values that a completed comparison keeps besides the trees. */
export interface ComparisonResult {
  registration: Registration;
  /** Share of the trees standing there that the detector finds, of each image; 0 to 1. */
  recall: { before: number; after: number };
}

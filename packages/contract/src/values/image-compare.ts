/** Raised when the same trees would be compared otherwise: results of older ways are made anew. */
export const compareVersion = 2;

/** What became of a tree. Order is the number in the database and in tiles. */
export const treeChanges = ["kept", "planted", "lost", "not_visible"] as const;
export type TreeChange = (typeof treeChanges)[number];
/** Why a tree cannot be judged in the other picture; order is the number in the database, from 1. */
export const unseenReasons = ["outside", "no_data", "too_coarse", "veiled"] as const;
export type UnseenReason = (typeof unseenReasons)[number];

export const comparisonStates = [
  "absent",
  "pending",
  "in_progress",
  "failed",
  "completed",
] as const;
export type ComparisonState = (typeof comparisonStates)[number];

export const registrationMethods = ["pixels", "trees", "none"] as const;

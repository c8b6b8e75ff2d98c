/** Order is the number in the database and in tiles: not_green 0, green 1, unsure 2. */
export const greenStates = ["not_green", "green", "unsure"] as const;
export type GreenState = (typeof greenStates)[number];

/** States of one tree's place in an image, from detection and from comparison with another date. */
export const treeHistoryStates = ["seen", "stands", "absent", "lost", "not_visible"] as const;
export type TreeHistoryState = (typeof treeHistoryStates)[number];

/** Reviews of one tree by people. Order is the number in the database. */
export const treeReviews = ["new", "accepted", "corrected", "added"] as const;
export type TreeReview = (typeof treeReviews)[number];

export const correctionActions = ["add", "accept", "change", "delete"] as const;
export type CorrectionAction = (typeof correctionActions)[number];

/**
 * Where a new run says otherwise than a person: it found a tree that was removed, it does not find one that was accepted
 * or changed, it says otherwise whether one is green, a second tree lies on a corrected one.
 */
export const conflictKinds = ["found_again", "not_found", "other_green", "beside"] as const;
export type ConflictKind = (typeof conflictKinds)[number];
/** Decisions on a conflict: the person's word is kept, or the run's is taken. */
export const conflictDecisions = ["kept", "taken"] as const;
export type ConflictDecision = (typeof conflictDecisions)[number];
/** So many are decided at once. */
export const maxDecidedConflicts = 200;

/** Bounds of what a person may draw: a sapling to the broadest planes, and corners of an outline. */
export const crownLimits = {
  radiusM: { min: 0.1, max: 25 },
  areaM2: { min: 0.03, max: 2000 },
  corners: 200,
} as const;

/** Metres: middles of two trees that are nearer are taken for one tree that was given twice, until a person says otherwise. */
export const besideM = 0.5;

/** A tree as a correction keeps it: what its image says of it, without the territory that it stands in. */
export interface TreeState {
  lon: number;
  lat: number;
  fragment: number;
  /** Source pixels: xmin, ymin, xmax, ymax. */
  box: [number, number, number, number];
  /** Source pixels: x0, y0, x1, y1, … */
  crown: number[];
  area_m2: number;
  score: number;
  green: GreenState;
  veg_index: number | null;
  veg_index_name: string | null;
  review: TreeReview;
}

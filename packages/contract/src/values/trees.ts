/** Order is the number in the database and in tiles: not_green 0, green 1, unsure 2. */
export const greenStates = ["not_green", "green", "unsure"] as const;
export type GreenState = (typeof greenStates)[number];

/** What an image shows at the place of one tree, from detection and from comparison with another date. */
export const treeHistoryStates = ["seen", "stands", "absent", "lost", "not_visible"] as const;
export type TreeHistoryState = (typeof treeHistoryStates)[number];

/** What a person said of one tree. Order is the number in the database. */
export const treeReviews = ["new", "accepted", "corrected", "added"] as const;
export type TreeReview = (typeof treeReviews)[number];

/** What a correction did. */
export const correctionActions = ["add", "accept", "change", "delete"] as const;
export type CorrectionAction = (typeof correctionActions)[number];

/** Bounds of what a person may draw: a sapling to the broadest planes, and corners of an outline. */
export const crownLimits = {
  radiusM: { min: 0.1, max: 25 },
  areaM2: { min: 0.03, max: 2000 },
  corners: 200,
} as const;

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

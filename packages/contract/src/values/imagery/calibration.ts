/**
 * Trees counted by people in sample plots: small squares of an image, drawn at random. From them come the range that
 * the image's count is shown with, and the threshold that suits images like it.
 */
export const calibrationLimits = {
  /** Sample plots drawn at first, asked for at once, and at most for one image. */
  windows: { first: 12, more: 6, max: 48 },
  /** From so many counted plots, with a tree found in them, the range comes from the plots. */
  needed: 5,
  /** Seconds that one plot takes, until so many are known to have been counted one after the other. */
  pace: { seconds: 50, known: 20 },
  /** Annotations in one plot. */
  annotations: 500,
} as const;

export const calibrationStates = ["none", "drawing", "open"] as const;
export const calibrationWindowStates = ["open", "counted", "skipped"] as const;

/** A second person counts a share of the fragments that a first one looked through. */
export const opinionStates = ["open", "counted", "skipped"] as const;
export type OpinionState = (typeof opinionStates)[number];

/** By what agreement over many images is summed up; `person` has each opinion once for either of its two. */
export const agreementGroups = ["all", "image", "pair", "person", "region", "month"] as const;
export type AgreementGroup = (typeof agreementGroups)[number];
export const agreementOrderings = ["fragments", "agreement"] as const;

export const opinionLimits = {
  /** Of the fragments that were looked through. */
  share: { min: 0.01, max: 1, usual: 0.1 },
  /** Trees that one fragment takes. */
  points: 2000,
  /** A point so near to a tree's middle, in metres, means that tree; so does one within its crown. */
  radiusM: 2,
} as const;

/** A tree as it stood in a fragment when that was drawn, in source pixels. */
export interface OpinionTree {
  tree: number;
  x: number;
  y: number;
  /** x0, y0, x1, y1, … */
  crown: number[];
}

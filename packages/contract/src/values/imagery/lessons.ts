/** Values of grounds: images of one source, camera, season and kind of country, whose labels teach the detector. */

/** Trees of a sample plot, and those found there by what the other plots taught. */
export interface LessonPlot {
  image: number;
  /** Its square in the image's grid, and the side of that in pixels: a later grid may have others. */
  side: number;
  cell: number;
  found: number;
  truth: number;
}

/** Ways in which an image is said to be of a ground. */
export const groundNamings = ["person", "likeness"] as const;

/** Reasons why learning came to nothing. */
export const groundProblems = ["few_plots", "one_kind", "bands", "resolution", "failed"] as const;
export type GroundProblem = (typeof groundProblems)[number];

/** Reasons why what was learned of a ground was not used on an image. */
export const groundUnusedReasons = [
  "network",
  "resolution",
  "bands",
  "look",
  "threshold",
  "withdrawn",
] as const;
export type GroundUnused = (typeof groundUnusedReasons)[number];

/** Of how many sample plots a ground is learned at least, and how long its name may be. */
export const groundLimits = { plots: 4, name: 80 } as const;

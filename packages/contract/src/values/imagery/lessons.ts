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

/** Labels of one sample plot as they taught: they can be read when the plot is gone. */
export interface TaughtPlot {
  image: number;
  side: number;
  cell: number;
  /** Annotations, source pixels x0, y0, x1, y1, … */
  annotations: number[];
}

/** Ways in which an image is said to be of a ground. */
export const groundNamings = ["person", "likeness"] as const;

/** Reasons why learning came to nothing. */
export const groundProblems = [
  "few_plots",
  "one_kind",
  "bands",
  "resolution",
  "failed",
  "not_allowed",
] as const;
export type GroundProblem = (typeof groundProblems)[number];

/** Reasons why what was learned of a ground was not used on an image. */
export const groundUnusedReasons = [
  "network",
  "resolution",
  "bands",
  "look",
  "threshold",
  "withdrawn",
  "not_better",
] as const;
export type GroundUnused = (typeof groundUnusedReasons)[number];

/** Of how many sample plots a ground is learned at least, and how long its name may be. */
export const groundLimits = { plots: 4, name: 80 } as const;

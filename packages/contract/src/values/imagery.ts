/** A capture is one area, one source, one date; "dates to check" lists them. */
export const captureReviews = ["new", "accepted", "rejected"] as const;
export type CaptureReview = (typeof captureReviews)[number];
/** Reasons why an image does not count. */
export const captureReasons = ["too_cloudy", "wrong_place", "same_picture", "other"] as const;
export type CaptureReason = (typeof captureReasons)[number];

/** The specification's five. */
export const processStates = ["pending", "in_progress", "failed", "stopped", "completed"] as const;
export type ProcessState = (typeof processStates)[number];
/** Tells whether a process waits or is worked on. */
export const isProcessRunning = (state: ProcessState): boolean =>
  state === "pending" || state === "in_progress";
/** Steps of a process; shown beside the percentage. */
export const processSteps = [
  "waiting",
  "fetching",
  "checking",
  "converting",
  "detecting",
  "publishing",
  "done",
] as const;
export type ProcessStep = (typeof processSteps)[number];
/** Parts of an image that a process counts: all of it, or what lies in one of these. */
export const processAreas = ["image", "garden", "district", "region", "boundary"] as const;
export type ProcessArea = (typeof processAreas)[number];
/** States that may follow each; an illegal change is a 409. */
export const processTransitions: Record<ProcessState, readonly ProcessState[]> = {
  pending: ["in_progress", "stopped", "failed"],
  in_progress: ["completed", "failed", "stopped"],
  failed: ["pending"],
  stopped: ["pending"],
  completed: ["pending"],
};

export const uploadStates = ["receiving", "checking", "ready", "refused"] as const;

export const blockStates = ["pending", "running", "done", "failed"] as const;
export type BlockState = (typeof blockStates)[number];
/**
 * Outcomes of one attempt at a block: retried after an error, interrupted by a stop or a shutdown, died with its
 * worker.
 */
export const attemptOutcomes = ["done", "failed", "retried", "interrupted", "died"] as const;
/** Priorities by which the blocks of a process take turns beside those of other people. */
export const processPriorities = ["low", "normal", "high"] as const;
export type ProcessPriority = (typeof processPriorities)[number];

export const fragmentStates = ["pending", "done", "failed"] as const;
export type FragmentState = (typeof fragmentStates)[number];
export const fragmentReviews = ["new", "accepted", "corrected", "rejected"] as const;
export type FragmentReview = (typeof fragmentReviews)[number];

/** The columns that the list of whole images can be ordered by. */
export const wholeImageOrderings = ["date", "tree_count", "gsd_m"] as const;

/** The files of an image by the last part of their address: as it is kept, and as it was uploaded. */
export const imageFiles = ["cog.tif", "original"] as const;

/** Views of an image's tiles: as it is, with its contrast stretched, near infrared as red, by vegetation index. */
export const imageViews = ["natural", "contrast", "infrared", "vegetation"] as const;
export type ImageView = (typeof imageViews)[number];

/** Bounds of what is set of a view by hand: percent of the darkest and brightest pixels that are cut off, and gamma. */
export const viewBounds = {
  cut: { min: 0, max: 25, step: 0.5, usual: 1 },
  gamma: { min: 0.2, max: 5, step: 0.1, usual: 1 },
} as const;
/** A view with what was set by hand; cuts and gamma say nothing where the view stretches no contrast. */
export type ViewSettings = { view: ImageView; low: number; high: number; gamma: number };
export const usualView: ViewSettings = {
  view: "natural",
  low: viewBounds.cut.usual,
  high: viewBounds.cut.usual,
  gamma: viewBounds.gamma.usual,
};
/** The views whose contrast is stretched. */
export const stretchedViews: readonly ImageView[] = ["contrast", "infrared"];

/** Words of the machine's proposal and its reasons: whether what a planting task reports stands on the ground. */

/** Too early: saplings are smaller than what the sources can show, and nobody has counted plots. */
export const verdicts = ["agrees", "unclear", "contradicts", "too_early"] as const;
export type Verdict = (typeof verdicts)[number];

/** Where a task's verdict stands: proposed by the machine, decided by a reviewer, appealed against, decided anew. */
export const verdictStates = ["proposed", "decided", "appealed", "final"] as const;
export type VerdictState = (typeof verdictStates)[number];

/** Verdicts that a person may decide: whether it is too early is a matter of the images. */
export const decidedVerdicts = [
  "agrees",
  "unclear",
  "contradicts",
] as const satisfies readonly Verdict[];

/** Reasons why somebody with the right cannot decide. */
export const verdictRefusals = ["own_submission", "own_ministry", "own_decision"] as const;
export type VerdictRefusal = (typeof verdictRefusals)[number];

export const verdictLimits = { explanation: 2000 } as const;

/**
 * Parts of an image that somebody gives: the file, the day that it is said to be of, the lessons that its trees were
 * counted by, and the lowest score that counts as a tree.
 */
export const ownSideParts = ["image", "date", "lessons", "threshold"] as const;
export type OwnSidePart = (typeof ownSideParts)[number];

/** Sides that a reason takes on the report. */
export const reasonSides = ["for", "against", "silent"] as const;
export type ReasonSide = (typeof reasonSides)[number];

/**
 * Codes of reasons. Of each image after planting: `image_count`, or why it says nothing (`image_too_small`,
 * `image_leafless`, `image_partial`); of all: `no_image_since`, `no_image_before`; from the ground: `plots`,
 * `plots_too_few`, `no_plots`, `planted_but_died`; counts that weigh nothing as the reporting side's own, made from far
 * away or impossible (`plots_not_independent`, `plots_drawn_by_own_side`, of too few of the drawn plots `plots_uncounted`; drawn again `plots_redrawn`; beside counts that do weigh `plots_left_out`; of far
 * more trees than were reported `plots_beyond_report`);
 * of the report: `photo_warnings` (on rows and their photos), `too_dense`, `nothing_reported`,
 * `stock_height` (how wide the crowns were when planted);
 * of the ground: `shared_ground`, `rows_regular`, `rows_irregular`; young trees in rows
 * (`rows_counted`; of several spacings `rows_counted_mixed`), and why they say nothing: seen before planting (`rows_before`), crowns too wide (`rows_wide`);
 * of images over the ground that a person rejected (`image_rejected`; by the reporting side `image_rejected_own`) or gave another
 * day than the file states (`image_dated`).
 */
export const reasonCodes = [
  "image_count",
  "image_too_small",
  "image_leafless",
  "image_partial",
  "no_image_since",
  "no_image_before",
  "plots",
  "plots_too_few",
  "no_plots",
  "planted_but_died",
  "plots_not_independent",
  "plots_drawn_by_own_side",
  "plots_left_out",
  "plots_uncounted",
  "plots_redrawn",
  "plots_beyond_report",
  "photo_warnings",
  "too_dense",
  "nothing_reported",
  "stock_height",
  "shared_ground",
  "rows_regular",
  "rows_irregular",
  "rows_counted",
  "rows_counted_mixed",
  "rows_before",
  "rows_wide",
  "image_rejected",
  "image_rejected_own",
  "image_dated",
] as const;
type ReasonCode = (typeof reasonCodes)[number];

/** Reason with its figures: trees, metres, shares (0..1) and days (`2026-05-14`). */
export interface VerdictReason {
  code: ReasonCode;
  says: ReasonSide;
  figures: Record<string, number | string>;
}

/** Young trees in rows that can be of the task's planting, on the newest image that shows some. */
export interface RowsSeen {
  image: number;
  captured_on: string;
  /** Places of the rows, and those that hold a tree with the 90 % range of their number. */
  places: number;
  occupied: number;
  low: number;
  high: number;
  /** Places that were dug and hold no plant, none of them among the occupied; null where the image is too coarse to tell. */
  pits: number | null;
}

/**
 * Answers about a pit that an image shows empty: it is, a plant lives in it, or nothing was dug there. Either of the last
 * two refutes the image.
 */
export const pitAnswers = ["empty", "planted", "no_pit"] as const;
export type PitAnswer = (typeof pitAnswers)[number];

/** Number of pits by what was found there. */
export type PitsVisited = Record<PitAnswer, number>;

/** The rows that a verdict's reasons state; null where they state none, or only rows of something older. */
export function rowsSeenIn(reasons: readonly VerdictReason[]): RowsSeen | null {
  const figures = reasons.find(({ code }) => code.startsWith("rows_counted"))?.figures;
  if (!figures) return null;
  const of = (name: string) => Number(figures[name] ?? 0);
  return {
    ...{ image: of("image"), captured_on: String(figures.captured_on), places: of("places") },
    ...{ occupied: of("occupied"), low: of("low"), high: of("high") },
    pits: figures.pits === undefined ? null : of("pits"),
  };
}

/** A number of trees and its 90 % range. */
export interface TreeRange {
  value: number;
  low: number;
  high: number;
}

/** Metres a pixel up to which an image shows rows of young trees whose crowns it cannot show. */
export const rowsGsdM = 0.3;

/** When crowns are likely to be large enough to be seen: half of them by `on`, in good and in poor growth. */
export interface NextLook {
  on: string;
  earliest: string;
  latest: string;
  /** Metres across, of the source that it is said for. */
  smallest_crown_m: number;
}

/** Verdict that the engine proposes for a task. */
export interface ProposedVerdict {
  /** Of the method. */
  version: string;
  verdict: Verdict;
  /** The day of the newest evidence; null without any. */
  as_of: string | null;
  reported: number;
  /** Planted trees that stand; null where nothing speaks of them. */
  standing: TreeRange | null;
  /** Probability that at least two thirds of what was reported stand, before and after the evidence at even odds. */
  chance: number;
  reasons: VerdictReason[];
  next_look: NextLook | null;
}

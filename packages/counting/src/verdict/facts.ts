/** Inputs for comparing the report of a planting task with what was seen on the ground: plain figures, no database. */
import type { CountDoubt } from "@nihol/contract/values/planting/plausible-counts";
import type { OwnSidePart, PitsVisited } from "@nihol/contract/values/planting/verdicts";
import type { SurvivalPlotCount } from "../survival.ts";

/** Speed at which crowns widen; `unknown` covers the others. */
export type GrowthClass = "fast" | "medium" | "slow" | "unknown";

/** Trees of one row of the report. */
export interface PlantedTrees {
  trees: number;
  /** `2026-05-14` */
  plantedOn: string;
  growth: GrowthClass;
  isEvergreen: boolean;
  /** From the ground to its top when it was planted, as reported or else as ordered; null where nobody has said it. */
  stockHeightM: number | null;
}

/**
 * Upper edges of the classes in which crown widths are counted, metres; the last class has no upper edge. Fine where
 * young trees are, so that trees too large to be of this planting are left out.
 */
export const crownEdgesM = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

/** Image of the area, before or after planting, whose trees were counted. */
export interface CaptureFacts {
  /** The image's number, to find it again. */
  image: number;
  capturedOn: string;
  gsdM: number;
  /** Metres across: smaller crowns cannot be told apart on it. */
  smallestCrownM: number;
  /** Share of the task's area that it shows, 0..1. */
  coverage: number;
  /** The 90 % range of the true number as factors of the count. */
  rangeLow: number;
  rangeHigh: number;
  /** Taken while deciduous trees stand without leaves there. */
  isLeafless: boolean;
  /** Share of the area that it shows where people looked every tree over, 0..1: there the count is exact. */
  checkedShare: number;
  /** Trees found in the task's area, by crown width: one number a class of `crownEdgesM`, and one beyond. */
  crowns: readonly number[];
  /** Parts that the reporting side gave: such an image may lower the belief in its report and never raises it. */
  ownSide?: readonly OwnSidePart[];
  /** Work of the reporting side on the image, which is left out of all figures above; none where it is left out. */
  ownWork?: OwnWork | undefined;
}

/** Numbers of the reporting side's own corrections, sample plots and fragments that it called whole and right. */
export interface OwnWork {
  corrections: number;
  plots: number;
  checks: number;
}

/** An image over the area that somebody rejected, or whose day is not the one that its file states. */
export interface ImageChangeFacts {
  image: number;
  kind: "rejected" | "dated";
  capturedOn: string;
  /** Day on which it was done. */
  changedOn: string;
  /** Day that the file states, of an image that was dated. */
  statedOn: string | null;
  /** By the reporting side, or by somebody who is not known any more. */
  isOwnSide: boolean;
}

/** A counted plot, and why its count is no independent evidence, if it is none. */
export interface VisitPlot extends SurvivalPlotCount {
  /** Its number, to write down what is doubted. */
  plot?: number;
  doubt?: CountDoubt | null;
}

/** A survival visit of which plots were counted. */
export interface VisitFacts {
  visit: number;
  /** Number of the draw that counts, to write down whether it is left out. */
  draw?: number;
  measuredOn: string;
  plots: readonly VisitPlot[];
  /** Number of plots that were drawn: those that nobody counted may be the empty ones. All were counted where it is left out. */
  drawn?: number;
  /** Number of times that plots were drawn; the last counts. Once where it is left out. */
  draws?: number;
  /** True where the reporting side (who reported, or their organization) drew the plots: it may have drawn again until they suited it. */
  isDrawnByOwnSide?: boolean;
  /** Area of which the plots are a sample, m². */
  groundM2: number;
}

/** Rows of the report, and those with a warning among them; notes are no warnings. */
export interface ReportFacts {
  trees: number;
  warnedTrees: number;
  /** Names of the warnings, each once. */
  warnings: readonly string[];
  /** More trees than can stand at the spacing given. */
  isTooDense: boolean;
}

/** Pattern of the trees that came since planting, which tells whether they stand in rows; see `regularity.ts`. */
export interface PatternFacts {
  image: number;
  trees: number;
  /** Clark and Evans' ratio of nearest distances: 1 at random, more the more regular (`regularity.ts`). */
  ratio: number;
  nearestM: number;
}

/** Young trees counted in rows on one image, in the task's area; see `rows.ts`. */
export interface RowsFacts {
  image: number;
  capturedOn: string;
  /** Metres between places, of the largest planting there. */
  shortM: number;
  longM: number;
  /** Number of plantings of different spacing or direction that the other figures add up. */
  plantings: number;
  /** Mean crown, metres across. */
  crownM: number;
  places: number;
  /** Places that hold a tree, and the 90 % range of their number. */
  occupied: number;
  low: number;
  high: number;
  /** Places that were dug and hold no plant, none of them among the occupied; null where the image is too coarse to tell. */
  pits: number | null;
  /** Of these by what somebody found there who is independent of the report; missing where nobody went. */
  pitsVisited?: PitsVisited;
  /** Pits that only the reporting side, or somebody who stood elsewhere, calls planted or none: that weighs nothing. */
  pitsRefutedInVain?: number;
}

export interface TaskFacts {
  today: string;
  planted: readonly PlantedTrees[];
  /** Metres between trees; null where nobody has said it. */
  spacingM: number | null;
  /** Trees of other tasks in the same area, which images and plots do not tell apart. */
  otherTrees: number;
  captures: readonly CaptureFacts[];
  visits: readonly VisitFacts[];
  report: ReportFacts;
  pattern: PatternFacts | null;
  rows: readonly RowsFacts[];
  /** None where it is left out. */
  imageChanges?: readonly ImageChangeFacts[];
}

const dayMs = 86_400_000;
const YEAR_DAYS = 365.25;

/** Years from one day to another, negative backwards. */
export const yearsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs / YEAR_DAYS;

/** The day so many years later. */
export const yearsAfter = (day: string, years: number): string =>
  new Date(Date.parse(day) + years * YEAR_DAYS * dayMs).toISOString().slice(0, 10);

/** The sum of some numbers. */
export const sumOf = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/**
 * The verdict on a planting task: whether what it reports stands, by images, plots and photos together.
 *
 * The question is put as a choice between two statements, "at least two thirds of what was reported stand" and "less
 * does", at even odds before any evidence. Each source gives the probability of what it shows for every share that
 * may stand (`images.ts`, `rows.ts`, `pits.ts`, `plots.ts`, `report-evidence.ts`); Bayes' theorem joins them. What nobody knows (growth of
 * the stand, recall of the detector there, what grew there before) is averaged over, so that a poor source says
 * little instead of something wrong. Counts are compared with what could have been counted, never used as areas or
 * numbers by themselves (Olofsson et al., Good practices for estimating area and assessing accuracy of land change,
 * Remote Sensing of Environment 148, 2014); plots are expanded by their design (Cochran, Sampling Techniques, 1977).
 * How often it is wrong: `npm run bench -- verdicts`.
 *
 * Images, days, lessons and thresholds that the reporting side gave prove nothing for its own report: the belief is
 * worked out with and without them, and the lower one counts (decision 116).
 */
import type { ProposedVerdict, TreeRange, Verdict } from "@nihol/contract/values/planting/verdicts";
import type { CaptureFacts, TaskFacts, VisitFacts } from "./facts.ts";
import { imageLikelihood, sides } from "./images.ts";
import { chanceOfEnough, joint, posterior, quantile } from "./likelihood-grid.ts";
import { isVisibleToday, nextLook, USUAL_SMALLEST_CROWN_M } from "./next-look.ts";
import { changeReasons, isOfOwnSide } from "./own-side.ts";
import { plotLikelihood } from "./plots.ts";
import {
  gapReasons,
  imageReason,
  isTooSmall,
  plotReasons,
  reportReasons,
  rowsReasons,
} from "./reasons.ts";
import { reportedOf, reportLikelihoods } from "./report-evidence.ts";
import { rowLikelihood, rowsSince } from "./rows.ts";
import { doubtReasons, visitOf } from "./visits.ts";

/** Of the method: a verdict of an older one is worked out anew. */
export const VERDICT_VERSION = "8";

/** A report agrees at odds of 19 to 1, and is contradicted at 49 to 1: that accuses somebody. */
const AGREES = 0.95;
const CONTRADICTED = 0.02;
/** Older images than these are left out. */
const MAX_IMAGES = 4;
/** Images that show less of the ground are left out. */
const MIN_COVERAGE = 0.1;

const newestFirst = (a: CaptureFacts, b: CaptureFacts) =>
  a.capturedOn < b.capturedOn ? 1 : a.capturedOn > b.capturedOn ? -1 : b.image - a.image;

function nothingReported(): ProposedVerdict {
  return {
    version: VERDICT_VERSION,
    verdict: "unclear",
    as_of: null,
    reported: 0,
    standing: null,
    chance: 0.5,
    reasons: [{ code: "nothing_reported", says: "silent", figures: {} }],
    next_look: null,
  };
}

/**
 * Tells whether it is too early to see the trees: there are images, none of which can show trees of that size, or there is
 * none, and one taken today could not show them either.
 */
function isTooEarly(facts: TaskFacts, images: readonly CaptureFacts[]): boolean {
  if (images.length > 0) return true;
  const smallest = facts.captures.map((one) => one.smallestCrownM);
  return !isVisibleToday(facts, Math.min(USUAL_SMALLEST_CROWN_M, ...smallest));
}

/** Belief in a report, and what it rests on. */
interface Belief {
  facts: TaskFacts;
  /** Probability of each share that may stand. */
  afterwards: readonly number[];
  /** Chance that enough of the report stands, 0..1. */
  chance: number;
  /** Day of the newest evidence; null without any. */
  asOf: string | null;
  images: readonly CaptureFacts[];
  /** Images on which crowns of this planting are large enough to be seen. */
  telling: readonly CaptureFacts[];
  visit: VisitFacts | undefined;
  /** Young trees were counted in rows that can be of this planting. */
  hasRows: boolean;
}

function believe(facts: TaskFacts): Belief {
  const images = sides(facts)
    .after.filter((one) => one.coverage >= MIN_COVERAGE)
    .sort(newestFirst)
    .slice(0, MAX_IMAGES);
  // Crowns too small to be seen say nothing, not even a little against the report.
  const telling = images.filter((image) => !isTooSmall(facts, image));
  const visit = visitOf(facts);
  const rows = rowLikelihood(facts);
  const rowsOn = rows && rowsSince(facts)?.rows.capturedOn;
  const days = [
    ...(rowsOn ? [rowsOn] : []),
    ...images.map((one) => one.capturedOn),
    ...(visit ? [visit.measuredOn] : []),
  ];
  const asOf = days.reduce<string | null>((a, b) => (a !== null && a > b ? a : b), null);
  const newest = asOf ?? facts.today;
  const found = [
    imageLikelihood(facts, telling, newest),
    ...(visit ? [plotLikelihood(facts, visit, newest)] : []),
    ...(rows ? [rows] : []),
  ];
  const afterwards = posterior(joint([...found, ...reportLikelihoods(facts)]));
  const chance = chanceOfEnough(afterwards);
  const hasRows = rows !== undefined;
  return { facts, afterwards, chance, asOf, images, telling, visit, hasRows };
}

/** The same facts without the images that the reporting side gave, and the rows seen on them. */
function withoutOwn(facts: TaskFacts): TaskFacts {
  const captures = facts.captures.filter((one) => !isOfOwnSide(one));
  const left = new Set(captures.map(({ image }) => image));
  return { ...facts, captures, rows: facts.rows.filter(({ image }) => left.has(image)) };
}

/** Belief by all evidence, or without the reporting side's own where that is lower. */
function cautiousBelief(all: Belief): Belief {
  if (!all.facts.captures.some(isOfOwnSide)) return all;
  const independent = believe(withoutOwn(all.facts));
  return independent.chance < all.chance ? independent : all;
}

/** The reporting side rejected an image that was taken since planting: it may have spoken against the report. */
function hidesImages({ planted, imageChanges = [] }: TaskFacts): boolean {
  const first = planted.reduce((a, { plantedOn }) => (a < plantedOn ? a : plantedOn), "9999");
  return imageChanges.some(
    ({ kind, isOwnSide, capturedOn }) => kind === "rejected" && isOwnSide && capturedOn > first,
  );
}

function decide({ facts, chance, images, telling, visit, hasRows }: Belief): Verdict {
  if (chance >= AGREES) return hidesImages(facts) ? "unclear" : "agrees";
  // Photos and figures of the report alone accuse nobody.
  if (chance <= CONTRADICTED && (telling.length > 0 || visit)) return "contradicts";
  return !visit && !hasRows && telling.length === 0 && isTooEarly(facts, images)
    ? "too_early"
    : "unclear";
}

/** Proposes a verdict with its reasons; the same facts always give the same answer. */
export function verdictOf(facts: TaskFacts): ProposedVerdict {
  const reported = reportedOf(facts);
  if (reported === 0) return nothingReported();
  const all = believe(facts);
  const { images, visit } = all;
  const newest = all.asOf ?? facts.today;
  const counts = cautiousBelief(all);
  const verdict = decide(counts);
  const trees = (part: number) => Math.round(reported * quantile(counts.afterwards, part));
  const standing: TreeRange = { value: trees(0.5), low: trees(0.05), high: trees(0.95) };
  const speaks = counts.visit !== undefined || counts.hasRows || counts.telling.length > 0;
  return {
    version: VERDICT_VERSION,
    verdict,
    as_of: all.asOf,
    reported,
    standing: speaks ? standing : null,
    chance: Math.round(counts.chance * 1000) / 1000,
    reasons: [
      ...images.map((image) => imageReason(facts, image, newest)),
      ...rowsReasons(facts),
      ...(visit ? plotReasons(facts, visit, newest) : []),
      ...doubtReasons(facts),
      ...reportReasons(facts),
      ...changeReasons(facts),
      ...gapReasons(facts, { before: sides(facts).before.length, after: images.length }),
    ],
    next_look: verdict === "too_early" ? nextLook(facts) : null,
  };
}

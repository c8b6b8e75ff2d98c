/**
 * Likelihood of the share of a planting that stands, from young trees counted in rows on an image. Rows are seen where crowns
 * are too small to be told one by one, so they speak in the years in which counts are silent.
 *
 * Let R be the reported trees and θ the share of them that stands. Of the θ·R the recognised rows hold a part: ends of rows,
 * bent rows and places among weeds are left out, and how much is not known. The likelihood of n trees in rows is
 *   (1 − u) · mean over parts and others of N(n; part · (θR + other · O), σ²) + u / (2(R + O) + 1)
 * with O trees of other tasks there, and u the chance that the rows are of something else. So few trees in rows say little
 * against a report, and no rows say nothing; many speak for it, unless they stood there before, or the number is nothing
 * like the report's. Pits of the same rows that hold no
 * plant are no trees in any of these numbers; `pits.ts` says what they tell.
 */
import { rowsGsdM } from "@nihol/contract/values/planting/verdicts";
import type { RowsFacts, TaskFacts } from "./facts.ts";
import { sides, widestCrownM } from "./images.ts";
import { joint, type LogLikelihood, logMean, shares, uninformative } from "./likelihood-grid.ts";
import { pitLikelihood } from "./pits.ts";
import { reportedOf } from "./report-evidence.ts";

/** Parts of the standing trees that recognised rows hold, each as likely as the others. */
const RECOGNISED = [1, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.15] as const;
/** Of trees of other tasks in the same area, this may stand in the same rows. */
const OTHERS = [0, 0.4, 0.8] as const;
/**
 * Chance that rows are of something else, an older orchard or vines: where an image before planting showed bare ground, and
 * where none did. Ours, not measured.
 */
const UNRELATED_ROWS = { whereSeenBare: 0.05, whereNotSeen: 0.3 } as const;
/** Relative standard deviation of the number beyond its range: the boundary is drawn a few metres wrong. */
const GROUND_DEVIATION = 0.06;
/** Standard deviations within which 90 % of a normal distribution lie. */
const NINETY = 1.645;
/** Rows were there before where so large a part of today's trees was counted in rows then. */
const SAME_ROWS = 0.25;
/** Images before planting that would have shown rows: metres a pixel, and the share of the ground. */
const SHOWS_ROWS = { gsdM: rowsGsdM, coverage: 0.5 } as const;

/** Rows since planting that can be of it, and what was there before. */
export interface RowsSince {
  rows: RowsFacts;
  /** The newest rows whose image is fine enough to tell pits: a coarser one after it does not unsee them. */
  pitted: RowsFacts | undefined;
  /** Rows on an image before planting, if there were any. */
  before: RowsFacts | undefined;
  /** Crowns wider than any tree of this planting can have. */
  isTooWide: boolean;
}

/** The newest rows since the last planting day; undefined without any. */
export function rowsSince(facts: TaskFacts): RowsSince | undefined {
  const first = facts.planted.reduce((a, { plantedOn }) => (a < plantedOn ? a : plantedOn), "9999");
  const last = facts.planted.reduce((a, { plantedOn }) => (a > plantedOn ? a : plantedOn), "");
  const newestFirst = [...facts.rows].sort((a, b) => (a.capturedOn < b.capturedOn ? 1 : -1));
  const after = newestFirst.filter(({ capturedOn }) => capturedOn > last);
  const [rows] = after;
  if (!rows || facts.planted.length === 0) return undefined;
  const pitted = after.find(({ pits }) => pits !== null);
  const before = newestFirst.find(
    ({ capturedOn, occupied }) => capturedOn < first && occupied >= SAME_ROWS * rows.occupied,
  );
  return { rows, pitted, before, isTooWide: rows.crownM > widestCrownM(facts, rows.capturedOn) };
}

/** Tells whether rows can be of this planting. */
const areOfPlanting = ({ before, isTooWide }: RowsSince): boolean => !before && !isTooWide;

/** Log-likelihood of each share by rows; undefined where there are none, or they are of something older. */
export function rowLikelihood(facts: TaskFacts): LogLikelihood | undefined {
  const since = rowsSince(facts);
  if (!since || !areOfPlanting(since)) return undefined;
  const { occupied, low, high } = since.rows;
  const reported = reportedOf(facts);
  const wasBare = sides(facts).before.some(
    ({ gsdM, coverage }) => gsdM <= SHOWS_ROWS.gsdM && coverage >= SHOWS_ROWS.coverage,
  );
  const unrelated = wasBare ? UNRELATED_ROWS.whereSeenBare : UNRELATED_ROWS.whereNotSeen;
  const range = (high - low) / (2 * NINETY);
  const others = facts.otherTrees > 0 ? OTHERS : [0];
  const logOf = (mean: number): number => {
    const variance = Math.max(1, range ** 2 + (GROUND_DEVIATION * mean) ** 2);
    return -((occupied - mean) ** 2) / (2 * variance) - Math.log(2 * Math.PI * variance) / 2;
  };
  // Any number up to twice what was reported, each as likely.
  const anything = Math.log(unrelated / (2 * (reported + facts.otherTrees) + 1));
  const seen = shares.map((share) =>
    logMean(
      RECOGNISED.flatMap((part) =>
        others.map((other) => logOf(part * (share * reported + other * facts.otherTrees))),
      ),
    ),
  );
  const withPits = weighed(seen, since.pitted ? pitLikelihood(facts, since.pitted) : uninformative);
  // The factor 2 turns the mean of both into their sum.
  return withPits.map((one) =>
    logMean([Math.log(2 * (1 - unrelated)) + one, Math.log(2) + anything]),
  );
}

/** Moves belief among the shares by what pits say, and leaves the belief in the rows themselves as it is. */
function weighed(seen: LogLikelihood, byPits: LogLikelihood): LogLikelihood {
  const both = joint([seen, byPits]);
  const lost = logMean(seen) - logMean(both);
  return both.map((one) => one + lost);
}

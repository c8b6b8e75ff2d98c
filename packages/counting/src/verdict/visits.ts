/**
 * Selects the counts of plots that are evidence: those of somebody else than who reported, made on the spot, of trees that the
 * plot can hold. Others stay to be read and weigh nothing.
 */
import type { CountDoubt } from "@nihol/contract/values/planting/plausible-counts";
import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import { MIN_PLOTS } from "../survival.ts";
import { sumOf, type TaskFacts, type VisitFacts } from "./facts.ts";

/** With fewer of the drawn plots left, those left out may be the empty ones: then none of the visit's weigh. */
const MIN_INDEPENDENT_SHARE = 0.8;

const independentPlots = ({ plots }: VisitFacts) => plots.filter(({ doubt }) => !doubt);

const drawnIn = ({ drawn, plots }: VisitFacts) => drawn ?? plots.length;

function isIndependent(visit: VisitFacts): boolean {
  const left = independentPlots(visit).length;
  return !visit.isDrawnByOwnSide && left >= MIN_INDEPENDENT_SHARE * drawnIn(visit);
}

/** Living trees in plots beyond so many times those reported, with three standard errors, cannot be of the planting. */
const MAX_OF_REPORTED = 1.5;

/** Trees in the plots if all that every task reported for the ground stood. */
const expectedIn = ({ plots, groundM2 }: VisitFacts, { planted, otherTrees }: TaskFacts) =>
  ((sumOf(planted.map(({ trees }) => trees)) + otherTrees) *
    sumOf(plots.map(({ areaM2 }) => areaM2))) /
  groundM2;

const livingIn = ({ plots }: VisitFacts) => sumOf(plots.map(({ living }) => living));

function isBeyondReport(visit: VisitFacts, facts: TaskFacts): boolean {
  const max = MAX_OF_REPORTED * expectedIn(visit, facts);
  return livingIn(visit) > max + 3 * Math.sqrt(max);
}

/** Tells whether the counts of a visit weigh nothing, also those that nobody doubts. */
export const isLeftOut = (visit: VisitFacts, facts: TaskFacts): boolean =>
  !isIndependent(visit) || isBeyondReport({ ...visit, plots: independentPlots(visit) }, facts);

/** The newest visit with enough independent plots, these alone: earlier ones counted trees that may have died since. */
export function visitOf(facts: TaskFacts): VisitFacts | undefined {
  return facts.visits
    .filter(isIndependent)
    .map((visit) => ({ ...visit, plots: independentPlots(visit) }))
    .filter((visit) => visit.plots.length >= MIN_PLOTS && !isBeyondReport(visit, facts))
    .sort((a, b) => (a.measuredOn < b.measuredOn ? 1 : -1))[0];
}

const doubted = ({ plots }: VisitFacts, wanted: CountDoubt) =>
  plots.filter(({ doubt }) => doubt === wanted).length;

/** Says where plots were drawn again: who draws until the plots suit them leaves this trace. */
function redrawn({ visit, measuredOn, plots, draws = 1 }: VisitFacts): VerdictReason[] {
  if (draws <= 1) return [];
  const figures = { visit, measured_on: measuredOn, plots: plots.length, draws };
  return [{ code: "plots_redrawn", says: "silent", figures }];
}

/**
 * Of each visit whose plots were drawn again or whose counts weigh nothing: how often, how many of which kind, and
 * whether the rest of them weigh.
 */
export function doubtReasons(facts: TaskFacts): VerdictReason[] {
  return facts.visits.flatMap((visit) => [...redrawn(visit), ...doubtsOf(visit, facts)]);
}

function doubtsOf(visit: VisitFacts, facts: TaskFacts): VerdictReason[] {
  const at = { visit: visit.visit, measured_on: visit.measuredOn, plots: visit.plots.length };
  const rest = { ...visit, plots: independentPlots(visit) };
  if (isIndependent(visit) && isBeyondReport(rest, facts)) {
    const reported = sumOf(facts.planted.map(({ trees }) => trees)) + facts.otherTrees;
    const expanded = Math.round((reported * livingIn(rest)) / expectedIn(rest, facts));
    return [
      { code: "plots_beyond_report", says: "silent", figures: { ...at, expanded, reported } },
    ];
  }
  const left = independentPlots(visit).length;
  if (!visit.isDrawnByOwnSide && left === visit.plots.length) {
    if (isIndependent(visit)) return [];
    const figures = { ...at, drawn: drawnIn(visit) };
    return [{ code: "plots_uncounted", says: "silent", figures }];
  }
  return [
    {
      code: visit.isDrawnByOwnSide
        ? "plots_drawn_by_own_side"
        : isIndependent(visit)
          ? "plots_left_out"
          : "plots_not_independent",
      says: "silent",
      figures: {
        ...at,
        ...{ own_side: doubted(visit, "own_side"), unknown: doubted(visit, "unknown") },
        ...{ far: doubted(visit, "far"), impossible: doubted(visit, "impossible") },
      },
    },
  ];
}

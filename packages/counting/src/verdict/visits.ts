/**
 * Which counts of plots are evidence: those of somebody else than who reported, made on the spot, of trees that the
 * plot can hold. Others stay to be read and weigh nothing.
 */
import type { CountDoubt } from "@nihol/contract/values/planting/plausible-counts";
import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import { MIN_PLOTS } from "../survival.ts";
import type { TaskFacts, VisitFacts } from "./facts.ts";

/** With fewer of the counted plots left, those left out may be the empty ones: then none of the visit's weigh. */
const MIN_INDEPENDENT_SHARE = 0.8;

const independentPlots = ({ plots }: VisitFacts) => plots.filter(({ doubt }) => !doubt);

function isIndependent(visit: VisitFacts): boolean {
  const left = independentPlots(visit).length;
  return !visit.isDrawnByOwnSide && left >= MIN_INDEPENDENT_SHARE * visit.plots.length;
}

/** The newest visit with enough independent plots, these alone: earlier ones counted trees that may have died since. */
export function visitOf({ visits }: TaskFacts): VisitFacts | undefined {
  return visits
    .filter(isIndependent)
    .map((visit) => ({ ...visit, plots: independentPlots(visit) }))
    .filter(({ plots }) => plots.length >= MIN_PLOTS)
    .sort((a, b) => (a.measuredOn < b.measuredOn ? 1 : -1))[0];
}

const doubted = ({ plots }: VisitFacts, wanted: CountDoubt) =>
  plots.filter(({ doubt }) => doubt === wanted).length;

/** Of each visit with counts that weigh nothing: how many of which kind, and whether the rest of them weigh. */
export function doubtReasons({ visits }: TaskFacts): VerdictReason[] {
  return visits.flatMap((visit): VerdictReason[] => {
    const left = independentPlots(visit).length;
    if (!visit.isDrawnByOwnSide && left === visit.plots.length) return [];
    return [
      {
        code: visit.isDrawnByOwnSide
          ? "plots_drawn_by_own_side"
          : isIndependent(visit)
            ? "plots_left_out"
            : "plots_not_independent",
        says: "silent",
        figures: {
          ...{ visit: visit.visit, measured_on: visit.measuredOn, plots: visit.plots.length },
          ...{ own_side: doubted(visit, "own_side"), unknown: doubted(visit, "unknown") },
          ...{ far: doubted(visit, "far"), impossible: doubted(visit, "impossible") },
        },
      },
    ];
  });
}

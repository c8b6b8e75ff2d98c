/** Survival of the planting tasks that were visited, or had to be, in the period. */
import type { ReportFigures } from "@nihol/contract/reports/reports";
import { survivalOfAll, survivalOfSums } from "@nihol/counting/survival";
import type { VisitSums } from "./survival-queries.ts";

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** What is known of a visited task: undefined where too little was counted. */
function estimateOf(visit: VisitSums) {
  const sums = visit.visited ? visit.sums : null;
  const survival = sums && survivalOfSums(sums, visit.ground_m2 ?? 0);
  return survival && { visit, survival, plots: sums.plots };
}
const estimates = new WeakMap<VisitSums, ReturnType<typeof estimateOf>>();

/** The same task stands in its territory's line and in the total: its estimate is made once. */
function knownEstimate(visit: VisitSums) {
  if (!estimates.has(visit)) estimates.set(visit, estimateOf(visit));
  return estimates.get(visit);
}

/** A task that nobody counted is left out of the rate, and stands among the tasks. */
export function survivalFigures(visits: readonly VisitSums[]): ReportFigures["survival"] {
  const seen = visits.flatMap((visit) => knownEstimate(visit) ?? []);
  const trees = sum(seen, ({ visit }) => visit.reported);
  const strata = seen.map(({ visit, survival }) => ({ estimate: survival, trees: visit.reported }));
  const rate = survivalOfAll(strata) ?? null;
  const days = (of: "from" | "to") => seen.flatMap(({ visit }) => visit[of] ?? []).sort();
  return {
    tasks: visits.length,
    tasks_visited: visits.filter(({ visited }) => visited).length,
    plots: sum(seen, ({ plots }) => plots),
    reported: sum(visits, ({ reported }) => reported),
    reported_visited: trees,
    rate,
    living: rate && {
      value: Math.round(rate.value * trees),
      low: Math.round(rate.low * trees),
      high: Math.round(rate.high * trees),
    },
    from: days("from")[0] ?? null,
    to: days("to").at(-1) ?? null,
  };
}

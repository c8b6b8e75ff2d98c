/** Survival of the planting tasks that were visited, or had to be, in the period. */
import type { ReportFigures } from "@nihol/contract/reports/reports";
import { plantingsTogether } from "@nihol/counting/living-trees";
import { countedPlanting } from "./planted-ground.ts";
import type { VisitSums } from "./visited-plantings.ts";

type Range = NonNullable<ReportFigures["survival"]["living"]>;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** Estimate of a visited task: undefined where too little was counted. */
function estimateOf(visit: VisitSums) {
  const sums = visit.visited ? visit.sums : null;
  const planting = sums && countedPlanting(visit, sums, visit.ground_m2 ?? 0);
  return planting && { visit, planting, plots: sums.plots };
}
type Seen = NonNullable<ReturnType<typeof estimateOf>>;
const estimates = new WeakMap<VisitSums, ReturnType<typeof estimateOf>>();

/** The same task stands in its territory's line and in the total: its estimate is made once. */
function knownEstimate(visit: VisitSums) {
  if (!estimates.has(visit)) estimates.set(visit, estimateOf(visit));
  return estimates.get(visit);
}

/** The survival of each age apart, in the order of the ages. */
const yearsOf = (seen: readonly Seen[]) =>
  [...Map.groupBy(seen, ({ visit }) => visit.year)]
    .sort(([a], [b]) => a - b)
    .map(([year, own]) => ({
      year,
      tasks: own.length,
      plots: sum(own, ({ plots }) => plots),
      rate: plantingsTogether(own.map(({ planting }) => planting)).survival ?? null,
    }));

const rounded = (range: Range | undefined) =>
  range
    ? {
        value: Math.round(range.value),
        low: Math.round(range.low),
        high: Math.round(range.high),
      }
    : null;

/** A task that nobody counted is left out of the rate, and stands among the tasks. */
export function survivalFigures(visits: readonly VisitSums[]): ReportFigures["survival"] {
  const seen = visits.flatMap((visit) => knownEstimate(visit) ?? []);
  const { survival, living } = plantingsTogether(seen.map(({ planting }) => planting));
  const scheduled = seen.filter(({ visit }) => visit.scheduled).map(({ planting }) => planting);
  const days = (of: "from" | "to") => seen.flatMap(({ visit }) => visit[of] ?? []).sort();
  return {
    tasks: visits.length,
    tasks_visited: visits.filter(({ visited }) => visited).length,
    plots: sum(seen, ({ plots }) => plots),
    reported: sum(visits, ({ reported }) => reported),
    reported_visited: sum(seen, ({ visit }) => visit.reported),
    rate: survival ?? null,
    years: yearsOf(seen),
    living: rounded(living),
    living_scheduled: rounded(plantingsTogether(scheduled).living),
    from: days("from")[0] ?? null,
    to: days("to").at(-1) ?? null,
  };
}

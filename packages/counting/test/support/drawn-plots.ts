/**
 * Drawn images in grid cells, a detector that errs on them, and the sample plots that people count: how wide the range is and
 * whether it holds, by one way of drawing plots or another.
 */
import { allocatePlots, forecastRange, type PlotsSoFar } from "@nihol/counting/next-plots";
import { type CountedWindow, estimateRange, type Strata } from "@nihol/counting/sample-plots";
import { between, binomial, choose, logNormal, poisson, type Random } from "./draws.ts";

export interface DrawnCell {
  truth: number;
  found: number;
}

export type DrawnGround = "orchard" | "town" | "scattered trees";

/** Ground by the share of its cells that are bare, and the spread of density among the others. */
const grounds: Record<DrawnGround, { bare: [number, number]; spread: number }> = {
  orchard: { bare: [0, 0.2], spread: 0.3 },
  town: { bare: [0.1, 0.5], spread: 0.8 },
  "scattered trees": { bare: [0.5, 0.9], spread: 1 },
};
export const drawnGrounds: readonly DrawnGround[] = ["orchard", "town", "scattered trees"];

/**
 * Cells with about fifteen trees each where trees stand. What is found for each tree differs between cells with a variance of
 * its logarithm of 0.06 to 0.23, as within known sources of images, and by chance.
 */
export function drawCells(random: Random, ground: DrawnGround): DrawnCell[] {
  const { bare, spread } = grounds[ground];
  const bareShare = between(random, ...bare);
  const inBare = between(random, 0, 0.4);
  const recall = between(random, 0.5, 0.85);
  const invented = between(random, 0.1, 0.8);
  const within = Math.sqrt(between(random, 0.06, 0.23));
  const size = choose(random, [60, 150, 400, 900]);
  return Array.from({ length: size }, () => {
    const isBare = random() < bareShare;
    const truth = poisson(random, isBare ? inBare : logNormal(random, 13, spread));
    const chance = Math.min(0.98, recall * logNormal(random, 1, within));
    // Rocks and shrubs lie where trees stand rather than on bare ground.
    const wrong = invented * (isBare ? 0.1 : 3) * logNormal(random, 1, within);
    return { truth, found: binomial(random, truth, chance) + poisson(random, wrong) };
  });
}

const total = (cells: readonly DrawnCell[], of: keyof DrawnCell) =>
  cells.reduce((sum, cell) => sum + cell[of], 0);

function shuffle<T>(from: readonly T[], random: Random): T[] {
  return from
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

export interface Counting {
  plots: number;
  width: number;
  held: boolean;
  /** The width that was forecast before these plots were drawn. */
  forecast: number;
}

/** Two of three plots where trees had been found, as it was before. */
export const byShares = ({ counted }: PlotsSoFar, more: number) => {
  const drawn = counted.filter((one) => one.isOccupied).length;
  const occupied = Math.round(((counted.length + more) * 2) / 3) - drawn;
  return { occupied, empty: more - occupied };
};

/** Counts plots in steps; the widths are factors of the number that stands there. */
export function countPlots(
  cells: readonly DrawnCell[],
  steps: readonly number[],
  random: Random,
  allocate: typeof allocatePlots = allocatePlots,
  estimate: typeof estimateRange = estimateRange,
): Counting[] {
  const strata = [true, false].map((is) =>
    shuffle(
      cells.filter((cell) => cell.found > 0 === is),
      random,
    ),
  );
  const [occupied = [], empty = []] = strata;
  const grid: Strata = {
    ...{ occupied: occupied.length, empty: empty.length },
    ...{ inOccupied: total(occupied, "found"), inEmpty: 0, outside: 0, inOutside: 0 },
  };
  const foundSquared = occupied.reduce((sum, cell) => sum + cell.found ** 2, 0);
  const none = { occupied: 0, empty: 0 };
  const model = { low: 0.531, high: 1.816 };
  const truth = total(cells, "truth");
  const counted: CountedWindow[] = [];
  return steps.map((plots) => {
    const so = { counted, open: none, skipped: none, cells: grid, foundSquared, model };
    const next = allocate(so, plots - counted.length);
    const forecast = forecastRange(so, next);
    const take = (from: DrawnCell[], n: number, isOccupied: boolean) =>
      from
        .splice(0, n)
        .map((cell): CountedWindow => ({ marked: cell.truth, found: cell.found, isOccupied }));
    counted.push(...take(occupied, next.occupied, true), ...take(empty, next.empty, false));
    const range = estimate(counted, grid);
    const share = truth / grid.inOccupied;
    const inTruth = (one: { low: number; high: number } | undefined) =>
      one ? (one.high - one.low) / share : Number.NaN;
    return {
      plots,
      width: inTruth(range),
      held: range !== undefined && share >= range.low && share <= range.high,
      forecast: inTruth(forecast),
    };
  });
}

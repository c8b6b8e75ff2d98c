/**
 * A planting drawn by a program, of which the true survival is known, and plots counted in it. The ground is a square
 * of plots, row by row.
 */
import type { SurvivalPlotCount } from "@nihol/counting/survival";
import { spreadPairs } from "@nihol/geo/spread-pairs";

export interface Planting {
  /** Plots that the ground has room for. */
  room: number;
  /** Mean planting places of a plot. */
  density: number;
  /** Between these the share that lives is drawn, plot by plot correlated. */
  survival: readonly [number, number];
  /** Correlation within plots: 0 each tree by itself, 1 all trees of a plot alike. */
  correlation: number;
  /** Share of the ground on which everything dried up, when there is such a part. */
  dried: number;
  /** True where that is one part of the ground, false where it is plots here and there. */
  isOnePart: boolean;
}

const AREA_M2 = 100;

/** Standard normal numbers (Box and Muller 1958). */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Gamma numbers of scale 1 (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function beta(mean: number, correlation: number, random: () => number): number {
  if (correlation === 0) return mean;
  const size = 1 / correlation - 1;
  const a = gamma(mean * size, random);
  return a / (a + gamma((1 - mean) * size, random));
}

function poisson(mean: number, random: () => number): number {
  const end = Math.exp(-mean);
  let n = 0;
  for (let product = random(); product > end; product *= random()) n++;
  return n;
}

interface Growing {
  planting: Planting;
  mean: number;
  isDry: boolean;
}

function plantedPlot({ planting, mean, isDry }: Growing, random: () => number): SurvivalPlotCount {
  const places = poisson(planting.density * (0.6 + 0.8 * random()), random);
  const share = isDry ? 0.03 : beta(mean, planting.correlation, random);
  const living = Array.from({ length: places }, () => random() < share).filter(Boolean).length;
  const dead = Math.floor((places - living) / 2);
  return { living, dead, missing: places - living - dead, areaM2: AREA_M2 };
}

const sideOf = (plots: number) => Math.ceil(Math.sqrt(plots));

/** The plots that dried up: those nearest to a place drawn at random, or each by a chance of its own. */
function driedPlots(planting: Planting, random: () => number): Set<number> {
  const { room, dried, isOnePart } = planting;
  const all = Array.from({ length: dried > 0 ? room : 0 }, (_, plot) => plot);
  if (!isOnePart) return new Set(all.filter(() => random() < dried));
  const side = sideOf(room);
  const [x, y] = [random() * side, random() * side];
  const away = (plot: number) => Math.hypot((plot % side) - x, Math.floor(plot / side) - y);
  return new Set(all.sort((a, b) => away(a) - away(b)).slice(0, Math.round(dried * room)));
}

/** The whole ground, plot by plot. */
export function plantGround(planting: Planting, random: () => number): SurvivalPlotCount[] {
  const [low, high] = planting.survival;
  const mean = low + random() * (high - low);
  const dry = driedPlots(planting, random);
  return Array.from({ length: planting.room }, (_, plot) =>
    plantedPlot({ planting, mean, isDry: dry.has(plot) }, random),
  );
}

/** Some of them, none twice, as the plots of a visit are drawn: each as likely as any other, and spread. */
export function countSome(
  ground: readonly SurvivalPlotCount[],
  count: number,
  random: () => number,
): SurvivalPlotCount[] {
  const side = sideOf(ground.length);
  const at = (x: number, y: number) => Math.floor(y * side) * side + Math.floor(x * side);
  const next = spreadPairs(random, (x, y) => at(x, y) < ground.length);
  const drawn = new Map<number, SurvivalPlotCount>();
  while (drawn.size < count) {
    const plot = at(...next());
    const counted = ground[plot];
    if (counted) drawn.set(plot, counted);
  }
  return [...drawn.values()];
}

export const groundM2 = (ground: readonly SurvivalPlotCount[]) => ground.length * AREA_M2;

/** True survival of the ground, which nobody in the field knows. */
export function trueSurvival(ground: readonly SurvivalPlotCount[]): number {
  const sum = (of: (plot: SurvivalPlotCount) => number) =>
    ground.reduce((total, plot) => total + of(plot), 0);
  return sum(({ living }) => living) / sum((p) => p.living + p.dead + p.missing);
}

const usual: Planting = {
  room: 400,
  density: 9,
  survival: [0.3, 0.97],
  correlation: 0.1,
  dried: 0,
  isOnePart: false,
};

/** Plantings on which the stated range is tried. */
export const plantings: Record<string, Planting> = {
  "each tree by itself": { ...usual, correlation: 0 },
  usual,
  "clustered deaths": { ...usual, correlation: 0.3 },
  "nearly all live": { ...usual, survival: [0.92, 0.995], correlation: 0.05 },
  "nearly all dead": { ...usual, survival: [0.01, 0.08], correlation: 0.05 },
  "a tenth dried up": { ...usual, survival: [0.8, 0.95], dried: 0.1, isOnePart: true },
  "a tenth, in spots": { ...usual, survival: [0.8, 0.95], dried: 0.1 },
  "thinly planted": { ...usual, density: 4 },
  "a small garden": { ...usual, room: 40 },
};

import type { Rect } from "../pixels/pixels.ts";
import { type Growth, growLattice, highestNear, type Nodes, trimLattice } from "./grow.ts";
import {
  autocorrelations,
  type Basis,
  cross,
  findPeriods,
  lengthOf,
  type Period,
  phaseOf,
  plus,
  type Step,
} from "./periods.ts";
import {
  isHalfShadow,
  type Looks,
  linesOf,
  looksAhead,
  looksOf,
  separationOf,
} from "./score-lattice.ts";
import { blobResponse, type Ground, type Plane, spreadOf } from "./surface.ts";

/** A pattern of places on one surface, with how sure it is. */
export type Lattice = {
  nodes: Nodes;
  growth: Growth;
  looks: Looks;
  /** Probability that a place stands out more than ground between places. */
  separation: number;
  /** Standard errors from no pattern. */
  z: number;
  crownMeters: number;
  ground: Ground;
  kind: Kind;
  /** The surface on which it was seen. */
  plane: Plane;
  green: Plane;
};

export type LatticeOptions = {
  /** Metres between places, where somebody has said it: other patterns are not looked for. */
  spacingMeters?: number;
  signal?: AbortSignal;
};

/** Metres of the window in which a pattern must repeat. */
const WINDOW_METERS = 50;
const SIDES = { min: 128, max: 512 };
/** A step is longer than this many crowns: else crowns touch, and it is no young planting. */
const MIN_STEP_CROWNS = 1.1;
const MIN_STEP_METERS = 0.9;
const LONGEST_STEP_METERS = 10;
/** A spacing that somebody has said holds within this. */
const SPACING_SLACK = 1.35;
/** Five places at least fit into a window. */
const LONGEST_STEP_SHARE = 0.2;
/** A place is looked for within this share of the shorter step. */
const RADIUS_SHARE = 0.2;
/** Outliers (roofs, cars) count no more than so many spreads. */
const CLIP = { low: -2, high: 5 };
/** Separation that a pattern must show before it is grown, and over how many places to each side; afterwards see `MIN`. */
const SEED_SEPARATION = 0.78;
const SEED_SPAN = 3;
/** While it grows: less than afterwards, for its edge is not trimmed and a planting may begin in weeds. */
const GROWING_SEPARATION = 0.8;
export const MIN = { separation: 0.86, hits: 0.55, places: 24, lines: 3 };

/** Greener; darker; both; greener and brighter, as autumn leaves on dark soil. */
const kinds = ["sum", "green", "dark", "difference"] as const;
type Kind = (typeof kinds)[number];
/** Weights of greenness and of darkness in each. */
export const kindParts = {
  sum: [1, 1],
  green: [1, 0],
  dark: [0, 1],
  difference: [1, -1],
} as const satisfies Record<Kind, readonly [number, number]>;
/** The surfaces in which patterns are looked for. */
type Surfaces = Record<Kind, Plane>;

/** In place: values in spreads, outliers cut. */
function clip({ data }: Plane, spread: number): void {
  const scale = 1 / Math.max(1e-9, spread);
  for (let i = 0; i < data.length; i++) {
    const value = (data[i] as number) * scale;
    data[i] = value < CLIP.low ? CLIP.low : value > CLIP.high ? CLIP.high : value;
  }
}

function surfacesOf(ground: Ground, crownMeters: number): Surfaces {
  const diameter = crownMeters / ground.metersPerPixel;
  const respond = (plane: Plane): Plane => {
    const response = blobResponse(plane, diameter);
    clip(response, spreadOf(response.data));
    return response;
  };
  const [green, dark] = [respond(ground.green), respond(ground.dark)];
  const mixed = (sign: 1 | -1): Plane => {
    const data = new Float32Array(green.data.length);
    for (let i = 0; i < data.length; i++)
      data[i] = ((green.data[i] as number) + sign * (dark.data[i] as number)) * Math.SQRT1_2;
    return { ...green, data };
  };
  return { green, dark, sum: mixed(1), difference: mixed(-1) };
}

/** The mean of a part of a plane; 0 of nothing. */
function meanOf({ data, width }: Plane, { x, y, width: across, height: down }: Rect): number {
  let sum = 0;
  for (let v = y; v < y + down; v++)
    for (let at = v * width + x; at < v * width + x + across; at++) sum += data[at] as number;
  return sum / Math.max(1, across * down);
}

/** Weights by which each row and column of a window is kept: it fades out towards its edges (Hann). */
const fades = new Map<number, Float32Array>();
function fadeOf(side: number): Float32Array {
  const known = fades.get(side);
  if (known) return known;
  const fade = Float32Array.from({ length: side }, (_, i) =>
    Math.sin((Math.PI * (i + 0.5)) / side),
  );
  fades.set(side, fade);
  return fade;
}

/** A window of a plane around a middle, free of its mean and faded out. */
function windowOf(plane: Plane, middle: Step, side: number): Float32Array {
  const out = new Float32Array(side * side);
  const [x0, y0] = [Math.round(middle.x - side / 2), Math.round(middle.y - side / 2)];
  const [x, y] = [Math.max(0, x0), Math.max(0, y0)];
  const width = Math.min(x0 + side, plane.width) - x;
  const height = Math.min(y0 + side, plane.height) - y;
  const mean = meanOf(plane, { x, y, width, height });
  const fade = fadeOf(side);
  for (let v = y; v < y + height; v++) {
    const down = fade[v - y0] as number;
    const to = (v - y0) * side - x0;
    for (let u = x; u < x + width; u++)
      out[to + u] =
        ((plane.data[v * plane.width + u] as number) - mean) * (fade[u - x0] as number) * down;
  }
  return out;
}

function sideOf(metersPerPixel: number): number {
  const side = 2 ** Math.round(Math.log2(WINDOW_METERS / metersPerPixel));
  return Math.max(SIDES.min, Math.min(SIDES.max, side));
}

/** Windows stand apart by this share of their side: what lies between two is seen by both. */
const APART = 0.7;

/** Middles of windows that overlap. */
function middlesOf({ width, height }: Plane, side: number): Step[] {
  const along = (size: number): number[] => {
    const count = Math.max(1, Math.ceil(size / (APART * side) - 0.45));
    return Array.from({ length: count }, (_, n) => ((n + 1) * size) / (count + 1));
  };
  return along(height).flatMap((y) => along(width).map((x) => ({ x, y })));
}

/** Shortest and longest step, in pixels. */
function stepsAllowed(
  crownMeters: number,
  metersPerPixel: number,
  side: number,
  spacing: number | undefined,
): { min: number; max: number } {
  const shortest = Math.max(MIN_STEP_METERS, MIN_STEP_CROWNS * crownMeters);
  const longest = Math.min(LONGEST_STEP_METERS, LONGEST_STEP_SHARE * side * metersPerPixel);
  const min = spacing ? Math.max(shortest, spacing / SPACING_SLACK) : shortest;
  return { min: Math.max(4, min / metersPerPixel), max: longest / metersPerPixel };
}

function growthOf(plane: Plane, period: Period, middle: Step, side: number): Growth | undefined {
  const origin = phaseOf(plane, middle, side, period);
  const radius = Math.max(1.5, RADIUS_SHARE * lengthOf(period.a));
  const growth: Growth = { basis: { a: period.a, b: period.b }, origin, radius, threshold: 0 };
  const looks = looksAhead(plane, growth, SEED_SPAN);
  if (separationOf(looks) < SEED_SEPARATION) return undefined;
  const middleOf = (list: number[]) => [...list].sort((p, q) => p - q)[list.length >> 1] ?? 0;
  const threshold = (middleOf(looks.values) + middleOf(looks.between)) / 2;
  return { ...growth, threshold };
}

/** Tells whether the places so far stand out enough from the ground between them to go on. */
const isPromising = (plane: Plane, nodes: Nodes, growth: Growth): boolean =>
  separationOf(looksOf(plane, trimLattice(nodes), growth)) >= GROWING_SEPARATION;

/** Scores a grown lattice; undefined where it shows too little to be believed. */
function scored(
  plane: Plane,
  grown: Nodes,
  growth: Growth,
): Pick<Lattice, "nodes" | "looks" | "separation" | "z"> | undefined {
  const nodes = trimLattice(grown);
  if (nodes.size < MIN.places) return undefined;
  const { rows, columns } = linesOf(nodes);
  if (Math.min(rows, columns) < MIN.lines) return undefined;
  const hits = [...nodes.values()].filter(({ isHit }) => isHit).length;
  if (hits < MIN.hits * nodes.size) return undefined;
  const looks = looksOf(plane, nodes, growth);
  const separation = separationOf(looks);
  if (separation < MIN.separation) return undefined;
  const [n, m] = [looks.values.length, looks.between.length];
  const z = (separation - 0.5) / Math.sqrt((n + m + 1) / (12 * n * m));
  return { nodes, looks, separation, z };
}

/** Greenness that leaves have and roofs, cars and stones have not: relative excess green, and NDVI. */
const LEAF = { excessGreen: 0.04, ndvi: 0.12 };

/** Tells whether most of what stands out are leaves, by the highest index near each place. */
function isLeafy(ground: Ground, nodes: Nodes, radius: number): boolean {
  const hits = [...nodes.values()].filter(({ isHit }) => isHit);
  const threshold = ground.isInfrared ? LEAF.ndvi : LEAF.excessGreen;
  const leafy = hits.filter((node) => highestNear(ground.green, node, radius).value >= threshold);
  return leafy.length > hits.length / 2;
}

/** A lattice that covers a window so surely is not looked for there again. */
const SURE = 0.9;

const covers = ({ separation, nodes, growth }: Lattice, at: Step): boolean =>
  separation >= SURE &&
  [...nodes.values()].some(
    ({ x, y }) => Math.hypot(x - at.x, y - at.y) <= lengthOf(growth.basis.b),
  );

/** A pattern that was grown on a surface, believed or not: it is not grown from the next window again. */
type Tried = { plane: Plane; growth: Growth; nodes: Nodes };
/** Steps of the same pattern differ by no more than this share of the shorter one, and so do its phases. */
const SAME_STEP = 0.15;
/** A pattern holds around a window's middle where it has this share of the places that fit there. */
const HOLDS = 0.8;
/** Half the side of the ground around the middle that is asked, as a share of the window's. */
const ASKED = 0.25;

/**
 * Tells whether two pairs of steps make the same lattice: each of one is whole steps of the other, and the cells are as
 * large.
 */
function isSameLattice(p: Basis, q: Basis): boolean {
  const area = cross(p.a, p.b);
  if (Math.abs(Math.abs(cross(q.a, q.b) / area) - 1) > SAME_STEP) return false;
  return [q.a, q.b].every((step) => {
    const [i, j] = [cross(step, p.b) / area, cross(p.a, step) / area];
    const off = plus(plus(step, p.a, -Math.round(i)), p.b, -Math.round(j));
    return lengthOf(off) <= SAME_STEP * lengthOf(p.a);
  });
}

/** Tells whether the places of a grown pattern fill the ground around a window's middle. */
function holdsAround({ nodes, growth }: Tried, at: Step, side: number, plane: Plane): boolean {
  const half = ASKED * side;
  const [x0, x1] = [Math.max(0, at.x - half), Math.min(plane.width, at.x + half)];
  const [y0, y1] = [Math.max(0, at.y - half), Math.min(plane.height, at.y + half)];
  const fit = ((x1 - x0) * (y1 - y0)) / Math.abs(cross(growth.basis.a, growth.basis.b));
  let count = 0;
  for (const { x, y } of nodes.values()) if (x >= x0 && x < x1 && y >= y0 && y < y1) count++;
  return count >= HOLDS * fit;
}

/** All lattices of crowns of one size; those of different surfaces may be the same. */
export function findLattices(
  ground: Ground,
  crownMeters: number,
  options: LatticeOptions = {},
): Lattice[] {
  const surfaces = surfacesOf(ground, crownMeters);
  const { metersPerPixel } = ground;
  const side = sideOf(metersPerPixel);
  const { min, max } = stepsAllowed(crownMeters, metersPerPixel, side, options.spacingMeters);
  const found: Lattice[] = [];
  const tried: Tried[] = [];
  for (const middle of middlesOf(surfaces.sum, side)) {
    options.signal?.throwIfAborted();
    const open = kinds.filter(
      (kind) => !found.some((one) => one.plane === surfaces[kind] && covers(one, middle)),
    );
    if (open.length === 0) continue;
    const [green, dark] = [surfaces.green, surfaces.dark].map((p) => windowOf(p, middle, side));
    const correlations = autocorrelations(green as Float32Array, dark as Float32Array, side);
    for (const kind of open) {
      const plane = surfaces[kind];
      for (const period of findPeriods(correlations[kind], min, max)) {
        const known = tried.filter(
          (one) => one.plane === plane && isSameLattice(one.growth.basis, period),
        );
        if (known.some((one) => holdsAround(one, middle, side, plane))) continue;
        const growth = growthOf(plane, period, middle, side);
        if (!growth) continue;
        const nodes = growLattice(plane, growth, (some) => isPromising(plane, some, growth));
        tried.push({ plane, growth, nodes });
        const lattice = scored(plane, nodes, growth);
        if (!lattice || !isLeafy(ground, lattice.nodes, growth.radius)) continue;
        if (isHalfShadow(surfaces.green, lattice.nodes, growth.radius)) continue;
        const seen = { crownMeters, ground, kind, plane, green: surfaces.green };
        found.push({ ...lattice, growth, ...seen });
        break;
      }
    }
  }
  return found;
}

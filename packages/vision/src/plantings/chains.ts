import type { Blob } from "./blobs.ts";

/** Place of a row, metres: what was seen there, and how probable something as strong is there by chance. */
export type ChainPlace = {
  x: number;
  y: number;
  blob?: Blob;
  chance: number;
  /** Metres around where the places before it point, in which it was looked for; 0 of the two that a row begins with. */
  radius: number;
};

/** Places in a near-straight line at near-equal steps. */
export type Chain = {
  places: ChainPlace[];
  /** The two with which it began: they say what belongs to it. */
  seeds: readonly Blob[];
  step: { x: number; y: number };
  /** Natural logarithm of the probability of a chain as good by chance; how often it was tried is not in it. */
  lnChance: number;
  hits: number;
};

export type ChainOptions = {
  /** Metres of the ground that is looked at. */
  width: number;
  height: number;
  /** Metres between places of a row, where somebody has said it. */
  spacingMeters?: number | undefined;
  /** Step of rows that are known here: others are parallel to them, at the same step. */
  along?: { x: number; y: number };
  signal?: AbortSignal | undefined;
};

/** Metres between places of a row. */
const STEP = { min: 0.8, max: 4 };
const SPACING_SLACK = 1.2;
/** Rows of one planting differ by no more in step and direction. */
export const ALIKE = { step: 0.07, radians: 0.1 };
/** Two places of a row alone say its step and direction less well. */
const PAIR_ALIKE = { step: 0.2, radians: 0.25 };
/** A place is looked for within this share of the step, in metres at least and at most. */
const TOLERANCE = { share: 0.13, min: 0.12, max: 0.3 };
/** After so few places their line is not known well, and more is allowed. */
const FEW = { places: 3, more: 1.6 };
/** Places before that say where the next one is. */
const BEFORE = 6;
/** Ground around a place in which things as strong are counted. */
const AROUND_METERS = 2.5;
/** No place counts more than one that only chance of this size explains: a row is many places. */
const MIN_CHANCE = 0.008;
/** A spot that is so probable by chance is no hit. */
const MAX_CHANCE = 0.25;
/** A row begins at two places that are this improbable. */
const SEED_CHANCE = 0.12;
/** Empty places in a row that a row is followed over. */
const MAX_MISSES = 2;
const MIN_HITS = 5;
const MIN_HIT_SHARE = 0.6;
/** Differences between things of a row, at most: in size, in strength, and in colour in spreads of all on this ground. */
const SIZE_RATIO = 2.3;
const MIN_STRENGTH = 0.4;
const ALIKE_COLOUR = 2.5;

/** Blobs by place. */
export class BlobGrid {
  readonly cells = new Map<number, Blob[]>();
  constructor(blobs: readonly Blob[]) {
    for (const blob of blobs) {
      const key = this.key(Math.floor(blob.x), Math.floor(blob.y));
      const cell = this.cells.get(key);
      if (cell) cell.push(blob);
      else this.cells.set(key, [blob]);
    }
  }
  key(u: number, v: number): number {
    return u * 65_536 + v;
  }
  near(x: number, y: number, radius: number): Blob[] {
    const out: Blob[] = [];
    for (let u = Math.floor(x - radius); u <= Math.floor(x + radius); u++)
      for (let v = Math.floor(y - radius); v <= Math.floor(y + radius); v++)
        for (const blob of this.cells.get(this.key(u, v)) ?? [])
          if (Math.hypot(blob.x - x, blob.y - y) <= radius) out.push(blob);
    return out;
  }
}

function toleranceOf(step: number): number {
  return Math.max(TOLERANCE.min, Math.min(TOLERANCE.max, TOLERANCE.share * step));
}

/** The part of a disc that lies on the image, roughly: what is beyond it cannot hold anything. */
function areaWithin(x: number, y: number, radius: number, { width, height }: ChainOptions): number {
  const across = Math.min(width, x + radius) - Math.max(0, x - radius);
  const down = Math.min(height, y + radius) - Math.max(0, y - radius);
  return Math.max(0.2, (across * down) / (4 * radius * radius)) * Math.PI * radius * radius;
}

/** Tells what belongs to a row by its look. */
type Fits = (blob: Blob) => boolean;

/** Tells whether a blob looks like those with which a row began: in size, strength and colour. Pits look alike anyway. */
function looksLike(seeds: readonly Blob[]): Fits {
  return (blob) => {
    const own = seeds.filter(({ kind }) => kind === blob.kind);
    if (own.length === 0 || blob.kind === "pit") return true;
    return own.some(
      (seed) =>
        Math.max(seed.diameter, blob.diameter) <=
          SIZE_RATIO * Math.min(seed.diameter, blob.diameter) &&
        blob.strength >= MIN_STRENGTH * seed.strength &&
        seed.colour.every((value, n) => Math.abs(value - (blob.colour[n] ?? 0)) <= ALIKE_COLOUR),
    );
  };
}

/** Probability that a disc of `tolerance` around a place holds something as strong by chance, by the ground around. */
function chanceOfBlob(
  blob: Blob,
  grid: BlobGrid,
  tolerance: number,
  options: ChainOptions,
  fits: Fits = () => true,
  own: ReadonlySet<Blob> = new Set(),
): number {
  let stronger = 0;
  for (const other of grid.near(blob.x, blob.y, AROUND_METERS))
    if (other !== blob && other.strength >= blob.strength && !own.has(other) && fits(other))
      stronger++;
  const expected =
    ((stronger + 1) * Math.PI * tolerance * tolerance) /
    areaWithin(blob.x, blob.y, AROUND_METERS, options);
  return 1 - Math.exp(-expected);
}

/** ln of the probability that a sum of `n` exponential values is at least `sum` (Fisher's method, 1932). */
function lnGammaTail(n: number, sum: number): number {
  if (n <= 0) return 0;
  let [term, total] = [1, 1];
  for (let k = 1; k < n; k++) {
    term *= sum / k;
    total += term;
  }
  return Math.log(total) - sum;
}

/** The place to which the last ones of a row point, by least squares; how many of them were seen. */
function pointedAt(places: readonly ChainPlace[]) {
  const last = places.slice(-BEFORE);
  const seen = last.flatMap((place, n) => (place.blob ? [{ ...place, n }] : []));
  const count = seen.length;
  const mean = (of: (place: { x: number; y: number; n: number }) => number): number =>
    seen.reduce((sum, place) => sum + of(place), 0) / count;
  const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y), n: mean(({ n }) => n) };
  const spread = mean(({ n }) => (n - middle.n) ** 2);
  const step = {
    x: mean(({ x, n }) => (x - middle.x) * (n - middle.n)) / spread,
    y: mean(({ y, n }) => (y - middle.y) * (n - middle.n)) / spread,
  };
  const ahead = last.length - middle.n;
  return { x: middle.x + ahead * step.x, y: middle.y + ahead * step.y, step, count };
}

function follow(
  from: ChainPlace[],
  grid: BlobGrid,
  fits: Fits,
  options: ChainOptions,
): ChainPlace[] {
  const places = [...from];
  let misses = 0;
  while (misses <= MAX_MISSES && places.length < 400) {
    const { x, y, step, count } = pointedAt(places);
    if (count < 2) break;
    if (x < 0 || y < 0 || x > options.width || y > options.height) break;
    const more = count <= FEW.places ? FEW.more : 1;
    const radius = more * toleranceOf(Math.hypot(step.x, step.y));
    let best: Blob | undefined;
    for (const blob of grid.near(x, y, radius))
      if (fits(blob) && (!best || blob.strength > best.strength)) best = blob;
    if (best) {
      places.push({ x: best.x, y: best.y, blob: best, chance: 1, radius });
      misses = 0;
    } else {
      places.push({ x, y, chance: 1, radius });
      misses++;
    }
  }
  while (places.length > 0 && !places.at(-1)?.blob) places.pop();
  return places;
}

/** Probability of something as strong on a row's line, by what lies between its places: a kerb or a hedge has it too. */
function chanceOnLine(chain: readonly ChainPlace[], grid: BlobGrid, tolerance: number, fits: Fits) {
  const between: Blob[] = [];
  let length = 0;
  for (let n = 0; n + 1 < chain.length; n++) {
    const [a, b] = [chain[n], chain[n + 1]];
    if (!a || !b) continue;
    const step = Math.hypot(b.x - a.x, b.y - a.y);
    length += Math.max(0, step - 2 * tolerance);
    const [ux, uy] = [(b.x - a.x) / step, (b.y - a.y) / step];
    for (const blob of grid.near((a.x + b.x) / 2, (a.y + b.y) / 2, step / 2)) {
      const along = (blob.x - a.x) * ux + (blob.y - a.y) * uy;
      const beside = Math.abs((blob.x - a.x) * uy - (blob.y - a.y) * ux);
      if (along > tolerance && along < step - tolerance && beside <= tolerance && fits(blob))
        between.push(blob);
    }
  }
  return (blob: Blob): number => {
    const count = between.filter((other) => other.strength >= blob.strength).length;
    return 1 - Math.exp((-(count + 0.3) * 2 * tolerance) / Math.max(0.1, length));
  };
}

/** Scores a row again; `others` are blobs that are known to stand in rows beside it. */
export function scoreChain(
  chain: Pick<Chain, "places" | "seeds">,
  grid: BlobGrid,
  options: ChainOptions,
  others: readonly Blob[] = [],
): Chain | undefined {
  const { places } = chain;
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return undefined;
  const n = places.length - 1;
  const step = { x: (last.x - first.x) / n, y: (last.y - first.y) / n };
  const tolerance = toleranceOf(Math.hypot(step.x, step.y));
  const fits = looksLike(chain.seeds);
  const own = new Set([...others, ...places.flatMap(({ blob }) => (blob ? [blob] : []))]);
  const onLine = chanceOnLine(places, grid, tolerance, fits);
  const scored = places.map((place): ChainPlace => {
    if (!place.blob) return place;
    const radius = place.radius || tolerance;
    const around = chanceOfBlob(place.blob, grid, radius, options, fits, own);
    return { ...place, chance: Math.min(1, Math.max(MIN_CHANCE, around, onLine(place.blob))) };
  });
  const hits = scored.filter(({ blob, chance }) => blob && chance <= MAX_CHANCE).length;
  if (hits < MIN_HITS || hits < MIN_HIT_SHARE * places.length) return undefined;
  // Two places were chosen, and prove nothing: the two best ones do not count.
  const parts = scored.map(({ chance }) => -Math.log(chance)).sort((a, b) => b - a);
  const sum = parts.slice(2).reduce((total, one) => total + one, 0);
  return { places: scored, seeds: chain.seeds, step, hits, lnChance: lnGammaTail(n - 1, sum) };
}

/** Tells whether a step is that of rows that are known, in either direction. */
export function isAlong(
  a: { x: number; y: number },
  b: { x: number; y: number },
  slack: typeof ALIKE = ALIKE,
): boolean {
  const [s, t] = [Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)];
  if (Math.abs(s / t - 1) > slack.step) return false;
  return Math.abs(a.x * b.y - a.y * b.x) <= Math.sin(slack.radians) * s * t;
}

/** Chains of blobs from each pair that may begin one, and how many pairs were tried. */
export function findChains(
  blobs: readonly Blob[],
  options: ChainOptions,
): { chains: Chain[]; tried: number; grid: BlobGrid } {
  const grid = new BlobGrid(blobs);
  const spacing = options.spacingMeters;
  const min = spacing ? spacing / SPACING_SLACK : STEP.min;
  const max = spacing ? spacing * SPACING_SLACK : STEP.max;
  const chances = new Map(
    blobs.map((blob) => [blob, chanceOfBlob(blob, grid, toleranceOf(1.5), options)]),
  );
  const seeds = blobs.filter((blob) => (chances.get(blob) ?? 1) <= SEED_CHANCE);
  const seedGrid = new BlobGrid(seeds);
  const chains: Chain[] = [];
  let tried = 0;
  const known = new Set<string>();
  const index = new Map(blobs.map((blob, n) => [blob, n]));
  for (const a of seeds) {
    options.signal?.throwIfAborted();
    for (const b of seedGrid.near(a.x, a.y, max)) {
      const step = Math.hypot(b.x - a.x, b.y - a.y);
      if (step < min || (b.x - a.x || b.y - a.y) <= 0) continue;
      const pair = { x: b.x - a.x, y: b.y - a.y };
      if (options.along && !isAlong(pair, options.along, PAIR_ALIKE)) continue;
      if (Math.max(a.diameter, b.diameter) > SIZE_RATIO * Math.min(a.diameter, b.diameter))
        continue;
      if (step < 1.6 * Math.max(a.diameter, b.diameter)) continue;
      tried++;
      const place = (blob: Blob): ChainPlace => ({
        x: blob.x,
        y: blob.y,
        blob,
        chance: chances.get(blob) ?? 1,
        radius: 0,
      });
      const fits = looksLike([a, b]);
      if (a.kind === b.kind && !looksLike([a])(b)) continue;
      const forth = follow([place(a), place(b)], grid, fits, options);
      const all = follow([...forth].reverse(), grid, fits, options);
      const hits = all.flatMap(({ blob }) => (blob ? [blob] : []));
      if (hits.length < MIN_HITS) continue;
      const key = hits
        .map((blob) => index.get(blob) ?? 0)
        .sort((p, q) => p - q)
        .join(" ");
      if (known.has(key)) continue;
      known.add(key);
      const chain = scoreChain({ places: all, seeds: [a, b] }, grid, options);
      if (chain) chains.push(chain);
    }
  }
  chains.sort((p, q) => p.lnChance - q.lnChance);
  return { chains, tried, grid };
}

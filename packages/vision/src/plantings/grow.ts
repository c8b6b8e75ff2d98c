import { type Basis, plus, type Step } from "./periods.ts";
import type { Plane } from "./surface.ts";

/** A place of a lattice: its column and row, where it is (pixels), and how much stands out there. */
export type Node = Step & { i: number; j: number; value: number; isHit: boolean };
export type Nodes = Map<number, Node>;

/** Columns and rows of one lattice stay within this many of its seed. */
const SPAN = 4096;
export const keyOf = (i: number, j: number): number => (j + SPAN) * 2 * SPAN + i + SPAN;

/** Neighbours that decide where a place is, in columns and rows. */
const NEAR = 2;
/** Resistance of a lattice against bending: so many neighbours' worth of its first steps. */
const STIFF = 4;
/** Weight of a place where nothing stands out on its neighbours, as a share of that of a place where something does. */
const EMPTY_WEIGHT = 0.1;
/** A place lies between where its neighbours want it and where something stands out. */
const PULL = 0.6;
/** Places that stand out, of those around, that it takes for one more. */
const SUPPORT = { hits: 3, share: 0.5 };
const MAX_NODES = 40_000;
/** Places after which a lattice is first asked whether it may grow on; then whenever it has doubled. */
const FIRST_ASKED = 500;

/** The highest value within a disc, and where. */
export function highestNear(plane: Plane, at: Step, radius: number): Step & { value: number } {
  const { data, width, height } = plane;
  let [bestX, bestY, best] = [at.x, at.y, -Infinity];
  const x0 = Math.max(0, Math.ceil(at.x - radius));
  const x1 = Math.min(width - 1, Math.floor(at.x + radius));
  const y1 = Math.min(height - 1, Math.floor(at.y + radius));
  const far = radius * radius;
  for (let y = Math.max(0, Math.ceil(at.y - radius)); y <= y1; y++) {
    const down = (y - at.y) * (y - at.y);
    for (let x = x0; x <= x1; x++) {
      const value = data[y * width + x] as number;
      if (value <= best || (x - at.x) * (x - at.x) + down > far) continue;
      bestX = x;
      bestY = y;
      best = value;
    }
  }
  return { x: bestX, y: bestY, value: best };
}

const liesOn = ({ width, height }: Plane, { x, y }: Step): boolean =>
  x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1;

/** Neighbours that are asked, as columns, rows and the weight of one that stands out. */
const neighbours = Array.from({ length: (2 * NEAR + 1) ** 2 }, (_, n) => {
  const [u, v] = [(n % (2 * NEAR + 1)) - NEAR, Math.floor(n / (2 * NEAR + 1)) - NEAR];
  return { u, v, weight: 1 / (u * u + v * v) };
}).filter(({ u, v }) => u !== 0 || v !== 0);

/**
 * Where a place should be by its neighbours, itself left out: steps fitted to those around by least squares, held near
 * the lattice's own, so that rows may bend slowly. Undefined without neighbours. Of the three unknowns (the place and
 * both steps) only the place is solved for, by Cramer's rule; nothing is allocated, for it is asked for each place.
 */
export function predict(nodes: Nodes, i: number, j: number, basis: Basis): Step | undefined {
  let [w, wi, wj, wii, wij, wjj] = [0, 0, 0, STIFF, 0, STIFF];
  let [x, xi, xj] = [0, STIFF * basis.a.x, STIFF * basis.b.x];
  let [y, yi, yj] = [0, STIFF * basis.a.y, STIFF * basis.b.y];
  for (const { u, v, weight: full } of neighbours) {
    const node = nodes.get(keyOf(i + u, j + v));
    if (!node) continue;
    const weight = node.isHit ? full : full * EMPTY_WEIGHT;
    const [wu, wv] = [weight * u, weight * v];
    w += weight;
    wi += wu;
    wj += wv;
    wii += wu * u;
    wij += wu * v;
    wjj += wv * v;
    x += weight * node.x;
    xi += wu * node.x;
    xj += wv * node.x;
    y += weight * node.y;
    yi += wu * node.y;
    yj += wv * node.y;
  }
  if (w === 0) return undefined;
  const p = wii * wjj - wij * wij;
  const q = wj * wij - wi * wjj;
  const r = wi * wij - wj * wii;
  const whole = w * p + wi * q + wj * r;
  return { x: (p * x + q * xi + r * xj) / whole, y: (p * y + q * yi + r * yj) / whole };
}

/** A place of the lattice as the surface shows it, near where it should be. */
export function look(
  plane: Plane,
  at: Step,
  radius: number,
  threshold: number,
): Omit<Node, "i" | "j"> {
  const peak = highestNear(plane, at, radius);
  const isHit = peak.value >= threshold;
  const to = (of: "x" | "y") => (isHit ? at[of] + PULL * (peak[of] - at[of]) : at[of]);
  return { x: to("x"), y: to("y"), value: peak.value, isHit };
}

/** Places around, known and standing out. */
export function around(nodes: Nodes, i: number, j: number) {
  let [known, hits] = [0, 0];
  for (const { u, v } of neighbours) {
    const node = nodes.get(keyOf(i + u, j + v));
    if (!node) continue;
    known++;
    if (node.isHit) hits++;
  }
  return { known, hits };
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

export type Growth = { basis: Basis; origin: Step; radius: number; threshold: number };

/** The first places, around the origin. */
function seedNodes(plane: Plane, { basis, origin, radius, threshold }: Growth): Nodes {
  const nodes: Nodes = new Map();
  for (let j = -NEAR; j <= NEAR; j++)
    for (let i = -NEAR; i <= NEAR; i++) {
      const at = plus(plus(origin, basis.a, i), basis.b, j);
      if (liesOn(plane, at))
        nodes.set(keyOf(i, j), { i, j, ...look(plane, at, radius, threshold) });
    }
  return nodes;
}

/**
 * A lattice grown place by place from where it was seen, as far as most places near its edge stand out. Places are
 * fitted again to their neighbours afterwards (after Park et al., Deformed lattice detection in real-world images,
 * IEEE Transactions on Pattern Analysis and Machine Intelligence 31, 2009, with least squares in place of belief
 * propagation).
 * @param growsOn asked now and then: where it says no, the places so far are all; texture would be grown over the
 * whole image otherwise, place by place, to be refused in the end
 */
export function growLattice(
  plane: Plane,
  growth: Growth,
  growsOn: (nodes: Nodes) => boolean = () => true,
): Nodes {
  const { basis, radius, threshold } = growth;
  const nodes = seedNodes(plane, growth);
  let edge = [...nodes.values()];
  let asked = FIRST_ASKED;
  while (edge.length > 0 && nodes.size < MAX_NODES) {
    const added: Node[] = [];
    // Each once: a place that waits on two sides would be asked twice as often each turn, a thousand times after ten.
    const waiting = new Set<Node>();
    for (const node of edge) {
      if (!node.isHit) continue;
      for (const [u, v] of SIDES) {
        const [i, j] = [node.i + u, node.j + v];
        if (nodes.has(keyOf(i, j)) || Math.max(Math.abs(i), Math.abs(j)) > SPAN / 2) continue;
        const { known, hits } = around(nodes, i, j);
        const isSupported = hits >= SUPPORT.hits && hits >= SUPPORT.share * known;
        const at = predict(nodes, i, j, basis);
        if (!at || !liesOn(plane, at)) continue;
        if (!isSupported) {
          waiting.add(node);
          continue;
        }
        const next = { i, j, ...look(plane, at, radius, threshold) };
        nodes.set(keyOf(i, j), next);
        added.push(next);
      }
    }
    // Those that waited may have neighbours now.
    edge = added.length > 0 ? [...added, ...waiting] : [];
    if (nodes.size < asked) continue;
    if (!growsOn(nodes)) return nodes;
    asked = 2 * nodes.size;
  }
  for (let turn = 0; turn < 2; turn++)
    for (const node of nodes.values()) {
      const at = predict(nodes, node.i, node.j, basis);
      if (at) Object.assign(node, look(plane, at, radius, threshold));
    }
  return nodes;
}

/** An empty place belongs to a planting when trees stand on both sides of it, within so many places. */
const ENCLOSED = 3;
const EMPTY_NEIGHBOURS = 9;

/** Drops what lies beyond the planting: places around which most are empty, and empty ones at its edge. */
export function trimLattice(nodes: Nodes): Nodes {
  const isHitAt = (i: number, j: number): boolean => nodes.get(keyOf(i, j))?.isHit ?? false;
  const within = (i: number, j: number, u: number, v: number): boolean =>
    Array.from({ length: ENCLOSED }, (_, n) => n + 1).some((n) => isHitAt(i + n * u, j + n * v));
  const isBetween = ({ i, j }: Node): boolean =>
    (within(i, j, 1, 0) && within(i, j, -1, 0)) || (within(i, j, 0, 1) && within(i, j, 0, -1));
  const kept: Nodes = new Map();
  for (const [key, node] of nodes) {
    const { known, hits } = around(nodes, node.i, node.j);
    if (hits < SUPPORT.share * known || hits < SUPPORT.hits) continue;
    if (node.isHit || (isBetween(node) && hits >= EMPTY_NEIGHBOURS)) kept.set(key, node);
  }
  return kept;
}

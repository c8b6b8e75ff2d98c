import { type CompareTree, treeGrid, treesNear } from "./trees.ts";

/** A tree of the first image and the same one in the second, by their numbers. */
export type Match = readonly [before: number, after: number];

/** Crowns whose radii differ by more than this factor are not the same tree. */
const MAX_RATIO = 3;
/** A pair may cost as much as leaving both trees alone. */
const ALONE = 1;
/** Groups of more trees than this on a side are settled greedily: the exact way grows with the cube. */
const MAX_EXACT = 40;

type Candidate = { a: number; b: number; gain: number };

/** Tolerance between two crowns' centres of one tree, metres. */
function gateMeters(a: CompareTree, b: CompareTree, errorMeters: number): number {
  return 0.7 * Math.max(a.radius, b.radius) + 2.5 * errorMeters + 0.2;
}

/** The standard error of the shift at a tree, metres. */
type ErrorOf = (tree: CompareTree) => number;

function candidates(before: CompareTree[], after: CompareTree[], errorOf: ErrorOf): Candidate[] {
  const largest = (trees: CompareTree[]): number =>
    trees.reduce((max, { radius }) => Math.max(max, radius), 0);
  const errorMeters = before.reduce((max, tree) => Math.max(max, errorOf(tree)), 0);
  const searchRadius = 0.7 * Math.max(largest(before), largest(after)) + 2.5 * errorMeters + 0.2;
  const grid = treeGrid(after, Math.max(2, searchRadius));
  const found: Candidate[] = [];
  before.forEach((tree, a) => {
    const error = errorOf(tree);
    for (const b of treesNear(grid, tree.x, tree.y, searchRadius)) {
      const other = after[b] as CompareTree;
      const far = Math.hypot(other.x - tree.x, other.y - tree.y);
      const gate = gateMeters(tree, other, error);
      const ratio = Math.abs(Math.log(other.radius / tree.radius));
      if (far > gate || ratio > Math.log(MAX_RATIO)) continue;
      const gain = 2 * ALONE - (far / gate) ** 2 - 0.5 * ratio ** 2;
      if (gain > 0) found.push({ a, b, gain });
    }
  });
  return found;
}

/** Connected components of candidates by shared trees. */
function groups(all: Candidate[], count: number): Candidate[][] {
  const parent = new Map<number, number>();
  const find = (i: number): number => {
    let root = i;
    while ((parent.get(root) ?? root) !== root) root = parent.get(root) as number;
    parent.set(i, root);
    return root;
  };
  for (const { a, b } of all) parent.set(find(a), find(count + b));
  const byRoot = new Map<number, Candidate[]>();
  for (const one of all) {
    const root = find(one.a);
    const list = byRoot.get(root);
    if (list) list.push(one);
    else byRoot.set(root, [one]);
  }
  return [...byRoot.values()];
}

/** Greedy: best first, each tree once. */
function greedy(group: Candidate[]): Match[] {
  const [takenA, takenB] = [new Set<number>(), new Set<number>()];
  const matches: Match[] = [];
  for (const { a, b } of [...group].sort((p, q) => q.gain - p.gain || p.a - q.a || p.b - q.b)) {
    if (takenA.has(a) || takenB.has(b)) continue;
    takenA.add(a);
    takenB.add(b);
    matches.push([a, b]);
  }
  return matches;
}

/**
 * The matches of a group with the greatest sum of gains (Hungarian method, Kuhn 1955, in the form of Jonker
 * and Volgenant's shortest augmenting paths). Columns beyond the trees stand for "left alone".
 */
function assign(group: Candidate[]): Match[] {
  const rows = [...new Set(group.map(({ a }) => a))];
  const cols = [...new Set(group.map(({ b }) => b))];
  const [n, m] = [rows.length, cols.length + rows.length];
  const rowOf = new Map(rows.map((a, i) => [a, i]));
  const colOf = new Map(cols.map((b, i) => [b, i]));
  const cost = Array.from({ length: n }, () => new Float64Array(m));
  for (const { a, b, gain } of group)
    (cost[rowOf.get(a) as number] as Float64Array)[colOf.get(b) as number] = -gain;
  const owner = augment(cost, n, m);
  const matches: Match[] = [];
  owner.forEach((row, col) => {
    const [a, b] = [rows[row], cols[col]];
    if (a !== undefined && b !== undefined && (cost[row]?.[col] ?? 0) < 0) matches.push([a, b]);
  });
  return matches;
}

/** For each column the row that it goes to, or −1; n rows, m ≥ n columns. */
function augment(cost: Float64Array[], n: number, m: number): Int32Array {
  const u = new Float64Array(n + 1);
  const v = new Float64Array(m + 1);
  const rowAt = new Int32Array(m + 1);
  for (let row = 1; row <= n; row++) {
    const way = new Int32Array(m + 1);
    const minCost = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(m + 1);
    rowAt[0] = row;
    let col = 0;
    while (rowAt[col] !== 0) {
      used[col] = 1;
      const at = rowAt[col] as number;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= m; j++) {
        if (used[j]) continue;
        const reduced = (cost[at - 1]?.[j - 1] ?? 0) - (u[at] as number) - (v[j] as number);
        if (reduced < (minCost[j] as number)) {
          minCost[j] = reduced;
          way[j] = col;
        }
        if ((minCost[j] as number) < delta) {
          delta = minCost[j] as number;
          next = j;
        }
      }
      for (let j = 0; j <= m; j++)
        if (used[j]) {
          u[rowAt[j] as number] = (u[rowAt[j] as number] as number) + delta;
          v[j] = (v[j] as number) - delta;
        } else minCost[j] = (minCost[j] as number) - delta;
      col = next;
    }
    while (col !== 0) {
      const from = way[col] as number;
      rowAt[col] = rowAt[from] as number;
      col = from;
    }
  }
  return rowAt.slice(1).map((row) => row - 1);
}

/**
 * Trees of two images that are the same, one to one. Both lists in metres of one frame, the second
 * already shifted onto the first.
 * @param error standard error of that shift, metres: everywhere, or at a tree
 */
export function matchTrees(
  before: CompareTree[],
  after: CompareTree[],
  error: number | ErrorOf,
): Match[] {
  const errorOf = typeof error === "number" ? () => error : error;
  const all = candidates(before, after, errorOf);
  return groups(all, before.length).flatMap((group) => {
    if (group.length === 1) return greedy(group);
    const sides = Math.max(
      new Set(group.map(({ a }) => a)).size,
      new Set(group.map(({ b }) => b)).size,
    );
    return sides > MAX_EXACT ? greedy(group) : assign(group);
  });
}

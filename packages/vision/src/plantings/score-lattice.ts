import { type Growth, highestNear, keyOf, type Nodes, predict } from "./grow.ts";
import { plus, type Step } from "./periods.ts";
import type { Plane } from "./surface.ts";

/** Half steps: ground between the places. */
const BETWEEN = [
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
] as const;

/** Highest values of a surface near the places, and near the points between them. */
export type Looks = { values: number[]; between: number[] };

/**
 * Measures how much stands out where a lattice says, each place predicted from its neighbours alone, and within the same
 * radius of points between places. A place that was fitted to its own peak would prove nothing; predicted from others,
 * it stands out no more than the ground between unless there is a pattern.
 * @param aside added to each place, pixels
 */
export function looksOf(
  plane: Plane,
  nodes: Nodes,
  { basis, radius }: Growth,
  aside: Step = { x: 0, y: 0 },
): Looks {
  const [values, between]: [number[], number[]] = [[], []];
  const see = (at: Step) => highestNear(plane, at, radius).value;
  for (const { i, j } of nodes.values()) {
    const at = plus(predict(nodes, i, j, basis) ?? { x: -1, y: -1 }, aside);
    values.push(see(at));
    for (const [u, v] of BETWEEN) {
      const value = see(plus(plus(at, basis.a, u), basis.b, v));
      if (value > -Infinity) between.push(value);
    }
  }
  return { values, between };
}

/** The same of a straight lattice around its origin, `span` places to each side. */
export function looksAhead(plane: Plane, { basis, origin, radius }: Growth, span: number): Looks {
  const looks: Looks = { values: [], between: [] };
  const see = (u: number, v: number, into: number[]) => {
    const at = plus(plus(origin, basis.a, u), basis.b, v);
    const { value } = highestNear(plane, at, radius);
    if (value > -Infinity) into.push(value);
  };
  for (let j = -span; j <= span; j++)
    for (let i = -span; i <= span; i++) {
      see(i, j, looks.values);
      for (const [u, v] of BETWEEN) see(i + u, j + v, looks.between);
    }
  return looks;
}

/**
 * The probability that a place stands out more than ground between places (Mann and Whitney 1947; the area under the
 * curve of Hanley and McNeil, Radiology 143, 1982): 0.5 without a pattern, 1 where every place does.
 */
export function separationOf({ values, between }: Looks): number {
  if (values.length === 0 || between.length === 0) return 0.5;
  const sorted = Float64Array.from(between).sort();
  const below = (value: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const total = values.reduce((sum, value) => sum + below(value), 0);
  return total / (values.length * between.length);
}

/** Halves of a lattice: every second column, every second row, every second place of both. */
const HALVES = [(i: number) => i, (_: number, j: number) => j, (i: number, j: number) => i + j];
/** Halves that differ by more, in the spread within them, are of different things. */
const UNLIKE = 1.5;

/**
 * Tells whether every second place is something else than a tree, such as the shadow of the first: both halves differ in
 * greenness by more than `UNLIKE` allows.
 */
export function isHalfShadow(green: Plane, nodes: Nodes, radius: number): boolean {
  const seen = [...nodes.values()].map(({ i, j, x, y }) => {
    return { i, j, value: highestNear(green, { x, y }, radius).value };
  });
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return HALVES.some((of) => {
    const [even, odd] = [0, 1].map((rest) =>
      seen.filter(({ i, j }) => Math.abs(of(i, j)) % 2 === rest).map(({ value }) => value),
    );
    if (!even?.length || !odd?.length) return false;
    const [a, b] = [mean(even), mean(odd)];
    const within = mean([...even.map((v) => (v - a) ** 2), ...odd.map((v) => (v - b) ** 2)]);
    return Math.abs(a - b) > UNLIKE * Math.sqrt(within);
  });
}

/** Rows and columns that have at least three places each. */
export function linesOf(nodes: Nodes): { rows: number; columns: number } {
  const [rows, columns] = [new Map<number, number>(), new Map<number, number>()];
  for (const { i, j } of nodes.values()) {
    rows.set(j, (rows.get(j) ?? 0) + 1);
    columns.set(i, (columns.get(i) ?? 0) + 1);
  }
  const long = (lines: Map<number, number>) => [...lines.values()].filter((n) => n >= 3).length;
  return { rows: long(rows), columns: long(columns) };
}

/** The mean steps between neighbouring places, which a lattice that bends differs by from its first ones. */
export function meanSteps(nodes: Nodes): { a: Step; b: Step } {
  const mean = (u: number, v: number): Step => {
    let [x, y, count] = [0, 0, 0];
    for (const node of nodes.values()) {
      const next = nodes.get(keyOf(node.i + u, node.j + v));
      if (!next) continue;
      x += next.x - node.x;
      y += next.y - node.y;
      count++;
    }
    return { x: x / Math.max(1, count), y: y / Math.max(1, count) };
  };
  return { a: mean(1, 0), b: mean(0, 1) };
}

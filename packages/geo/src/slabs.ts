/**
 * A sweep over horizontal slabs in which no edge ends and none cross: there the edges are trapezoids' sides. Works
 * on touching and repeated borders, where an overlay by pairs of edges fails.
 */

/** An edge from its lower end up, degrees; `tag` is the caller's. */
export interface SlabEdge {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  tag: number;
}

/** Where an edge enters a slab and where it leaves it, degrees of longitude. */
export interface Side {
  bottom: number;
  top: number;
  tag: number;
}

/** Takes the sides of one slab, from west to east, and its two parallels. */
type SlabVisitor = (sides: readonly Side[], south: number, north: number) => void;

/** Degrees; a micrometre on the ground. Edges closer than this do not cross. */
const TOLERANCE = 1e-11;
const DEEPEST = 48;

/** An edge that is no parallel, turned upwards. */
export function upwards(
  [ax, ay]: readonly number[],
  [bx, by]: readonly number[],
  tag: number,
): SlabEdge | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ax, ay, bx, by];
  if (y0 < y1) return { x0, y0, x1, y1, tag };
  return y0 > y1 ? { x0: x1, y0: y1, x1: x0, y1: y0, tag } : undefined;
}

/**
 * Shows all slabs from south to north. The time grows with the ends of edges times the edges that a parallel meets.
 * @returns false when `maxWork` edges had been put into slabs and there were more
 */
export function forEachSlab(
  edges: SlabEdge[],
  visit: SlabVisitor,
  maxWork = Number.POSITIVE_INFINITY,
): boolean {
  edges.sort((a, b) => a.y0 - b.y0);
  const levels = [...new Set(edges.flatMap(({ y0, y1 }) => [y0, y1]))].sort((a, b) => a - b);
  const left = { work: maxWork };
  let active: SlabEdge[] = [];
  let next = 0;
  for (let i = 0; i + 1 < levels.length && left.work >= 0; i++) {
    const [south, north] = [levels[i] as number, levels[i + 1] as number];
    active = active.filter(({ y1 }) => y1 > south);
    for (let edge = edges[next]; edge && edge.y0 <= south; edge = edges[++next]) active.push(edge);
    if (active.length > 0) showSlab(active, south, north, 0, visit, left);
  }
  return left.work >= 0;
}

const atLevel = ({ x0, y0, x1, y1 }: SlabEdge, y: number) =>
  y === y0 ? x0 : y === y1 ? x1 : x0 + ((y - y0) * (x1 - x0)) / (y1 - y0);

/** Shows the ground between two parallels; where edges cross in between, the two halves by themselves. */
function showSlab(
  edges: readonly SlabEdge[],
  south: number,
  north: number,
  depth: number,
  visit: SlabVisitor,
  left: { work: number },
): void {
  left.work -= edges.length;
  if (left.work < 0) return;
  const sides = edges.map((edge): Side => {
    const [bottom, top] = [atLevel(edge, south), atLevel(edge, north)];
    return { bottom, top, tag: edge.tag };
  });
  sides.sort((a, b) => a.bottom + a.top - b.bottom - b.top);
  const split = depth < DEEPEST ? crossingShare(sides) : undefined;
  const middle = split === undefined ? south : south + split * (north - south);
  if (middle > south && middle < north) {
    showSlab(edges, south, middle, depth + 1, visit, left);
    showSlab(edges, middle, north, depth + 1, visit, left);
  } else visit(sides, south, north);
}

/**
 * Share of the way up (0 to 1) where two neighbours cross; any two edges that cross have such neighbours between them.
 */
function crossingShare(sides: readonly Side[]): number | undefined {
  for (let i = 1; i < sides.length; i++) {
    const [a, b] = [sides[i - 1] as Side, sides[i] as Side];
    const [bottom, top] = [b.bottom - a.bottom, b.top - a.top];
    if (bottom < -TOLERANCE || top < -TOLERANCE) return bottom / (bottom - top);
  }
  return undefined;
}

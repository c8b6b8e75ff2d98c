/** The outline of the valid cells of a mask: rings of whole cells, smoothed by about a cell. */

export type Corner = [x: number, y: number];
/** The outer ring first, then its holes; rings are closed. In cells, origin top left. */
type OutlinePart = Corner[][];

const SMALLEST_PART = 16;
const SMALLEST_HOLE = 64;
// The stairs that cells make of a straight edge lie within it, whatever the slant.
const TOLERANCE = 1.6;

/**
 * Parts of the mask (one byte a cell, 0 is outside), without specks of less than 16 cells and holes
 * of less than 64. Cells that touch at a corner only are apart.
 */
export function maskOutline(mask: Uint8Array, width: number, height: number): OutlinePart[] {
  const rings = traceRings(mask, width, height).map((ring) => ({
    ring,
    area: twiceArea(ring) / 2,
  }));
  const outer = rings.filter(({ area }) => area >= SMALLEST_PART);
  const parts = outer.map(({ ring, area }) => ({ ring, area, holes: [] as Corner[][] }));
  for (const { ring, area } of rings) {
    if (-area < SMALLEST_HOLE) continue;
    const around = parts
      .filter((part) => part.area > -area && holds(part.ring, insideOf(ring)))
      .sort((a, b) => a.area - b.area)[0];
    around?.holes.push(simplified(ring));
  }
  return parts.map(({ ring, holes }) => [simplified(ring), ...holes]);
}

/** Directed edges between cells, the valid one always to the right: outer rings have positive area. */
function traceRings(mask: Uint8Array, width: number, height: number): Corner[][] {
  const across = width + 1;
  const at = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] !== 0;
  // Leaving edges by corner; up to two (at corners where two cells touch), as steps.
  const leaving = new Map<number, Corner[]>();
  const add = (x: number, y: number, dx: number, dy: number) => {
    const key = y * across + x;
    const known = leaving.get(key);
    if (known) known.push([dx, dy]);
    else leaving.set(key, [[dx, dy]]);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!at(x, y)) continue;
      if (!at(x, y - 1)) add(x, y, 1, 0);
      if (!at(x + 1, y)) add(x + 1, y, 0, 1);
      if (!at(x, y + 1)) add(x + 1, y + 1, -1, 0);
      if (!at(x - 1, y)) add(x, y + 1, 0, -1);
    }
  const rings: Corner[][] = [];
  for (const start of leaving.keys())
    while (leaving.has(start)) rings.push(walk(leaving, start, across));
  return rings;
}

/** Follows a ring; only corners where it turns are kept. At a touching corner it turns right, which keeps cells apart. */
function walk(leaving: Map<number, Corner[]>, start: number, across: number): Corner[] {
  const ring: Corner[] = [];
  let key = start;
  let before: Corner | undefined;
  do {
    const steps = leaving.get(key) ?? [];
    const turn = ([dx, dy]: Corner) => (before ? before[0] * dy - before[1] * dx : 0);
    steps.sort((a, b) => turn(a) - turn(b));
    const step = steps.pop();
    if (!step) break;
    if (steps.length === 0) leaving.delete(key);
    if (step[0] !== before?.[0] || step[1] !== before[1])
      ring.push([key % across, Math.floor(key / across)]);
    key += step[0] + step[1] * across;
    before = step;
  } while (key !== start);
  // The walk may have begun in the middle of a side.
  const [a, b, last] = [ring[0], ring[1], before];
  if (a && b && last && Math.sign(b[0] - a[0]) === last[0] && Math.sign(b[1] - a[1]) === last[1])
    ring.shift();
  if (ring[0]) ring.push([...ring[0]]);
  return ring;
}

function twiceArea(ring: Corner[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as Corner, ring[i] as Corner];
    sum += ax * by - bx * ay;
  }
  return sum;
}

/** A point just off the first edge, on the ring's left: within a hole. */
function insideOf(ring: Corner[]): Corner {
  const [[ax, ay], [bx, by]] = [ring[0] as Corner, ring[1] as Corner];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(ax + bx) / 2 + (by - ay) / length / 4, (ay + by) / 2 - (bx - ax) / length / 4];
}

function holds(ring: Corner[], [x, y]: Corner): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as Corner, ring[i] as Corner];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}

/** Douglas and Peucker, 1973, on the two halves between the ring's first corner and the farthest. */
function simplified(ring: Corner[]): Corner[] {
  const [first] = ring as [Corner];
  const far = ring.reduce(
    (best, [x, y], i) => {
      const distance = Math.hypot(x - first[0], y - first[1]);
      return distance > best.distance ? { i, distance } : best;
    },
    { i: 0, distance: 0 },
  );
  const keep = new Uint8Array(ring.length);
  keep[0] = keep[ring.length - 1] = keep[far.i] = 1;
  const open: [number, number][] = [
    [0, far.i],
    [far.i, ring.length - 1],
  ];
  for (let span = open.pop(); span; span = open.pop()) {
    const worst = farthest(ring, ...span);
    if (worst.distance <= TOLERANCE) continue;
    keep[worst.i] = 1;
    open.push([span[0], worst.i], [worst.i, span[1]]);
  }
  const kept = ring.filter((_, i) => keep[i]);
  return kept.length >= 4 ? kept : ring;
}

function farthest(ring: Corner[], from: number, to: number): { i: number; distance: number } {
  const [[ax, ay], [bx, by]] = [ring[from] as Corner, ring[to] as Corner];
  const length = Math.hypot(bx - ax, by - ay);
  const best = { i: from, distance: 0 };
  for (let i = from + 1; i < to; i++) {
    const [x, y] = ring[i] as Corner;
    const distance =
      length === 0
        ? Math.hypot(x - ax, y - ay)
        : Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
    if (distance > best.distance) Object.assign(best, { i, distance });
  }
  return best;
}

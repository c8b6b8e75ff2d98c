/** Share of one shape that lies in another, without building the shape that they share. */
import { type Areal, partsOf } from "./geometry.ts";
import { bboxesTouch, bboxOf } from "./polygon.ts";

const LINES = 1024;

/**
 * The share (0 to 1) of `shape` that lies inside `cover`, both in degrees, even-odd rule. Measured along
 * 1,024 parallels, on each of them exactly, and weighted by the cosine of the latitude; off by
 * less than 0.001 for shapes of any use. An exact overlay fails on touching borders, this cannot.
 */
export function sharedFraction(shape: Areal, cover: Areal): number {
  const box = bboxOf(shape);
  if (!bboxesTouch(box, bboxOf(cover))) return 0;
  const [, south, , north] = box;
  const step = (north - south) / LINES;
  if (!(step > 0)) return 0;
  const grid = { south: south + step / 2, step };
  const ours = crossings(shape, grid);
  const theirs = crossings(cover, grid);
  let whole = 0;
  let shared = 0;
  for (let i = 0; i < LINES; i++) {
    const mine = ours[i] ?? [];
    if (mine.length < 2) continue;
    const weight = Math.cos(((grid.south + i * step) * Math.PI) / 180);
    whole += weight * lengthOf(mine);
    shared += weight * sharedLength(mine, theirs[i] ?? []);
  }
  return whole > 0 ? shared / whole : 0;
}

interface Grid {
  /** Latitude of the first line. */
  south: number;
  step: number;
}

/** For each line the sorted longitudes at which it enters and leaves the shape. */
function crossings(shape: Areal, { south, step }: Grid): number[][] {
  const lines: number[][] = Array.from({ length: LINES }, () => []);
  for (const ring of partsOf(shape).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1] ?? [0, 0];
      const [bx, by] = ring[i] ?? [0, 0];
      const from = Math.max(0, Math.ceil((Math.min(ay, by) - south) / step));
      const to = Math.min(LINES, Math.ceil((Math.max(ay, by) - south) / step));
      for (let n = from; n < to; n++) {
        lines[n]?.push(ax + ((south + n * step - ay) * (bx - ax)) / (by - ay));
      }
    }
  }
  for (const line of lines) line.sort((a, b) => a - b);
  return lines;
}

function lengthOf(line: number[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < line.length; i += 2) sum += (line[i + 1] ?? 0) - (line[i] ?? 0);
  return sum;
}

function sharedLength(a: number[], b: number[]): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i + 1 < a.length && j + 1 < b.length) {
    const end = Math.min(a[i + 1] ?? 0, b[j + 1] ?? 0);
    sum += Math.max(0, end - Math.max(a[i] ?? 0, b[j] ?? 0));
    if (a[i + 1] === end) i += 2;
    else j += 2;
  }
  return sum;
}

/** Finds which of many polygons meet each other, without comparing all with all: sweep and prune along one axis. */
import { listEdges } from "./edge-grid.ts";
import type { Bbox, Ring } from "./geometry.ts";
import { bboxesTouch } from "./polygon.ts";
import { boxesMeet, meetingOf } from "./ring-crossings.ts";

/** Two parts by their places in the list, the lower first. */
export type PartPair = [a: number, b: number];

/** Bounds on work for hostile shapes: pairs that are compared, of boxes and of edges (less than a second). */
const MAX_PAIRS = 10_000_000;
/** … and pairs of boxes that are kept. */
const MAX_NEAR = 200_000;

/** All pairs whose boxes touch; undefined when there are too many. */
export function nearPairs(boxes: readonly Bbox[]): PartPair[] | undefined {
  const order = boxes.map((_, i) => i).sort((a, b) => west(boxes, a) - west(boxes, b));
  const pairs: PartPair[] = [];
  let compared = 0;
  let active: number[] = [];
  for (const part of order) {
    const box = boxes[part] as Bbox;
    active = active.filter((other) => (boxes[other] as Bbox)[2] >= box[0]);
    compared += active.length;
    for (const other of active)
      if (bboxesTouch(box, boxes[other] as Bbox)) pairs.push(ordered(part, other));
    if (compared > MAX_PAIRS || pairs.length > MAX_NEAR) return undefined;
    active.push(part);
  }
  return pairs;
}

const west = (boxes: readonly Bbox[], i: number) => boxes[i]?.[0] ?? 0;
const ordered = (a: number, b: number): PartPair => (a < b ? [a, b] : [b, a]);

/** Key for a pair of parts. */
export const pairKey = ([a, b]: PartPair): string => `${a} ${b}`;

/** Meetings of the edges of two parts, and whether any of them cross. */
export interface Contact {
  count: number;
  crosses: boolean;
}

/**
 * Where edges of different parts meet, by `pairKey`; pairs that do not meet are left out. Undefined when too many
 * edges lie beside each other along both axes.
 */
export function contactsOf(parts: readonly Ring[][]): Map<string, Contact> | undefined {
  const rings = parts.flat();
  const partOfRing = parts.flatMap((part, i) => part.map(() => i));
  const { edges, ringOf, count } = listEdges(rings);
  const partOf = Int32Array.from({ length: count }, (_, i) => partOfRing[ringOf[i] ?? 0] ?? 0);
  const contacts = new Map<string, Contact>();
  const visit = (i: number, j: number) => {
    if (partOf[i] === partOf[j] || !boxesMeet(edges, i, j)) return;
    const meeting = meetingOf(edges, i, j);
    if (!meeting) return;
    const key = pairKey(ordered(partOf[i] as number, partOf[j] as number));
    const { count = 0, crosses = false } = contacts.get(key) ?? {};
    contacts.set(key, { count: count + 1, crosses: crosses || meeting === "cross" });
  };
  return forEachNearPair(edges, count, visit) ? contacts : undefined;
}

/** Shows the pairs of edges whose spans on one axis meet. @returns false when there are too many */
function forEachNearPair(
  edges: Float64Array,
  count: number,
  visit: (i: number, j: number) => void,
): boolean {
  const axis = crowding(edges, count, 0) <= crowding(edges, count, 1) ? 0 : 1;
  const from = (i: number) => Math.min(edges[i * 4 + axis] ?? 0, edges[i * 4 + axis + 2] ?? 0);
  const to = (i: number) => Math.max(edges[i * 4 + axis] ?? 0, edges[i * 4 + axis + 2] ?? 0);
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => from(a) - from(b));
  let compared = 0;
  let active: number[] = [];
  for (const edge of order) {
    const start = from(edge) - NEAR;
    active = active.filter((other) => to(other) >= start);
    compared += active.length;
    if (compared > MAX_PAIRS) return false;
    for (const other of active) visit(other, edge);
    active.push(edge);
  }
  return true;
}

/** Degrees; what touches is at most so far apart. */
const NEAR = 1e-9;

/** Number of edges that a line across the axis meets on average. */
function crowding(edges: Float64Array, count: number, axis: 0 | 1): number {
  let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let i = axis; i < count * 4; i += 4) {
    const [a, b] = [edges[i] as number, edges[i + 2] as number];
    sum += Math.abs(a - b);
    low = Math.min(low, a, b);
    high = Math.max(high, a, b);
  }
  return high > low ? sum / (high - low) : count;
}

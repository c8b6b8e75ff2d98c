/** Boxes as ranges of Morton codes, so that the B-tree on `zc` finds what lies in them. */
import type { Bbox } from "@nihol/geo/geometry";
import { tileRange } from "@nihol/geo/morton";
import { tileOf } from "@nihol/geo/tile-math";

/** First and last code, both inclusive. */
export type MortonRange = [from: bigint, to: bigint];

const TILES_A_SIDE = 12;
const DEEPEST = 22;

/**
 * Ranges that cover a box: whole tiles of the deepest zoom at which at most 12 × 12 do, neighbours
 * in one range. They hold up to a third more than the box; the caller tests the points.
 */
export function mortonCover([west, south, east, north]: Bbox): MortonRange[] {
  for (let z = DEEPEST; ; z--) {
    const first = tileOf(west, north, z);
    const last = tileOf(east, south, z);
    const wide = last.x - first.x >= TILES_A_SIDE || last.y - first.y >= TILES_A_SIDE;
    if (wide && z > 0) continue;
    const ranges: MortonRange[] = [];
    for (let x = first.x; x <= last.x; x++)
      for (let y = first.y; y <= last.y; y++) ranges.push(tileRange(z, x, y));
    return joined(ranges);
  }
}

function joined(ranges: MortonRange[]): MortonRange[] {
  ranges.sort(([a], [b]) => (a < b ? -1 : 1));
  const result: MortonRange[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (last && last[1] + 1n === from) last[1] = to;
    else result.push([from, to]);
  }
  return result;
}

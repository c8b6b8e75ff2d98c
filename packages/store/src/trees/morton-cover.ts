/** Boxes as ranges of Morton codes, so that the B-tree on `zc` finds what lies in them. */
import type { Bbox } from "@nihol/geo/geometry";
import { tileRange } from "@nihol/geo/tiles/morton";
import { tileOf } from "@nihol/geo/tiles/tile-math";

/** First and last code, both inclusive. */
export type MortonRange = [from: bigint, to: bigint];

const TILES_A_SIDE = 12;
const DEEPEST = 26;

/** Ranges of codes that are whole tiles of one zoom. */
interface MortonCover {
  zoom: number;
  ranges: MortonRange[];
}

/**
 * Ranges that cover a box: whole tiles of the deepest zoom at which at most 12 × 12 do, neighbours
 * in one range. They hold up to a third more than the box; the caller tests the points.
 */
export const mortonCover = (bbox: Bbox): MortonRange[] => coverWithTiles(bbox, TILES_A_SIDE).ranges;

/** The same with at most `tilesASide` tiles a side: the more, the closer to the box. Neighbours are in one range. */
export function coverWithTiles([west, south, east, north]: Bbox, tilesASide: number): MortonCover {
  for (let z = DEEPEST; ; z--) {
    const first = tileOf(west, north, z);
    const last = tileOf(east, south, z);
    const wide = last.x - first.x >= tilesASide || last.y - first.y >= tilesASide;
    if (wide && z > 0) continue;
    const ranges: MortonRange[] = [];
    for (let x = first.x; x <= last.x; x++)
      for (let y = first.y; y <= last.y; y++) ranges.push(tileRange(z, x, y));
    return { zoom: z, ranges: joined(ranges) };
  }
}

/** Ranges that cover several boxes, each code once. */
export function coverOf(boxes: readonly Bbox[]): MortonRange[] {
  return joined(boxes.flatMap(mortonCover));
}

function joined(ranges: MortonRange[]): MortonRange[] {
  ranges.sort(([a], [b]) => (a < b ? -1 : 1));
  const result: MortonRange[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (!last || last[1] + 1n < from) result.push([from, to]);
    else if (to > last[1]) last[1] = to;
  }
  return result;
}

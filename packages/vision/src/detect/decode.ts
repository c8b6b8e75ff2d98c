import type { Proposal } from "./detector.ts";

type HeadMaps = { heat: Float32Array; box: Float32Array; width: number; height: number };

/** Half the side of the window in which a centre must be the highest. */
const RADIUS = 2;

/** Tells whether cell (x, y) is the maximum of its 5 × 5 window; of equal cells the first in reading order is. */
function isPeak(heat: Float32Array, width: number, height: number, x: number, y: number): boolean {
  const value = heat[y * width + x] ?? 0;
  const x1 = Math.min(width - 1, x + RADIUS);
  const y1 = Math.min(height - 1, y + RADIUS);
  for (let v = Math.max(0, y - RADIUS); v <= y1; v++)
    for (let u = Math.max(0, x - RADIUS); u <= x1; u++) {
      const other = heat[v * width + u] ?? 0;
      if (other > value) return false;
      if (other === value && (v < y || (v === y && u < x))) return false;
    }
  return true;
}

/**
 * Boxes from the heads of a centre-point network at half resolution: a maximum of `heat` is a
 * tree, and `box` holds its distances left, top, right and bottom in input pixels from the
 * cell's centre at (2x + 1, 2y + 1). After Zhou et al., Objects as Points (2019), and FCOS.
 */
export function decodeHeads(maps: HeadMaps, threshold: number): Proposal[] {
  const { heat, box, width, height } = maps;
  const cells = width * height;
  const proposals: Proposal[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      const score = heat[cell] ?? 0;
      if (!(score >= threshold) || !isPeak(heat, width, height, x, y)) continue;
      const side = (head: number): number => Math.max(0.5, box[head * cells + cell] ?? 0);
      const [cx, cy] = [2 * x + 1, 2 * y + 1];
      proposals.push({ score, box: [cx - side(0), cy - side(1), cx + side(2), cy + side(3)] });
    }
  return proposals;
}

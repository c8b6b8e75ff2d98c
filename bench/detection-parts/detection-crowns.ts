import { excessGreen } from "@nihol/vision/detect/crown";
import type { Detection } from "@nihol/vision/detect/detector";
import { boxIou } from "@nihol/vision/detect/nms";
import { fillPolygon } from "@nihol/vision/green/green";
import type { Box, Pixels } from "@nihol/vision/pixels/pixels";

/** Greenness by which a pixel of a true crown may be below its ellipse's median. */
const SLACK = 0.12;

/** Mask of the crown in a true box: its inscribed ellipse, less the pixels that are clearly less green. */
function targetOf(box: Box, { data, width, height, bands }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height);
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const cells: { at: number; index: number }[] = [];
  for (let y = Math.max(0, Math.floor(box[1])); y < Math.min(height, box[3]); y++)
    for (let x = Math.max(0, Math.floor(box[0])); x < Math.min(width, box[2]); x++) {
      if (((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2 > 1) continue;
      const at = y * width + x;
      const [r = 0, g = 0, b = 0] = data.subarray(at * bands, at * bands + 3);
      cells.push({ at, index: excessGreen(r, g, b) });
    }
  const sorted = cells.map(({ index }) => index).sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  for (const { at, index } of cells) if (index > median - SLACK) mask[at] = 1;
  return mask;
}

function maskIou(a: Uint8Array, b: Uint8Array): number {
  let [shared, either] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    if (a[i] && b[i]) shared++;
    if (a[i] || b[i]) either++;
  }
  return either > 0 ? shared / either : 0;
}

/** Overlap of each found crown with that of the true box it matches above `min`, best pairs first. */
export function crownIous(found: Detection[], truth: Box[], pixels: Pixels, min: number): number[] {
  const pairs = found
    .flatMap((tree, i) => truth.map((box, j) => ({ i, j, worth: boxIou(tree.box, box) })))
    .filter(({ worth }) => worth > min)
    .sort((a, b) => b.worth - a.worth);
  const [usedI, usedJ] = [new Set<number>(), new Set<number>()];
  const ious: number[] = [];
  for (const { i, j } of pairs) {
    if (usedI.has(i) || usedJ.has(j)) continue;
    usedI.add(i);
    usedJ.add(j);
    const mask = new Uint8Array(pixels.width * pixels.height);
    fillPolygon(mask, pixels.width, found[i]?.crown ?? [], 1);
    ious.push(maskIou(mask, targetOf(truth[j] as Box, pixels)));
  }
  return ious;
}

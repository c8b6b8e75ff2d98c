import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import type { Pixels } from "@nihol/vision/pixels/pixels";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { type Labelled, readLabelled } from "./detection-data.ts";

const SIDE = 2400;
const GSD = 0.1;
const SIZES = [512, 1024, 2048];

/** Labelled images of about 0.1 m laid side by side into one, as an image large enough to cut. */
async function mosaic(images: Labelled[]): Promise<Pixels> {
  const bands = 3;
  const data = new Uint8Array(SIDE * SIDE * bands).fill(90);
  let [x, y, tallest] = [0, 0, 0];
  for (const image of images) {
    const part = await readLabelled(image);
    if (x + part.width > SIDE) [x, y, tallest] = [0, y + tallest, 0];
    if (y + part.height > SIDE) break;
    for (let row = 0; row < part.height; row++)
      data.set(
        part.data.subarray(row * part.width * bands, (row + 1) * part.width * bands),
        ((y + row) * SIDE + x) * bands,
      );
    x += part.width;
    tallest = Math.max(tallest, part.height);
  }
  return { data, width: SIDE, height: SIDE, bands };
}

/** At the same place, to a twentieth of a metre, and of the same state. */
function isSame(a: Detection, b: Detection): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < 0.5 && a.green === b.green;
}

/** Trees found in blocks of several sizes, and the share of them that differs from the first size's. */
export async function measureBlocks(detector: Detector, images: Labelled[]) {
  const source = pixelSource(await mosaic(images.filter(({ set }) => set === "ttv")));
  const found: Detection[][] = [];
  for (const size of SIZES) {
    const trees: Detection[] = [];
    for (let y = 0; y < SIDE; y += size)
      for (let x = 0; x < SIDE; x += size) {
        const width = Math.min(size, SIDE - x);
        const block = { x, y, width, height: Math.min(size, SIDE - y) };
        trees.push(...(await detectBlock(source, GSD, block, detector)));
      }
    found.push(trees);
  }
  const [first = [], ...others] = found;
  const differs = others.map((trees) => {
    const missing = first.filter((tree) => !trees.some((other) => isSame(tree, other))).length;
    const more = trees.filter((tree) => !first.some((other) => isSame(tree, other))).length;
    return (missing + more) / Math.max(1, first.length);
  });
  return { sizes: SIZES, trees: found.map(({ length }) => length), differs: Math.max(...differs) };
}

/**
 * Writes what a classifier of cover learns from: `node cover-squares.ts FOLDER [--every N]`. Squares of ground of the
 * labelled images with their numbers (`packages/vision/src/cover/cover-features.ts`, so that training and product cannot
 * differ) and what they show (`bench/cover-parts/cover-labels.ts`): as they are, in another light, and coarser in another
 * light. `squares.f32` holds row by row the image's number, class, variant and the numbers, NaN where there is no near
 * infrared; `images.json` the images. The last line is JSON.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import {
  type ClassPlane,
  coverTile,
  labelPixels,
  labelSquares,
  listCoverImages,
} from "../bench/cover-parts/cover-labels.ts";
import {
  COVER_FEATURES_NIR,
  COVER_PATCH,
  coverPatchesOf,
} from "../packages/vision/src/cover/cover-features.ts";
import { readWorkTile } from "../packages/vision/src/detect/detector-resample.ts";
import { openOnnxDetector } from "../packages/vision/src/detect/onnx-detector.ts";
import { SHIPPED_CARD } from "../packages/vision/src/models/shipped-model.ts";
import { type Pixels, pixelSource, type WorkTile } from "../packages/vision/src/pixels/pixels.ts";

/** Squares of one class that an image gives in one variant. */
const MOST = 60;
const VARIANTS = ["plain", "relit", "relit", "coarse"] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" } },
});
const [folder = "cover-squares"] = positionals;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Half the window, working pixels, about whose mean contrast is changed. */
const CONTRAST_AROUND = 32;

/** Mean of a plane around each pixel. */
function meansAround(plane: Float32Array, width: number, height: number): Float32Array {
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] ?? 0;
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  return plane.map((_, p) => {
    const [x, y] = [p % width, Math.floor(p / width)];
    const [x0, x1] = [Math.max(0, x - CONTRAST_AROUND), Math.min(width, x + CONTRAST_AROUND)];
    const [y0, y1] = [Math.max(0, y - CONTRAST_AROUND), Math.min(height, y + CONTRAST_AROUND)];
    const at = (u: number, v: number) => sums[v * wide + u] ?? 0;
    return (at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0)) / ((x1 - x0) * (y1 - y0));
  });
}

/**
 * The tile in another light: local contrast (some sources are equalised, others are hazy), gamma, strength of each band,
 * saturation, haze.
 */
function relit(tile: WorkTile, draw: () => number): WorkTile {
  const between = (low: number, high: number) => low + (high - low) * draw();
  const contrast = 2 ** between(-1.5, 1.5);
  const saturation = between(0.5, 1.5);
  const gamma = between(0.75, 1.35);
  const gain = between(0.75, 1.25);
  const haze = between(0, 0.12);
  const { width, height } = tile;
  const colours = tile.planes.slice(0, 3);
  const grey = Float32Array.from({ length: width * height }, (_, p) =>
    colours.reduce((sum, plane) => sum + (plane[p] ?? 0) / 3, 0),
  );
  const planes = tile.planes.map((plane, band) => {
    const strength = gain * between(0.92, 1.08);
    const around = meansAround(plane, width, height);
    return plane.map((v, p) => {
      const mean = around[p] ?? 0;
      const more = Math.max(0, mean + contrast * (v - mean));
      const greyMore = band < 3 ? (1 - saturation) * ((grey[p] ?? 0) - v) : 0;
      const lit = strength * Math.max(0, more + greyMore) ** gamma;
      return Math.min(1, haze + (1 - haze) * lit);
    });
  });
  return { ...tile, planes };
}

/** The image as one of `gsd` metres a pixel would show it. */
async function coarser(pixels: Pixels, from: number, gsd: number): Promise<Pixels> {
  const ratio = gsd / from;
  const [width, height] = [pixels.width, pixels.height].map((n) => Math.floor(n / ratio));
  const rect = { x: 0, y: 0, width: width ?? 1, height: height ?? 1 };
  const { planes } = await readWorkTile(pixelSource(pixels), rect, ratio);
  const { bands } = pixels;
  const data = new Uint8Array(rect.width * rect.height * bands);
  for (const [band, plane] of planes.entries())
    for (let p = 0; p < plane.length; p++)
      data[p * bands + band] = Math.round(255 * (plane[p] ?? 0));
  return { data, bands, width: rect.width, height: rect.height };
}

async function readPixels(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { data: bytes, width, height, bands: channels };
}

const detector = await openOnnxDetector(SHIPPED_CARD);
/** Single crowns are many and alike. */
const CROWNS_EVERY = 4;
const every = Number(values.every);
const images = (await listCoverImages()).filter(
  ({ set }, i) => i % (set === "crowns" ? CROWNS_EVERY * every : every) === 0,
);
const rows: Float32Array[] = [];
const given = new Map<string, number>();

/** Takes some squares of each class of one variant. */
function take(
  n: number,
  variant: number,
  tile: WorkTile,
  gsdMeters: number,
  labels: ClassPlane,
  draw: () => number,
) {
  const squares = coverPatchesOf(tile);
  const { columns, rows: down, perPatch, features, known } = squares;
  const classes = labelSquares(labels, { columns, rows: down, side: COVER_PATCH, gsdMeters });
  for (const label of [1, 2, 3]) {
    const own = [...classes.keys()].filter((at) => classes[at] === label && known[at] === 1);
    for (let i = own.length - 1; i > 0; i--) {
      const j = Math.floor(draw() * (i + 1));
      const [a = 0, b = 0] = [own[i], own[j]];
      own[i] = b;
      own[j] = a;
    }
    for (const at of own.slice(0, MOST)) {
      const row = new Float32Array(3 + COVER_FEATURES_NIR).fill(Number.NaN);
      row.set([n, label, variant]);
      row.set(features.subarray(at * perPatch, (at + 1) * perPatch), 3);
      rows.push(row);
      const key = `${images[n]?.set} ${label}`;
      given.set(key, (given.get(key) ?? 0) + 1);
    }
  }
}

for (const [n, image] of images.entries()) {
  const draw = draws(n + 1);
  const pixels = await readPixels(image.path);
  const working = detector.workingGsd(image.gsdMeters);
  const tile = await coverTile(pixels, image.gsdMeters, working);
  const labels = await labelPixels(image, tile, working, detector);
  for (const [variant, name] of VARIANTS.entries()) {
    if (name === "plain") take(n, variant, tile, working, labels, draw);
    if (name === "relit") take(n, variant, relit(tile, draw), working, labels, draw);
    if (name === "coarse") {
      const gsd = 0.25 + 0.35 * draw();
      if (gsd < 1.5 * image.gsdMeters) continue;
      const seen = detector.workingGsd(gsd);
      const reduced = await coverTile(await coarser(pixels, image.gsdMeters, gsd), gsd, seen);
      take(n, variant, relit(reduced, draw), seen, labels, draw);
    }
  }
  if (n % 500 === 499) console.log(`${n + 1} of ${images.length} images, ${rows.length} squares`);
}
await detector.close();
await mkdir(folder, { recursive: true });
const all = new Float32Array(rows.length * (3 + COVER_FEATURES_NIR));
for (const [i, row] of rows.entries()) all.set(row, i * row.length);
await writeFile(join(folder, "squares.f32"), new Uint8Array(all.buffer));
const listed = images.map(({ id, domain, set, site, split }) => ({ id, domain, set, site, split }));
await writeFile(join(folder, "images.json"), JSON.stringify(listed));
console.log(JSON.stringify(Object.fromEntries([...given].sort())));

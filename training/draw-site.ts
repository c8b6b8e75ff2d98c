/**
 * Draws a site that no network has learned from, rows of young trees among weeds under a low sun:
 * `node draw-site.ts FOLDER IMAGES SEED`. Writes images and an `annotations.json` of the set `drawn`, whose trees are
 * known exactly. The last line is JSON.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawPlanting, photographPlanting } from "../packages/vision/src/scene/planting-scene.ts";

/** Metres a side, and metres a pixel. */
const SIDE_METERS = 40;
const GSD_METERS = 0.1;
const SUN = { dx: 0.94, dy: 0.34, shadowLength: 1.5 };
/** Metres across, in turn. */
const CROWNS = [1.5, 2.5];

const [folder = "drawn-site", images = "4", seed = "1"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const listed = [];
for (let i = 0; i < Number(images); i++) {
  const crownMeters = CROWNS[i % CROWNS.length] ?? 2;
  const apart = { rows: 4, spacing: 3, gaps: 0.1, side: SIDE_METERS, sun: SUN };
  const scene = { seed: Number(seed) + i, ground: "weeds" as const, crownMeters, ...apart };
  const { places, canvas } = drawPlanting(scene);
  const { data, width, height } = photographPlanting({ canvas }, GSD_METERS, 3, scene.seed);
  const file = `planting-${i}.png`;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(join(folder, file));
  const half = crownMeters / 2;
  const boxes = places
    .filter(({ x, y, stands }) => stands && Math.max(x, y) < SIDE_METERS)
    .map(({ x, y }) => [x - half, y - half, x + half, y + half].map((v) => v / GSD_METERS));
  listed.push({
    ...{ id: `drawn/${i}`, set: "drawn", site: "drawn", place: `${i}`, file },
    ...{ gsd_m: GSD_METERS, width, height, split: "train", labelling: "complete", boxes },
  });
}
await writeFile(join(folder, "annotations.json"), `${JSON.stringify({ images: listed })}\n`);
const trees = listed.reduce((sum, { boxes }) => sum + boxes.length, 0);
console.log(JSON.stringify({ images: listed.length, trees }));

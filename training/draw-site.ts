/**
 * Draws a site that no network has learned from: `node draw-site.ts FOLDER IMAGES SEED`. Writes images and an
 * `annotations.json` of the set `drawn`, whose trees are known exactly.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawScene } from "../packages/vision/src/scene/scene.ts";

/** Pixels a side, and metres each. */
const SIDE = 400;
const GSD_METERS = 0.25;

const [folder = "drawn-site", images = "8", seed = "1"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const listed = [];
for (let i = 0; i < Number(images); i++) {
  const scene = drawScene({
    seed: Number(seed) + i,
    lon: 68.8,
    lat: 38.5,
    date: 1,
    size: SIDE,
    gsdMeters: GSD_METERS,
  });
  const file = `scene-${i}.png`;
  const raw = { width: SIDE, height: SIDE, channels: 4 } as const;
  await sharp(scene.pixels.data, { raw }).removeAlpha().png().toFile(join(folder, file));
  const boxes = scene.trees
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < SIDE && y < SIDE)
    .map(({ x, y, radiusPx: r }) =>
      [x - r, y - r, x + r, y + r].map((v) => Math.round(v * 10) / 10),
    );
  listed.push({
    ...{ id: `drawn/${i}`, set: "drawn", site: "drawn", place: `${i}`, file, gsd_m: GSD_METERS },
    ...{ width: SIDE, height: SIDE, split: "train", labelling: "complete", boxes },
  });
}
await writeFile(join(folder, "annotations.json"), `${JSON.stringify({ images: listed })}\n`);
console.log(
  JSON.stringify({ images: listed.length, trees: listed.flatMap((one) => one.boxes).length }),
);

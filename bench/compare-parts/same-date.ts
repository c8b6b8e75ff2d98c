/**
 * A date compared with itself: cut so that its ground lies some pixels aside of what its georeference says, saved anew
 * in another projection, and in the light and over the ground of another day. Nothing was planted or lost in between,
 * whatever the detector finds differently.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Detector } from "@nihol/vision/detect/detector";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { compareSeen, type SeenImage, seeImage } from "./compare-seen.ts";
import { onOtherDay, otherDays } from "./other-day.ts";
import { type LoadedImage, loadImage } from "./real-pairs.ts";

const run = promisify(execFile);
/** Pixels to the right and down. */
const shifts: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 1],
  [4, 3],
  [8, 8],
];
/** Web Mercator, in which web maps save images. */
const otherProjection = "EPSG:3857";

/** The image without its first columns and rows, said to lie where the whole one lies. */
function movedAside({ pixels, image }: LoadedImage, [dx, dy]: readonly [number, number]) {
  const [width, height] = [pixels.width - dx, pixels.height - dy];
  const { bands } = pixels;
  const data = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++) {
    const from = ((y + dy) * pixels.width + dx) * bands;
    data.set(pixels.data.subarray(from, from + width * bands), y * width * bands);
  }
  const cut: Pixels = { data, width, height, bands };
  return { pixels: cut, image: { ...image, source: pixelSource(cut) } };
}

async function savedAnew(path: string): Promise<LoadedImage> {
  const folder = await mkdtemp(join(tmpdir(), "nihol-same-date-"));
  try {
    const file = join(folder, "anew.tif");
    await run("gdalwarp", [
      "-q",
      "-t_srs",
      otherProjection,
      "-r",
      "cubic",
      "-dstalpha",
      path,
      file,
    ]);
    return await loadImage(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function takenOnOtherDay(
  { pixels, image }: LoadedImage,
  day: string,
  { all, threshold }: SeenImage,
) {
  const crowns = all.filter(({ score }) => score >= threshold / 2);
  const other = onOtherDay(day, pixels, crowns);
  return { pixels: other, image: { ...image, source: pixelSource(other) } };
}

interface Unchanged {
  trees: number;
  planted: number;
  lost: number;
  notVisible: number;
}
const variantNames = [...shifts.map((by) => `${by.join(", ")} px`), otherProjection, ...otherDays];

async function variantOf(name: string, path: string, original: LoadedImage, seen: SeenImage) {
  const by = shifts.find((shift) => `${shift.join(", ")} px` === name);
  if (by) return movedAside(original, by);
  return name === otherProjection ? savedAnew(path) : takenOnOtherDay(original, name, seen);
}

/** Trees said to be planted or lost, of those found in the images, for each way (of `variantNames`) of saving a date again. */
export async function measureSameDate(
  detector: Detector,
  paths: readonly string[],
  names: readonly string[] = variantNames,
) {
  const sums: Record<string, Unchanged> = {};
  for (const path of paths) {
    const original = await loadImage(path);
    const seen = await seeImage(detector, original.pixels, original.image);
    for (const name of names) {
      const { pixels, image } = await variantOf(name, path, original, seen);
      const { decision } = await compareSeen([seen, await seeImage(detector, pixels, image)]);
      const count = (state: string) =>
        decision.records.filter((record) => record.state === state).length;
      const [planted, lost] = [count("planted"), count("lost")];
      const sum = sums[name] ?? { trees: 0, planted: 0, lost: 0, notVisible: 0 };
      sums[name] = {
        trees: sum.trees + seen.strong.length,
        planted: sum.planted + planted,
        lost: sum.lost + lost,
        notVisible: sum.notVisible + count("not_visible"),
      };
      if (planted + lost > 0)
        console.log(`${basename(path, ".tif")}, ${name}: planted ${planted}, lost ${lost}`);
    }
  }
  return sums;
}

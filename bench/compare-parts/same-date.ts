/**
 * A date compared with itself: cut so that its ground lies some pixels aside of what its georeference says, and saved anew
 * in another projection. Nothing was planted or lost in between, whatever the detector finds differently.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Detector } from "@nihol/vision/detect/detector";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { compareSeen, seeImage } from "./compare-seen.ts";
import { type LoadedImage, listRealPlaces, loadImage } from "./real-pairs.ts";

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

/** Trees said to be planted or lost, of those found, for each way of saving a date again; undefined without images. */
export async function measureSameDate(detector: Detector, places: number) {
  const sums = new Map<
    string,
    { trees: number; planted: number; lost: number; notVisible: number }
  >();
  for (const { place, images } of listRealPlaces().slice(0, places)) {
    const first = images[0];
    if (!first) continue;
    const original = await loadImage(first.path);
    const seen = await seeImage(detector, original.pixels, original.image);
    const variants: [string, LoadedImage][] = [
      ...shifts.map((by): [string, LoadedImage] => [
        `${by.join(", ")} px`,
        movedAside(original, by),
      ]),
      [otherProjection, await savedAnew(first.path)],
    ];
    for (const [name, { pixels, image }] of variants) {
      const { decision } = await compareSeen([seen, await seeImage(detector, pixels, image)]);
      const count = (state: string) =>
        decision.records.filter((record) => record.state === state).length;
      const sum = sums.get(name) ?? { trees: 0, planted: 0, lost: 0, notVisible: 0 };
      sum.trees += seen.strong.length;
      sum.planted += count("planted");
      sum.lost += count("lost");
      sum.notVisible += count("not_visible");
      sums.set(name, sum);
      if (count("planted") + count("lost") > 0)
        console.log(`${place}, ${name}: planted ${count("planted")}, lost ${count("lost")}`);
    }
  }
  return sums.size > 0 ? Object.fromEntries(sums) : undefined;
}

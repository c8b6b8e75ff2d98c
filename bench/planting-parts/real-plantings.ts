/** Real images: a young orchard, and ground on which nobody planted in rows. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { scores, TREE_OVERLAP, tallyBoxes, tallyPoints } from "@nihol/vision/learn/match-labels";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import type { Box, Pixels } from "@nihol/vision/pixels/pixels";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { FINEST_METERS, findPlantings, MAX_PIXELS } from "@nihol/vision/plantings/find-plantings";
import { youngTreesOf } from "@nihol/vision/plantings/young-trees";
import sharp from "sharp";
import { hasTreeData, listLabelled, readLabelled } from "../detection-parts/detection-data.ts";

const FOLDER = join(import.meta.dirname, "../../../shared/data/trees-more");
const ANNOTATIONS = join(FOLDER, "annotations.json");
const RADIUS_METERS = 1;
type Image = {
  set: string;
  file: string;
  gsd_m: number | null;
  boxes: Box[];
  holes?: Box[];
  ignore: Box[];
};

export const hasMoreTrees = (): boolean => existsSync(ANNOTATIONS);

export async function imagesOf(set: string): Promise<Image[]> {
  const { images } = JSON.parse(await readFile(ANNOTATIONS, "utf8")) as { images: Image[] };
  return images.filter((image) => image.set === set);
}

export async function readPixels(file: string): Promise<Pixels> {
  const { data, info } = await sharp(join(FOLDER, file))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data: new Uint8Array(data), width, height, bands: channels };
}

const wholeOf = ({ width, height }: Pixels) => ({ x: 0, y: 0, width, height });

const isIgnored = (ignore: readonly Box[], { x, y }: { x: number; y: number }): boolean =>
  ignore.some(([x0, y0, x1, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);

/** The orchard of Valencia by the network alone, and with the pattern. */
export async function measureOrchard() {
  const [image] = await imagesOf("valencia");
  if (!image) return undefined;
  const pixels = await readPixels(image.file);
  const gsd = image.gsd_m ?? 0;
  const detector = await openOnnxDetector(SHIPPED_CARD);
  const found = await detector.detect(pixels, gsd);
  await detector.close();
  const plantings = await findPlantings(pixelSource(pixels), gsd, wholeOf(pixels));
  const young = youngTreesOf(plantings, found, gsd);
  const scored = (trees: readonly { x: number; y: number; box: Box }[]) => {
    const kept = trees.filter((tree) => !isIgnored(image.ignore, tree));
    const middles = image.boxes.map(([a, b, c, d]) => [(a + c) / 2, (b + d) / 2] as const);
    const points = kept.map(({ x, y }) => [x, y] as const);
    return {
      boxes: scores(
        tallyBoxes(
          kept.map(({ box }) => box),
          image.boxes,
          TREE_OVERLAP,
        ),
      ),
      places: scores(tallyPoints(points, middles, RADIUS_METERS / gsd)),
    };
  };
  const rows = plantings.map(
    ({ places, spacingMeters, occupied, low, high, separation, crownMeters }) => ({
      crownMeters: Math.round(10 * crownMeters) / 10,
      spacingMeters: spacingMeters.map((m) => Math.round(10 * m) / 10),
      places: places.length,
      occupied,
      low,
      high,
      separation: Math.round(1000 * separation) / 1000,
    }),
  );
  console.log("valencia", JSON.stringify(rows));
  return { network: scored(found), withPattern: scored([...found, ...young]), rows };
}

type Nothing = { images: number; hectares: number; plantings: number; trees: number };

async function addImage(into: Nothing, name: string, pixels: Pixels, gsd: number, ignore: Box[]) {
  const side = Math.floor(Math.sqrt(MAX_PIXELS) * Math.max(1, FINEST_METERS / gsd));
  for (let y = 0; y < pixels.height; y += side)
    for (let x = 0; x < pixels.width; x += side) {
      const [width, height] = [Math.min(side, pixels.width - x), Math.min(side, pixels.height - y)];
      const plantings = await findPlantings(pixelSource(pixels), gsd, { x, y, width, height });
      into.hectares += (width * height * gsd * gsd) / 10_000;
      for (const planting of plantings) {
        const young = youngTreesOf([planting], [], gsd).filter((one) => !isIgnored(ignore, one));
        into.trees += young.length;
        into.plantings += 1;
        const [short, long] = planting.spacingMeters;
        console.log(
          `  ${name}: ${short.toFixed(1)} × ${long.toFixed(1)} m, ${planting.places.length} places, crowns ${planting.crownMeters} m, ${planting.separation.toFixed(3)}`,
        );
      }
    }
  into.images += 1;
}

const finished = ({ hectares, trees, ...counts }: Nothing) => ({
  ...counts,
  hectares: Math.round(100 * hectares) / 100,
  treesAHectare: Math.round((100 * trees) / Math.max(1e-9, hectares)) / 100,
});

/** Trees that the pattern claims on bare ground, in towns, villages and natural forest. */
export async function measureNothing() {
  const none = (): Nothing => ({ images: 0, hectares: 0, plantings: 0, trees: 0 });
  const result: Record<string, ReturnType<typeof finished>> = {};
  const measure = async (name: string, add: (into: Nothing) => Promise<void>) => {
    const into = none();
    await add(into);
    result[name] = finished(into);
    console.log(name, JSON.stringify(result[name]));
  };
  await measure("caliterra", async (into) => {
    for (const { file, gsd_m, ignore } of await imagesOf("caliterra"))
      await addImage(into, file, await readPixels(file), gsd_m ?? 0.06, ignore);
  });
  const loose = ["boruszyn_4854", "boruszyn_4883", "garfield_163234_0000", "garfield_164724_0138"];
  await measure("village and park", async (into) => {
    for (const name of loose)
      await addImage(into, name, await readPixels(`unlabelled/${name}.jpg`), 0.05, []);
  });
  if (hasTreeData())
    for (const set of ["neon", "ttv"])
      await measure(set, async (into) => {
        const images = (await listLabelled("val")).filter((image) => image.set === set);
        for (const image of images.slice(0, 60))
          await addImage(into, image.file, await readLabelled(image), image.gsd_m ?? 0.1, []);
      });
  return result;
}

/** The trees that the detector finds in an image without jobs or a database. */
import { lonLatOf, mortonOf } from "@nihol/geo/tiles/morton";
import { groundPixelOf } from "@nihol/vision/coordinates/affine";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { measureBlownUp } from "@nihol/vision/pixels/shown-resolution";
import { fragmentBlocks, fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import sharp from "sharp";
import type { Rig } from "./rig.ts";

/**
 * Detects the trees of an image in this process, as the worker should: a line for each (place, score, green), sorted.
 * @param side fragments along each side of a block
 * @param every of the blocks that are looked through: each, each second, …
 * @param halfColours whether the file that was sent kept its colours at half the resolution of its light
 */
export async function expectedTrees(
  path: string,
  { card = SHIPPED_CARD, side = 5, every = 1, halfColours = false } = {},
): Promise<string[]> {
  // As long as it takes: what is tested is the trees, not how fast a busy machine reads.
  const facts = await inspectImage(path, { limits: { timeoutMs: 300_000 } });
  const { width, height } = facts;
  const source = {
    width,
    height,
    bands: 3,
    groundPixel: groundPixelOf(facts.affine),
    ...(halfColours ? { halfColours: true as const } : {}),
    read: async (window: { x: number; y: number; width: number; height: number }) => {
      const { x: left, y: top, ...size } = window;
      const data = await sharp(path)
        .extract({ left, top, ...size })
        .raw()
        .toBuffer();
      return { data, bands: 3, ...size };
    },
  };
  // Scores are raised by the metres a pixel that the image shows.
  const shownGsdMeters = facts.gsdMeters * (halfColours ? await measureBlownUp(source) : 1);
  const detector = await openOnnxDetector(card);
  const trees = [];
  // Block by block as the jobs do it: a tree at a block's edge may have a score that differs in the last digits.
  for (const { n, core } of fragmentBlocks(fragmentGrid(width, height), side))
    if (n % every === 0)
      trees.push(
        ...(await detectBlock(source, facts.gsdMeters, core, detector, { shownGsdMeters })),
      );
  await detector.close();
  const states = { not_green: 0, green: 1, unsure: 2 };
  return trees
    .map(({ x, y, score, green }) => {
      const zc = mortonOf(...pixelToLonLat(facts, x, y));
      // The column has single precision.
      return `${zc} ${Math.fround(score).toFixed(5)} ${states[green]}`;
    })
    .sort();
}

/** The same of a process's trees in the database. */
export async function treesOfProcess({ db }: Rig, id: number): Promise<string[]> {
  const rows = await db.sql
    .selectFrom("tree")
    .innerJoin("whole_image", "whole_image.id", "tree.whole_image_id")
    .select(["zc", "score", "green"])
    .where("process_id", "=", id)
    .execute();
  return rows
    .map(({ zc, score, green }) => `${zc} ${Math.fround(score).toFixed(5)} ${green}`)
    .sort();
}

/**
 * Trees of `some` that `all` does not have: none within half a metre of the same score and green. Blocks that are
 * cut otherwise see a little less around their edges, which moves a score in its last digits.
 */
export function strangers(some: readonly string[], all: readonly string[]): string[] {
  const read = (line: string) => {
    const [zc = "0", score, green] = line.split(" ");
    const [lon, lat] = lonLatOf(BigInt(zc));
    return { line, lon, lat, score: Number(score), green };
  };
  const known = all.map(read);
  const halfMetre = 0.5 / 111_320;
  return some
    .map(read)
    .filter(
      (tree) =>
        !known.some(
          (other) =>
            Math.abs(other.lat - tree.lat) < halfMetre &&
            Math.abs(other.lon - tree.lon) * Math.cos((tree.lat * Math.PI) / 180) < halfMetre &&
            Math.abs(other.score - tree.score) < 0.02 &&
            other.green === tree.green,
        ),
    )
    .map(({ line }) => line);
}

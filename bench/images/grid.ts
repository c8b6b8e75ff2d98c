/**
 * `npm run bench -- grid [--positions 16] [--images N] [--drawn] [--only placed,plain,…]`: whether the same image gives the same
 * trees wherever it is cut: cut out at 16 positions, moved by 0 to 53 pixels and of two sizes, found as `nihol detect` does,
 * without the rim. `placed`: GeoTIFFs, whose place is known. `blocks`: those in blocks of two sizes beside the whole. `plain`: PNGs,
 * whose place is not. `stretched`: of 16 bits, each position with a stretch of its own. `half`: moved by half a pixel, as
 * another flight sees the ground. Share of the trees that are found at all positions. The last line is JSON. Needs GDAL.
 * Smallest: `--drawn --images 1 --positions 2 --side 600 --only placed,plain`. Packages: gdal-bin bubblewrap.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { APART_METERS, detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { cutPixels, type Rect } from "@nihol/vision/pixels/pixels";
import { partShrubs, sunKnownOf } from "@nihol/vision/shrubs/dry-land";
import { openImage } from "../../apps/worker/src/cli/detect-input.ts";
import {
  drawnImages,
  type GridImage,
  movedByPart,
  realImages,
  widen,
  writePlaced,
  writePlain,
} from "./grid-images.ts";
import { type FoundTree, putTogether, scoreOf, type TreeSeen, within } from "./grid-score.ts";

/** Columns and rows by which the image is moved. */
const MOVES = [
  [0, 0],
  [37, 53],
  [1, 0],
  [0, 1],
  [3, 7],
  [53, 29],
  [7, 3],
  [16, 16],
  [5, 13],
  [13, 5],
  [37, 0],
  [0, 37],
  [32, 29],
  [29, 32],
  [1, 1],
  [53, 53],
] as const;
const FURTHEST = 53;
const HALVES = [
  [0, 0],
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
] as const;
const BLOCKS = [4096, 384, 257];

const { values } = parseArgs({
  options: {
    positions: { type: "string", default: "16" },
    images: { type: "string" },
    side: { type: "string", default: "900" },
    drawn: { type: "boolean", default: false },
    only: { type: "string", default: "placed,blocks,plain,stretched,half" },
    card: { type: "string", default: SHIPPED_CARD },
  },
});
const positions = Number(values.positions);

/**
 * Metres at an image's rim whose trees are left out: what a tile sees around it in the coarsest scale pass, and how far
 * one tree decides on another.
 */
function rimMeters({ card, workingGsd }: Detector, gsdMeters: number): number {
  const { times = 1 } =
    card.sources.findLast((of) => gsdMeters >= of.fromGsdMeters)?.largeCrowns ?? {};
  return card.input.margin * workingGsd(gsdMeters) * times + APART_METERS;
}

function* blocksOf({ width, height }: { width: number; height: number }, side: number) {
  for (let y = 0; y < height; y += side)
    for (let x = 0; x < width; x += side)
      yield { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
}

/** Trees of a file, in its pixels. */
async function findIn(path: string, gsd: number, detector: Detector, side: number) {
  const {
    source,
    georeference,
    gsdMeters = gsd,
    capturedOn,
    latitude,
    close,
  } = await openImage(path);
  try {
    const sun = sunKnownOf(georeference, capturedOn, latitude);
    const trees: FoundTree[] = [];
    for (const block of blocksOf(source, side)) {
      const found = await detectBlock(source, gsdMeters, block, detector);
      trees.push(...(await partShrubs(source, gsdMeters, block, found, sun)).trees);
    }
    return trees;
  } finally {
    await close();
  }
}

type Position = { image: GridImage; move: readonly [number, number]; side: number };
type Way = {
  positionsOf(image: GridImage): Promise<Position[]>;
  write(position: Position, path: string): Promise<void>;
};

/** Cuts an image out so that it begins at a move; every other time as large as it then is. */
function cutAt(image: GridImage, n: number): Position {
  const [x, y] = MOVES[n] ?? [0, 0];
  const { width, height } = image.pixels;
  const less = n % 2 === 0 ? FURTHEST : 0;
  const size = { width: width - Math.max(less, x), height: height - Math.max(less, y) };
  const pixels = cutPixels(image.pixels, { x: 0, y: 0 }, { x, y, ...size });
  return { image: { ...image, pixels }, move: [x, y], side: 4096 };
}

const placed = ({ image, move }: Position, path: string) => writePlaced(image, move, path);
const moved = async (image: GridImage) => MOVES.slice(0, positions).map((_, n) => cutAt(image, n));

const WAYS: Record<string, Way> = {
  placed: { positionsOf: moved, write: placed },
  blocks: {
    positionsOf: async (image) => BLOCKS.map((side, n) => ({ ...cutAt(image, n), side })),
    write: placed,
  },
  plain: { positionsOf: moved, write: ({ image }, path) => writePlain(image.pixels, path) },
  stretched: {
    positionsOf: moved,
    write: async (position, path) => {
      await placed(position, path);
      await widen(path);
    },
  },
  half: {
    positionsOf: (image) =>
      Promise.all(
        HALVES.map(async (move) => {
          const pixels = await movedByPart(image.pixels, move);
          return { image: { ...image, pixels }, move, side: 4096 };
        }),
      ),
    write: placed,
  },
};

/** Trees of an image away from the rim of every position, and the number of positions. */
async function measure(image: GridImage, way: Way, detector: Detector, dir: string) {
  const found: FoundTree[][] = [];
  const { gsdMeters, pixels } = image;
  const rim = Math.ceil(rimMeters(detector, gsdMeters) / gsdMeters);
  const list = await way.positionsOf(image);
  for (const position of list) {
    const path = join(dir, "position.tif");
    await way.write(position, path);
    const [x, y] = position.move;
    const trees = await findIn(path, gsdMeters, detector, position.side);
    found.push(
      trees.map(({ box: [x0, y0, x1, y1], ...at }) => ({
        ...{ x: at.x + x, y: at.y + y, box: [x0 + x, y0 + y, x1 + x, y1 + y] as const },
      })),
    );
  }
  const first = FURTHEST + rim;
  const inner: Rect = { x: first, y: first, width: 0, height: 0 };
  inner.width = pixels.width - rim - inner.x - FURTHEST;
  inner.height = pixels.height - rim - inner.y - FURTHEST;
  const trees = putTogether(found, gsdMeters).filter((tree) => within(inner, tree));
  return { trees, count: list.length };
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-"));
const detector = await openOnnxDetector(values.card);
try {
  const real = values.drawn ? [] : await realImages();
  const images = (real.length > 0 ? real : drawnImages(4, Number(values.side))).slice(
    0,
    values.images === undefined ? undefined : Number(values.images),
  );
  const result: Record<string, unknown> = { bench: "grid", images: images.length, positions };
  for (const name of values.only.split(",")) {
    const way = WAYS[name];
    if (!way) throw new Error(`Not one of ${Object.keys(WAYS)}: ${name}`);
    const all: TreeSeen[] = [];
    let count = 0;
    for (const image of images) {
      const measured = await measure(image, way, detector, dir);
      const { trees } = measured;
      count = measured.count;
      console.log(
        `  ${name.padEnd(10)} ${image.name.padEnd(12)} ${JSON.stringify(scoreOf(trees, count))}`,
      );
      all.push(...trees);
    }
    result[name] = scoreOf(all, count);
    console.log(`  ${name.padEnd(10)} all          ${JSON.stringify(result[name])}`);
  }
  console.log(JSON.stringify(result));
} finally {
  await detector.close();
  await rm(dir, { recursive: true });
}

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@nihol/geo/seeded-random";
import { applyAffine, groundPixelOf } from "@nihol/vision/coordinates/affine";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { LARGEST_CROWN_METERS } from "@nihol/vision/detect/detector-tile";
import { noLook } from "@nihol/vision/detect/image-look";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { openDetectPool } from "@nihol/vision/jobs/detect-pool";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import {
  type Box,
  cutPixels,
  type PixelSource,
  type Point,
  pixelSource,
  type WorkTile,
} from "@nihol/vision/pixels/pixels";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CARD = SHIPPED_CARD;
const scene = drawScene({ seed: 3, lon: 68.78, lat: 38.56, date: 0, size: 1100 });
const groundPixel = groundPixelOf(scene.affine);
const source = { ...pixelSource(scene.pixels), groundPixel };

async function inBlocks(
  detector: Detector,
  size: number,
  image: PixelSource = source,
  gsdMeters = 0.25,
): Promise<Detection[]> {
  const trees: Detection[] = [];
  for (let y = 0; y < image.height; y += size)
    for (let x = 0; x < image.width; x += size) {
      const width = Math.min(size, image.width - x);
      const block = { x, y, width, height: Math.min(size, image.height - y) };
      trees.push(...(await detectBlock(image, gsdMeters, block, detector)));
    }
  return trees.sort((a, b) => a.x - b.x || a.y - b.y);
}

describe("an image cut into blocks", () => {
  let detector: Detector;
  /** Found in the whole image at once. */
  let whole: Detection[];
  /** Found in blocks of 512 pixels. */
  let cut: Detection[];
  beforeAll(async () => {
    detector = await openOnnxDetector(CARD);
    whole = await inBlocks(detector, 4096);
    cut = await inBlocks(detector, 512);
  }, 300_000);
  afterAll(() => detector.close());

  test("gives the same trees whatever the block size, each once", async () => {
    expect(whole.length).toBeGreaterThan(100);
    // To nine digits: places are counted from the tile's corner.
    const short = (value: number) => Number(value.toPrecision(9));
    const byPlace = (trees: Detection[]) =>
      trees
        .toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map(({ x, y, box, score, green, index, areaM2, crown }) => ({
          ...{ green, box: box.map(short), crown: crown.map((at) => at.map(short)) },
          numbers: [x, y, score, index, areaM2].map(short),
        }));
    for (const found of [cut, await inBlocks(detector, 300)])
      expect(byPlace(found)).toEqual(byPlace(whole));
  }, 300_000);

  test("gives exactly the same trees when it is cut alike", async () => {
    expect(await inBlocks(detector, 512)).toEqual(cut);
  }, 300_000);

  test("looks the same to the detector, whatever the block size", async () => {
    const lookIn = async (size: number) => {
      const look = noLook();
      for (let y = 0; y < source.height; y += size)
        for (let x = 0; x < source.width; x += size) {
          const width = Math.min(size, source.width - x);
          const block = { x, y, width, height: Math.min(size, source.height - y) };
          await detectBlock(source, 0.25, block, detector, { look });
        }
      return [look.light, look.green, look.crown].map((sum) => sum / look.pixels);
    };
    const [once, cutUp] = [await lookIn(4096), await lookIn(512)];
    for (const [i, mean] of once.entries()) expect(cutUp[i]).toBeCloseTo(mean, 1);
  }, 300_000);

  test("holds no crown wider than any tree's", async () => {
    const wide = { box: [100, 100, 500, 300] as const, score: 0.9 };
    const narrow = { box: [300, 300, 330, 330] as const, score: 0.9 };
    const both: Detector = { ...detector, findInTile: async () => ({ proposals: [wide, narrow] }) };
    // 400 pixels of 0.2 m are 80 m: a field, not a crown.
    const block = { x: 0, y: 0, width: 1000, height: 1000 };
    const found = await detectBlock(source, 0.2, block, both);
    expect(found.length).toBeGreaterThan(0);
    const widest = Math.max(...found.map(({ box }) => box[2] - box[0]));
    expect(widest * 0.2).toBeLessThanOrEqual(LARGEST_CROWN_METERS);
  });

  test("finds most trees of the drawn garden and little else", () => {
    const found = whole;
    const isTree = (d: Detection): boolean =>
      scene.trees.some((t) => Math.hypot(t.x - d.x, t.y - d.y) < 8);
    const isFound = (t: { x: number; y: number }): boolean =>
      found.some((d) => Math.hypot(t.x - d.x, t.y - d.y) < 8);
    expect(found.filter(isTree).length / found.length).toBeGreaterThan(0.8);
    expect(scene.trees.filter(isFound).length / scene.trees.length).toBeGreaterThan(0.8);
  });

  test("stops between tiles when aborted", async () => {
    const stop = new AbortController();
    const block = { x: 0, y: 0, width: 1100, height: 1100 };
    const work = detectBlock(source, 0.25, block, detector, {
      signal: stop.signal,
      onTile: () => stop.abort(new Error("stopped")),
    });
    await expect(work).rejects.toThrow("stopped");
  });
});

describe("an image of which other parts are cut out", () => {
  const side = 760;
  /** Finds of a part, in pixels of the whole scene, 35 m and more away from the rim of every part. */
  const foundAt = async ([x, y]: Point, gsdMeters: number, detector: Detector) => {
    const [left, top] = applyAffine(scene.affine, x, y);
    const [, ...rest] = scene.affine;
    const affine = [left, rest[0], rest[1], top, rest[3], rest[4]] as const;
    const cut = { x, y, width: side, height: side };
    const part = pixelSource(cutPixels(scene.pixels, { x: 0, y: 0 }, cut));
    const placed = { ...part, groundPixel: groundPixelOf(affine) };
    const trees = await inBlocks(detector, x > 0 ? 400 : 4096, placed, gsdMeters);
    const rim = 35 / gsdMeters;
    const isInner = (v: number) => v >= 101 + rim && v < side - rim;
    return trees
      .map((tree) => ({ ...tree, x: tree.x + x, y: tree.y + y }))
      .filter((tree) => isInner(tree.x) && isInner(tree.y))
      .map(
        (tree) =>
          `${tree.x.toFixed(3)} ${tree.y.toFixed(3)} ${tree.score.toFixed(2)} ${tree.green}`,
      )
      .sort();
  };

  // Its pixels as they are, and 43 of them to 32 of the network's.
  test.each([0.25, 0.15])(
    "holds the same trees but at its rim, at %s m a pixel",
    async (gsd) => {
      const detector = await openOnnxDetector(CARD);
      const first = await foundAt([0, 0], gsd, detector);
      expect(first.length).toBeGreaterThan(5);
      for (const at of [
        [1, 0],
        [37, 101],
      ] as const)
        expect(await foundAt(at, gsd, detector)).toEqual(first);
      await detector.close();
    },
    300_000,
  );
});

/** Proposes what the pixels say: half the width of a box in red (pixels), its score in green. */
const reader = {
  card: {
    input: { bands: ["R", "G", "B"], tile: 256, margin: 48, multiple: 16 },
    sources: [{ fromGsdMeters: 0, threshold: 0.2 }],
    suppress: { iou: 0.4, inside: 0.8 },
  },
  workingGsd: (gsd: number) => gsd,
  findInTile: async ({ width, planes }: WorkTile) => {
    const byte = (plane: number, i: number) => Math.round(255 * (planes[plane]?.[i] ?? 0));
    const proposals = Array.from(planes[0] ?? [], (_, i) => i)
      .filter((i) => byte(0, i) > 0)
      .map((i) => {
        const [x, y, half] = [(i % width) + 0.5, Math.floor(i / width) + 0.5, byte(0, i)];
        const box: Box = [x - half, y - half, x + half, y + half];
        return { box, score: byte(1, i) / 255 };
      });
    return { proposals };
  },
} as unknown as Detector;

test("boxes over groups are decided alike whatever the block size", async () => {
  const [gsd, size] = [0.4, 500];
  const random = seededRandom(8);
  const data = new Uint8Array(size * size * 3);
  // On four hectares: one box in four 16 to 24 m wide and better than what it covers, so that one in two lies over a group.
  for (let n = 0; n < 500; n++) {
    const at = Math.floor(random() * size * size);
    const isLarge = n % 4 === 0;
    data.set(
      [isLarge ? 20 + 10 * random() : 1 + 9 * random(), isLarge ? 200 : 60 + 100 * random()],
      at * 3,
    );
  }
  const image = pixelSource({ data, width: size, height: size, bands: 3 });
  const found = async (side: number) =>
    (await inBlocks(reader, side, image, gsd)).map(({ x, y, box }) => `${x} ${y} ${box}`).sort();
  const whole = await found(size);
  expect(whole.length).toBeGreaterThan(250);
  for (const side of [77, 250]) expect(await found(side)).toEqual(whole);
});

test("no crown lies over a planting of smaller ones", async () => {
  const [gsd, crownMeters] = [0.25, 1.5];
  const seed = 10_200;
  const sun = { dx: -0.75, dy: -0.66, shadowLength: 0.5 };
  const rows = { rows: 1.1 * crownMeters, spacing: 1.1 * crownMeters, gaps: 0.05, side: 40 };
  const drawn = drawPlanting({ ...rows, seed, ground: "lawn", crownMeters, sun });
  const places = drawn.places.filter(({ stands }) => stands);
  const detector = await openOnnxDetector(CARD);
  const trees = await detector.detect(photographPlanting(drawn, gsd, 3, seed), gsd);
  await detector.close();
  const holds = ([x0, y0, x1, y1]: Box) =>
    places.filter(({ x, y }) => x > x0 * gsd && x < x1 * gsd && y > y0 * gsd && y < y1 * gsd);
  const over = trees.filter(
    ({ box }) => (box[2] - box[0]) * gsd >= 2 * crownMeters && holds(box).length >= 3,
  );
  expect(trees.length).toBeGreaterThan(150);
  expect(over).toEqual([]);
});

describe("the pool of detector processes", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "nihol-pool-"));
    await writeFile(join(folder, "scene.tif"), encodeScene(scene));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("finds in a file what is found in memory", async () => {
    const path = join(folder, "scene.tif");
    const facts = await inspectImage(path);
    const block = { x: 100, y: 100, width: 500, height: 400 };
    const pool = openDetectPool(CARD, 1);
    const detector = await openOnnxDetector(CARD);
    try {
      const { trees, ground } = await pool.detect({ path, facts, block });
      const expected = await detectBlock(source, facts.gsdMeters, block, detector);
      expect(trees.length).toBe(expected.length);
      expect(trees.map((t) => t.x)).toEqual(expected.map((t) => t.x));
      expect(ground.groundPixels).toBeGreaterThan(100_000);
    } finally {
      await pool.close();
      await detector.close();
    }
  }, 60_000);

  test("ends the process of a job that is aborted, and serves the next", async () => {
    const path = join(folder, "scene.tif");
    const facts = await inspectImage(path);
    const pool = openDetectPool(CARD, 1);
    const stop = new AbortController();
    const large = { x: 0, y: 0, width: 1100, height: 1100 };
    const small = { x: 0, y: 0, width: 64, height: 64 };
    try {
      const aborted = pool.detect(
        { path, facts, block: large },
        { signal: stop.signal, onProgress: () => stop.abort(new Error("stopped")) },
      );
      await expect(aborted).rejects.toThrow("stopped");
      expect((await pool.detect({ path, facts, block: small })).ground.groundPixels).toBe(4096);
    } finally {
      await pool.close();
    }
  }, 60_000);

  test("says why a model cannot be used", async () => {
    const path = join(folder, "scene.tif");
    const facts = await inspectImage(path);
    const pool = openDetectPool(join(folder, "missing.json"), 1);
    const block = { x: 0, y: 0, width: 64, height: 64 };
    await expect(pool.detect({ path, facts, block })).rejects.toThrow(/missing\.json/);
    await pool.close();
  }, 30_000);
});

import type { CanopyPart } from "@nihol/contract/values/imagery/canopy";
import { addTreesToCanopy, canopyOf, mergeCanopy, noCanopy } from "@nihol/vision/detect/canopy";
import { canopyOfParts, closedCanopyOfParts, packCanopy } from "@nihol/vision/detect/canopy-part";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detector } from "@nihol/vision/detect/detector";
import { ownsTree } from "@nihol/vision/detect/detector-grid";
import {
  type PixelSource,
  pixelSource,
  type Rect,
  type WorkTile,
} from "@nihol/vision/pixels/pixels";
import { expect, test } from "vitest";

const GSD = 0.2;
/** 160 × 120 m. */
const [WIDTH, HEIGHT] = [800, 600];

const card = {
  input: { bands: ["R", "G", "B"], tile: 256, margin: 48, multiple: 16 },
  sources: [{ fromGsdMeters: 0, threshold: 0.2 }],
  suppress: { iou: 0.4, inside: 0.8 },
};

/** Calls crown what is green in the picture. */
const detector = {
  card,
  workingGsd: (gsd: number) => gsd,
  findInTile: async ({ width, height, planes }: WorkTile) => {
    const [w, h] = [width / 2, height / 2];
    const green = planes[1] ?? new Float32Array();
    const at = (i: number): number => 2 * Math.floor(i / w) * width + 2 * (i % w);
    const data = Float32Array.from({ length: w * h }, (_, i) =>
      (green[at(i)] ?? 0) > 0.4 ? 1 : 0,
    );
    return { proposals: [], crowns: { data, width: w, height: h } };
  },
} as unknown as Detector;

/** A picture that is green in rectangles, metres. */
function picture(rects: Rect[]): PixelSource {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(60);
  for (const { x, y, width, height } of rects)
    for (let v = y / GSD; v < (y + height) / GSD; v++)
      for (let u = x / GSD; u < (x + width) / GSD; u++) data[(v * WIDTH + u) * 3 + 1] = 200;
  return pixelSource({ data, width: WIDTH, height: HEIGHT, bands: 3 });
}

async function measure(source: PixelSource, size: number, trees: { x: number; y: number }[] = []) {
  const canopy = noCanopy();
  const parts: CanopyPart[] = [];
  // Each block by itself, as the product's jobs do.
  for (let y = 0; y < HEIGHT; y += size)
    for (let x = 0; x < WIDTH; x += size) {
      const block = { x, y, width: Math.min(size, WIDTH - x), height: Math.min(size, HEIGHT - y) };
      const part = noCanopy();
      await detectBlock(source, GSD, block, detector, { canopy: part });
      const own = trees.filter((tree) => ownsTree(block, tree));
      addTreesToCanopy(part, own, GSD);
      mergeCanopy(canopy, part.values());
      parts.push(packCanopy(part.values(), block, GSD));
    }
  const whole = canopyOf(canopy);
  // As it is stored block by block it says the same.
  const stored = canopyOfParts(parts);
  expect(stored.trees).toBe(whole.trees);
  // And so do the grid cells of it, one by one.
  const closed = closedCanopyOfParts(parts);
  expect(closed.reduce((sum, { hectares }) => sum + hectares, 0)).toBeCloseTo(
    whole.closedHectares,
    4,
  );
  for (const name of ["groundHectares", "closedHectares", "crownHectares"] as const)
    expect(stored[name]).toBeCloseTo(whole[name], 4);
  return whole;
}

test("closed canopy is given in hectares, with the trees in it, whatever the block size", async () => {
  const wood = picture([{ x: 0, y: 0, width: 80, height: 120 }]);
  const trees = [
    { x: 40 / GSD, y: 40 / GSD },
    { x: 120 / GSD, y: 40 / GSD },
  ];
  const whole = await measure(wood, 4096, trees);
  expect(whole.groundHectares).toBeCloseTo(1.92, 3);
  expect(whole.closedHectares).toBeCloseTo(0.96, 3);
  expect(whole.crownHectares).toBeCloseTo(0.96, 2);
  expect(whole.trees).toBe(1);
  for (const size of [256, 333]) {
    const cut = await measure(wood, size, trees);
    for (const name of ["groundHectares", "closedHectares", "crownHectares", "trees"] as const)
      expect(cut[name]).toBeCloseTo(whole[name], 3);
  }
});

test("groups of trees and rows are no closed canopy", async () => {
  const groups = [0, 40, 80, 120].map((x) => ({ x, y: 20, width: 20, height: 20 }));
  const rows = Array.from({ length: 8 }, (_, i) => ({
    x: 0,
    y: 60 + 8 * i,
    width: 160,
    height: 4,
  }));
  const garden = await measure(picture([...groups, ...rows.slice(0, 7)]), 4096);
  expect(garden.closedHectares).toBe(0);
  expect(garden.crownHectares).toBeGreaterThan(0.5);
});

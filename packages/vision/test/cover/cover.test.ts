import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CanopyPart } from "@nihol/contract/values/imagery/canopy";
import { isUncountable } from "@nihol/counting/uncountable-canopy";
import { COVER_PATCH } from "@nihol/vision/cover/cover-features";
import {
  COVER,
  type CoverModel,
  coverClassifier,
  openCoverClassifier,
} from "@nihol/vision/cover/cover-model";
import { canopyOf, mergeCanopy, missedOf, noCanopy } from "@nihol/vision/detect/canopy";
import { canopyOfParts, closedCanopyOfParts, packCanopy } from "@nihol/vision/detect/canopy-part";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { type PixelSource, pixelSource, type WorkTile } from "@nihol/vision/pixels/pixels";
import { afterAll, beforeAll, expect, test } from "vitest";

const GSD = 0.2;
const MODEL = join(dirname(SHIPPED_CARD), "cover.json");
type Detector = Awaited<ReturnType<typeof openOnnxDetector>>;
let shipped: Detector;
beforeAll(async () => {
  shipped = await openOnnxDetector(SHIPPED_CARD);
});
afterAll(() => shipped.close());

/** A flat picture of so many metres a side, whose left half has one colour and whose right half another. */
function halves(meters: number, left: number[], right: number[]): PixelSource {
  const side = meters / GSD;
  const data = new Uint8Array(side * side * 3);
  for (let p = 0; p < side * side; p++) data.set(p % side < side / 2 ? left : right, 3 * p);
  return pixelSource({ data, width: side, height: side, bands: 3 });
}
const WOOD = [20, 160, 20];
const FIELD = [150, 120, 90];

/** A detector that finds no crown, as in a wood that it does not know, with pixels that are canopy where they are green. */
const woodSeer = (): Detector => ({
  ...shipped,
  findInTile: async ({ width, height }) => {
    const [w, h] = [width / 2, height / 2];
    return { proposals: [], crowns: { data: new Float32Array(w * h), width: w, height: h } };
  },
  cover: {
    name: "green",
    coverOf({ planes, width, height }: WorkTile) {
      const columns = Math.floor(width / COVER_PATCH);
      const rows = Math.floor(height / COVER_PATCH);
      const classes = Uint8Array.from({ length: columns * rows }, (_, at) => {
        const [x, y] = [at % columns, Math.floor(at / columns)];
        const p = (y * width + x) * COVER_PATCH;
        return (planes[1]?.[p] ?? 0) > 1.5 * (planes[0]?.[p] ?? 0) ? COVER.canopy : COVER.bare;
      });
      return { columns, rows, classes };
    },
  },
});

async function measure(source: PixelSource, size: number, detector: Detector) {
  const whole = noCanopy();
  const parts: CanopyPart[] = [];
  for (let y = 0; y < source.height; y += size)
    for (let x = 0; x < source.width; x += size) {
      const width = Math.min(size, source.width - x);
      const block = { x, y, width, height: Math.min(size, source.height - y) };
      const canopy = noCanopy();
      await detectBlock(source, GSD, block, detector, { canopy });
      mergeCanopy(whole, canopy.values());
      parts.push(packCanopy(canopy.values(), block, GSD));
    }
  return { canopy: canopyOf(whole), stored: canopyOfParts(parts), parts };
}

test("a closed wood whose crowns are not found is told by its pixels, on known ground too, however it is cut", async () => {
  const source = halves(160, WOOD, FIELD);
  for (const size of [4096, 333]) {
    const { canopy, stored, parts } = await measure(source, size, woodSeer());
    expect(canopy.groundHectares).toBeCloseTo(2.56, 2);
    expect(canopy.crownHectares).toBeLessThan(0.1);
    expect(canopy.closedHectares).toBeCloseTo(1.28, 1);
    expect(canopy.missedHectares).toBeCloseTo(canopy.closedHectares, 5);
    expect(canopy.open?.bareHectares).toBeCloseTo(1.28, 1);
    expect(stored.open?.bareHectares).toBeCloseTo(canopy.open?.bareHectares ?? 0, 3);
    expect(stored.missedHectares).toBeCloseTo(canopy.missedHectares, 3);
    expect(closedCanopyOfParts(parts)).toHaveLength(32);
    const trees = { trees: 4, treesInClosed: 1, missed: missedOf(stored) };
    expect(isUncountable({ ...trees, familiarity: "known" })).toBe(true);
    expect(isUncountable({ ...trees, familiarity: "known", missed: null })).toBe(false);
  }
});

test("parts of before, whose pixels nobody looked at, say what they said", async () => {
  const { parts } = await measure(halves(120, WOOD, FIELD), 4096, woodSeer());
  const before = parts.map(({ ground_ha, crown_ha, cells }) => ({ ground_ha, crown_ha, cells }));
  const canopy = canopyOfParts(before);
  expect(canopy).toMatchObject({ closedHectares: 0, missedHectares: 0 });
  expect(canopy.open).toBeUndefined();
  expect(missedOf(canopy)).toBeNull();
});

test("the shipped model calls flat soil bare and no flat ground canopy", async () => {
  const { canopy } = await measure(halves(80, [140, 170, 90], FIELD), 4096, shipped);
  expect(canopy.closedHectares).toBe(0);
  expect(canopy.open?.canopyHectares).toBeLessThan(0.05);
  expect(canopy.open?.bareHectares).toBeGreaterThan(0.25);
});

test("a model of cover of another form is refused with the reason", async () => {
  const model: CoverModel = JSON.parse(await readFile(MODEL, "utf8"));
  expect((await openCoverClassifier(MODEL)).name).toBe(`cover ${model.version}`);
  const broken = [
    { ...model, version: "" },
    { ...model, rgb: { ...model.rgb, base: [0, 0] } },
    { ...model, rgb: { ...model.rgb, feature: model.rgb.feature.replace(/^\d+/, "99") } },
    // A child before its parent would go round for ever.
    { ...model, rgb: { ...model.rgb, left: model.rgb.left.replace(/^\d+/, "0") } },
  ];
  for (const one of broken) expect(() => coverClassifier(one)).toThrow("cannot be used");
});

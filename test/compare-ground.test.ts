/** Drawn ground that fools a comparison, through the shipped detector; `npm run bench -- compare` measures the same on more of it. */
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureGround } from "../bench/compare-parts/drawn-ground.ts";

let detector: Awaited<ReturnType<typeof openOnnxDetector>>;
beforeAll(async () => {
  detector = await openOnnxDetector(SHIPPED_CARD);
});
afterAll(() => detector?.close());

test.each(["tuftsGrown", "mastsTurned"] as const)(
  "%s: nothing is planted or lost, and the range says so",
  async (name) => {
    const { planted, lost, range } = await measureGround(detector, name, 3);
    expect({ planted, lost, low: range.low }).toEqual({ planted: 0, lost: 0, low: 0 });
    expect(range.high).toBeLessThanOrEqual(6);
  },
);

test("trees that were planted into a building's shadow are found, within the range", async () => {
  const { truth, right, lost, range } = await measureGround(detector, "shadedPlanted", 3);
  expect(truth).toBeGreaterThan(5);
  expect([right >= 0.8 * truth, lost]).toEqual([true, 0]);
  expect([range.low <= truth, truth <= range.high]).toEqual([true, true]);
});

test("saplings that were planted on open ground are found at 0.1 m a pixel, within the range", async () => {
  const { truth, planted, right, range } = await measureGround(detector, "saplingsPlanted", 2);
  expect(truth).toBeGreaterThan(50);
  expect([right >= 0.9 * truth, planted - right]).toEqual([true, 0]);
  expect([range.low <= truth, truth <= range.high]).toEqual([true, true]);
});

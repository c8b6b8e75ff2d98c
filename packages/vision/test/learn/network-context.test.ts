import {
  candidateFeatureNames,
  candidateFeatures,
  PLAIN_FEATURES,
} from "@nihol/vision/detect/candidate-features";
import type { Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import type { WorkTile } from "@nihol/vision/pixels/pixels";
import { afterAll, beforeAll, expect, test } from "vitest";

const SIDE = 128;
let detector: Detector;
beforeAll(async () => {
  detector = await openOnnxDetector(SHIPPED_CARD);
});
afterAll(() => detector.close());

/** Sand with one green disc in its middle that casts a shadow. */
function oneTree(): WorkTile {
  const planes = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE).fill(0.6));
  for (let p = 0; p < SIDE * SIDE; p++) {
    const [x, y] = [p % SIDE, Math.floor(p / SIDE)];
    const isShade = Math.hypot(x - 72, y - 72) < 12;
    const isCrown = Math.hypot(x - 64, y - 64) < 12;
    const colour = isCrown ? [0.15, 0.35, 0.12] : [0.2, 0.2, 0.2];
    if (isCrown || isShade)
      for (const [band, plane] of planes.entries()) plane[p] = colour[band] ?? 0;
  }
  return { width: SIDE, height: SIDE, planes };
}

test("a detector tells its networks' context only where it is asked in detail", async () => {
  const plain = await detector.findInTile(oneTree(), 0.2, 0.1);
  expect(plain.context).toBeUndefined();
  const { context } = await detector.findInTile(oneTree(), 0.2, 0.1, true);
  expect([context?.width, context?.height]).toEqual([SIDE / 4, SIDE / 4]);
  expect(context?.data).toHaveLength((candidateFeatureNames.length - PLAIN_FEATURES) * 32 * 32);
});

test("a candidate's context is that of its centre, and parts a tree from sand", async () => {
  const tile = oneTree();
  const found = await detector.findInTile(tile, 0.2, 0.1, true);
  const contextOf = (x: number, y: number, detected = found) => {
    const box = [x - 12, y - 12, x + 12, y + 12] as const;
    const features = candidateFeatures(tile, { box, score: 0.5 }, detected, 0.2);
    expect(features).toHaveLength(candidateFeatureNames.length);
    return features.slice(PLAIN_FEATURES);
  };
  const [crown, sand] = [contextOf(64, 64), contextOf(20, 100)];
  for (const channel of [0, 63, 64, 127])
    expect(crown[channel]).toBeCloseTo(found.context?.data[channel * 1024 + 16 * 32 + 16] ?? -1, 1);
  expect(Math.max(...crown.map((value, i) => Math.abs(value - (sand[i] ?? 0))))).toBeGreaterThan(
    0.5,
  );
  // Beyond the tile's edge, where a crown's centre may lie, the nearest cell speaks.
  expect(contextOf(-5, 40)).toEqual(contextOf(0, 40));
  expect(contextOf(64, 64, { ...found, context: undefined })).toEqual(crown.map(() => 0));
});

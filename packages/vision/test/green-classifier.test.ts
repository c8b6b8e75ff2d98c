import { type GreenClassifier, greenOfCrowns } from "@nihol/vision/green/green";
import { type GreenCard, readGreenCard } from "@nihol/vision/green/green-card";
import { stateOfDead } from "@nihol/vision/green/green-classifier";
import { cutCrown } from "@nihol/vision/green/green-crop";
import type { WorkTile } from "@nihol/vision/pixels/pixels";
import { expect, test } from "vitest";

function flatTile(size: number, colour: number[]): WorkTile {
  const planes = colour.map((v) => new Float32Array(size * size).fill(v / 255));
  return { width: size, height: size, planes };
}

const card: GreenCard = {
  name: "green",
  version: "7",
  file: "green.onnx",
  sha256: "0".repeat(64),
  input: { bands: ["R", "G", "B"], side: 40, around: 1.45 },
  greenBelow: 0.3,
  deadFrom: 0.6,
  licence: "",
};

test("an output between the two limits is unsure, and names the classifier", () => {
  expect(stateOfDead(card, 0.1)).toMatchObject({ green: "green", indexName: "green 7" });
  expect(stateOfDead(card, 0.3).green).toBe("unsure");
  expect(stateOfDead(card, 0.6)).toMatchObject({ green: "not_green", index: 0.4 });
});

test("a crown is cut as a square that holds it whole", () => {
  const tile = flatTile(100, [51, 102, 153]);
  const [red] = tile.planes;
  for (let y = 40; y < 60; y++) red?.fill(1, y * 100 + 45, y * 100 + 55);
  const out = new Float32Array(3 * 10 * 10);
  // 10 × 20 pixels of a square of 40: an eighth of it is bright.
  cutCrown(tile, [45, 40, 55, 60], 10, 2, out);
  const mean = out.slice(0, 100).reduce((sum, v) => sum + v / 100, 0);
  expect(mean).toBeCloseTo(0.2 + 0.8 / 8);
  expect(out[0]).toBeCloseTo(0.2);
  expect(out[100]).toBeCloseTo(0.4);
  expect(out[299]).toBeCloseTo(0.6);
});

test("past the tile its edge is repeated", () => {
  const out = new Float32Array(3 * 8 * 8);
  cutCrown(flatTile(16, [255, 255, 255]), [-4, -4, 8, 8], 8, 1.45, out);
  expect(Math.min(...out)).toBeCloseTo(1);
});

test("near infrared decides where it is clear, the classifier where it is not or is absent", async () => {
  const asked: number[] = [];
  const classifier: GreenClassifier = {
    classify: async (_tile, boxes) => {
      asked.push(boxes.length);
      return boxes.map(() => ({ green: "not_green", index: 0, indexName: "green 7" }));
    },
  };
  const crown = { box: [0, 0, 4, 4] as const, pixels: Int32Array.of(0, 1) };
  const of = (colour: number[]) => greenOfCrowns(flatTile(8, colour), [crown], classifier);
  expect(await of([60, 80, 50, 180])).toMatchObject([{ green: "green", indexName: "NDVI" }]);
  expect(await of([100, 100, 90, 115])).toMatchObject([{ indexName: "green 7" }]);
  expect(await of([60, 90, 50])).toMatchObject([{ green: "not_green" }]);
  expect(asked).toEqual([0, 1, 1]);
});

test("with near infrared the colours alone make nothing green, and deny only what is not clear", async () => {
  const crown = { box: [0, 0, 4, 4] as const, pixels: Int32Array.of(0, 1) };
  const of = async (nir: number, state: "green" | "not_green") => {
    const classifier: GreenClassifier = {
      classify: async (_tile, boxes) =>
        boxes.map(() => ({ green: state, index: 0.5, indexName: "green 7" })),
    };
    const [result] = await greenOfCrowns(flatTile(8, [100, 90, 70, nir]), [crown], classifier);
    return result?.green;
  };
  // NDVI 0.02, 0.07, 0.15 and 0.23.
  const table = await Promise.all(
    [104, 115, 135, 160].map(async (nir) => [await of(nir, "green"), await of(nir, "not_green")]),
  );
  expect(table).toEqual([
    ["not_green", "not_green"],
    ["unsure", "not_green"],
    ["green", "unsure"],
    ["green", "green"],
  ]);
});

test("a brown crown that the classifier calls green is unsure", async () => {
  const classifier: GreenClassifier = {
    classify: async () => [{ green: "green", index: 0.99, indexName: "green 7" }],
  };
  const crown = { box: [0, 0, 4, 4] as const, pixels: Int32Array.of(0, 1) };
  const found = await greenOfCrowns(flatTile(8, [110, 85, 60]), [crown], classifier);
  expect(found).toEqual([{ green: "unsure", index: 0.99, indexName: "green 7" }]);
});

test("a file that is no green card says so", async () => {
  await expect(readGreenCard(new URL("../package.json", import.meta.url).pathname)).rejects.toThrow(
    /not the card of a green classifier/,
  );
});

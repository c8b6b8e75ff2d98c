import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countRange, measureCountRatio, rangeOfCount } from "@nihol/vision/detect/count-range";
import { readModel, readModelCard, sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { afterAll, beforeAll, expect, test } from "vitest";

const CARD = SHIPPED_CARD;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nihol-card-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("the shipped model is the one of its card", async () => {
  const { bytes } = await readModel(CARD);
  expect(bytes.length).toBeGreaterThan(1_000_000);
});

test("another file under the card's name is refused", async () => {
  const { file = "" } = await readModelCard(CARD);
  await writeFile(join(folder, file), "something else");
  await writeFile(join(folder, "card.json"), await readFile(CARD));
  await expect(readModel(join(folder, "card.json"))).rejects.toThrow(/SHA-256/);
});

test("a card with nonsense says what is wrong", async () => {
  const card = JSON.parse(await readFile(CARD, "utf8"));
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...card, gsdMeters: -1 }));
  await expect(readModelCard(join(folder, "bad.json"))).rejects.toThrow(/gsdMeters/);
  const look = { times: 9, fromMeters: 4, weight: 0.85 };
  const sources = [{ ...card.sources[0], largeCrowns: look }];
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...card, sources }));
  await expect(readModelCard(join(folder, "bad.json"))).rejects.toThrow(/largeCrowns/);
  const young = { times: 0.5, toMeters: 2.5, weight: 2, toGsdMeters: 0.13 };
  const finer = [{ ...card.sources[0], smallCrowns: young }];
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...card, sources: finer }));
  await expect(readModelCard(join(folder, "bad.json"))).rejects.toThrow(/smallCrowns/);
});

test("coarse images have their own threshold and range", async () => {
  const card = await readModelCard(CARD);
  expect(sourceSettings(card, 0.6)).not.toBe(sourceSettings(card, 0.1));
  const range = countRange(card, 0.6, 1000);
  expect(range?.low).toBeLessThan(1000);
  expect(range?.high).toBeGreaterThan(1000);
});

test("a measured range holds about nine of ten images", () => {
  const images = Array.from({ length: 200 }, (_, i) => ({
    place: `place ${i % 10}`,
    found: 100,
    truth: 60 + ((i * 37) % 80),
  }));
  const ratio = measureCountRatio(images, 0.9, "test");
  expect(ratio.covered).toBeGreaterThan(0.85);
  expect(ratio.covered).toBeLessThan(0.97);
  expect(rangeOfCount(0, ratio).low).toBe(0);
});

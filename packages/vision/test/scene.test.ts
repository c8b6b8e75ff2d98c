import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { expect, test } from "vitest";

const OPTIONS = { seed: 2, lon: 68.78, lat: 38.56, size: 480 };

test("the same options draw the same bytes", () => {
  const [a, b] = [drawScene({ ...OPTIONS, date: 0 }), drawScene({ ...OPTIONS, date: 0 })];
  expect(encodeScene(a).equals(encodeScene(b))).toBe(true);
});

test("between the dates some trees are planted, some lost, the others stay in place", () => {
  const [before, after] = [drawScene({ ...OPTIONS, date: 0 }), drawScene({ ...OPTIONS, date: 1 })];
  const first = new Map(before.trees.map((tree) => [tree.id, tree]));
  const second = new Map(after.trees.map((tree) => [tree.id, tree]));
  expect(after.trees.some(({ id }) => !first.has(id))).toBe(true);
  expect(before.trees.some(({ id }) => !second.has(id))).toBe(true);
  for (const tree of after.trees) expect(first.get(tree.id)?.x ?? tree.x).toBe(tree.x);
});

test("the file passes ingest and lies where it was asked to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nihol-scene-"));
  try {
    const scene = drawScene({ ...OPTIONS, date: 0 });
    const path = join(folder, "scene.tif");
    await writeFile(path, encodeScene(scene));
    const facts = await inspectImage(path);
    expect(facts).toMatchObject({ width: 480, height: 480, epsg: 32642 });
    expect(facts.gsdMeters).toBeCloseTo(0.25, 3);
    expect(facts.roles.nir).toBe(4);
    const [lon, lat] = pixelToLonLat(facts, 240, 240);
    expect(lon).toBeCloseTo(OPTIONS.lon, 4);
    expect(lat).toBeCloseTo(OPTIONS.lat, 4);
    const raw = await sharp(path).raw().toBuffer();
    expect(Buffer.from(scene.pixels.data).equals(raw)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Squares of ground of which a case's crops are made: the same in both images, whole, and rings where the trees were. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movedBy } from "@nihol/geo/flat-meters";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cropAround, cropImage } from "../../../src/features/violations/evidence/crop-place.ts";

const size = 512;
const still = { east_m: 0, south_m: 0 };
let folder: string;
let image: ReturnType<typeof cropImage>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nihol-crop-"));
  const path = join(folder, "scene.tif");
  await writeFile(path, encodeScene(drawScene({ seed: 5, size, date: 0, lon: 68.78, lat: 38.56 })));
  const facts = { ...(await inspectImage(path)), stretch: null };
  image = cropImage({
    cog_key: "scene",
    facts,
    width: size,
    height: size,
    captured_on: "2024-05-01",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The place of a pixel of the image. */
const at = (x: number, y: number) => {
  const [lon, lat] = pixelToLonLat(image.facts, x, y);
  return { lon, lat };
};

/** Where the first ring of a crop lies, in pixels of the image. */
function ringIn({ crop, crops }: ReturnType<typeof cropAround>, n: 0 | 1) {
  const [share] = crop?.lost_at ?? [];
  const area = crops[n]?.area;
  if (!share || !area) throw new Error("no crop");
  return [area.x + share[0] * area.width, area.y + share[1] * area.height] as const;
}

test("beside the image's edge the square is moved, whole in both images, and the ring stays on the tree", () => {
  const [x, y] = [size - 40, 256];
  const place = cropAround([at(x, y)], image, image, still);
  for (const { area } of place.crops) {
    expect(area.x + area.width).toBeLessThanOrEqual(size);
    // Up to two pixels: the square of ground lies askew in the pixels.
    expect(Math.abs(area.width - area.height)).toBeLessThanOrEqual(2);
  }
  for (const n of [0, 1] as const) {
    const [ringX, ringY] = ringIn(place, n);
    expect(Math.hypot(ringX - x, ringY - y)).toBeLessThan(4);
  }
});

test("a tree beyond what both images can show whole has no crop", () => {
  const { lon, lat } = at(size - 2, 2);
  const [east, north] = movedBy([lon, lat], 40, 40);
  const place = cropAround([{ lon: east, lat: north }], image, image, still);
  expect([place.crop, place.crops]).toEqual([null, []]);
});

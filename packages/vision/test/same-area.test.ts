/** The same capture in another projection, packed anew and coarser; and others that are only alike. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrawnImage, drawPair } from "../src/compare/scene.ts";
import { inspectImage } from "../src/ingest/ingest.ts";
import { showSameCapture } from "../src/render/same-area.ts";
import { encodeGeoTiff } from "../src/scene/geotiff.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "nihol-same-"));
  const affine = [480_000, 0.25, 0, 4_268_000, 0, -0.25] as const;
  const write = (name: string, { pixels }: DrawnImage) =>
    writeFileSync(join(dir, name), encodeGeoTiff(pixels, affine, 32642, ""));
  const pair = drawPair({ seed: 3, size: 480 });
  write("one.tif", pair.before);
  write("later.tif", pair.after);
  write("elsewhere.tif", drawPair({ seed: 4, size: 480 }).before);
  const gdal = (program: string, ...args: string[]) =>
    execFileSync(program, ["-q", ...args], { cwd: dir });
  gdal("gdalwarp", "-t_srs", "EPSG:3857", "-r", "bilinear", "one.tif", "mercator.tif");
  const rgb = ["-b", "1", "-b", "2", "-b", "3"];
  gdal("gdal_translate", ...rgb, "-co", "COMPRESS=JPEG", "one.tif", "packed.tif");
  gdal("gdal_translate", "-outsize", "50%", "50%", "-r", "average", "one.tif", "coarser.tif");
  gdal("gdal_translate", "-scale", "0", "255", "120", "121", "one.tif", "plain.tif");
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const file = async (name: string) => {
  const path = join(dir, name);
  return { path, facts: await inspectImage(path) };
};

test.each([
  ["in another projection", "mercator.tif", true],
  ["packed with losses", "packed.tif", true],
  ["twice as coarse", "coarser.tif", true],
  ["itself", "one.tif", true],
  ["the same place on another day", "later.tif", false],
  ["another place under the same coordinates", "elsewhere.tif", false],
  ["one colour all over", "plain.tif", false],
])("a capture and %s", async (_, name, isSame) => {
  const one = await file("one.tif");
  const [west, south, east, north] = one.facts.bbox;
  const [dx, dy] = [(east - west) / 5, (north - south) / 5];
  const area: [number, number, number, number] = [west + dx, south + dy, east - dx, north - dy];
  expect(await showSameCapture(one, await file(name), area)).toBe(isSame);
});

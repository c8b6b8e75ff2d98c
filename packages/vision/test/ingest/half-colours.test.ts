import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasHalfColours } from "@nihol/geo/tiff/half-colours";
import { bufferSource } from "@nihol/geo/tiff/tiff";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withFileSource } from "../../src/ingest/file-source.ts";
import { inspectImage } from "../../src/ingest/ingest.ts";
import { mendImage } from "../../src/mend/mend.ts";
import { drawScene, encodeScene } from "../../src/scene/scene.ts";
import { temporaryFolder } from "./geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);
const scene = drawScene({ seed: 3, lon: 68.8, lat: 38.5, date: 0, size: 128 });
const JPEG = ["-co", "COMPRESS=JPEG"];

beforeAll(() => writeFileSync(at("scene.tif"), encodeScene(scene)));

function saved(name: string, ...args: string[]): string {
  const three = ["-q", "-b", "1", "-b", "2", "-b", "3"];
  execFileSync("gdal_translate", [...three, ...args, at("scene.tif"), at(name)]);
  return at(name);
}

test("a TIFF packed as JPEG in light and colours keeps the colours at half resolution", async () => {
  const half = saved("half.tif", ...JPEG, "-co", "PHOTOMETRIC=YCBCR");
  expect(await inspectImage(half)).toMatchObject({ halfColours: true, compression: "JPEG" });
  const tiled = saved("half-cog.tif", "-of", "COG", ...JPEG);
  expect(await inspectImage(tiled)).toMatchObject({ halfColours: true });
  for (const [name, ...args] of [
    ["rgb.tif", ...JPEG],
    ["lossless.tif", "-co", "COMPRESS=DEFLATE"],
    ["one.tif", "-of", "COG", "-co", "COMPRESS=LZW"],
  ] as const)
    expect(await inspectImage(saved(name, ...args))).not.toHaveProperty("halfColours");
});

test("a JPEG says it in the header of its frame, and still does when it was made a TIFF", async () => {
  const raw = { width: 128, height: 128, channels: 4 } as const;
  const image = () => sharp(scene.pixels.data, { raw }).removeAlpha();
  for (const [chromaSubsampling, isHalf] of [
    ["4:2:0", true],
    ["4:4:4", false],
  ] as const)
    for (const progressive of [false, true]) {
      const bytes = await image().jpeg({ chromaSubsampling, progressive }).toBuffer();
      expect(await hasHalfColours(bufferSource(bytes))).toBe(isHalf);
      // It ends before its frame begins.
      expect(await hasHalfColours(bufferSource(bytes.subarray(0, 20)))).toBe(false);
    }
  const grey = await image().greyscale().toColourspace("b-w").jpeg().toBuffer();
  expect(await hasHalfColours(bufferSource(grey))).toBe(false);
  const photo = saved("photo.jpg", "-of", "JPEG", "-co", "WORLDFILE=YES");
  expect(await withFileSource(photo, hasHalfColours)).toBe(true);
  const world = "0.25\n0\n0\n-0.25\n478000\n4267000\n";
  const projection = execFileSync("gdalsrsinfo", ["-o", "wkt_esri", "EPSG:32642"], {
    encoding: "utf8",
  });
  const options = { fileName: "photo.jpg", beside: { world, projection }, to: at("made.tif") };
  expect(await mendImage(photo, options)).toMatchObject({ halfColours: true });
});

test("a WebP with loss has them by its format, also within a TIFF; one without has not", async () => {
  const raw = { width: 128, height: 128, channels: 4 } as const;
  for (const bands of [3, 4])
    for (const lossless of [false, true]) {
      const image = sharp(scene.pixels.data, { raw });
      const bytes = await (bands === 3 ? image.removeAlpha() : image).webp({ lossless }).toBuffer();
      expect(await hasHalfColours(bufferSource(bytes))).toBe(!lossless);
      expect(await hasHalfColours(bufferSource(bytes.subarray(0, 14)))).toBe(false);
    }
  const WEBP = ["-co", "COMPRESS=WEBP"];
  for (const [name, isHalf, ...args] of [
    ["loss.tif", true],
    ["no-loss.tif", false, "-co", "WEBP_LOSSLESS=YES"],
    ["tiled.tif", true, "-co", "TILED=YES"],
  ] as const) {
    const path = saved(`webp-${name}`, ...WEBP, ...args);
    expect(await withFileSource(path, hasHalfColours)).toBe(isHalf);
  }
});

test("what is no image, or a broken one, is not said to have it", async () => {
  for (const bytes of [
    [],
    [0xff],
    [0xff, 0xd8],
    [0x49, 0x49, 42, 0, 9, 9, 9, 9],
    [0xff, 0xd8, 0xff, 0xff],
  ])
    expect(await hasHalfColours(bufferSource(Uint8Array.from(bytes)))).toBe(false);
});

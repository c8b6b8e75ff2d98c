import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inspectImage } from "../src/ingest/ingest.ts";
import { makeCog, progressReader } from "../src/raster/cog.ts";
import { openRaster, readPixels } from "../src/raster/raster.ts";
import { paintedTiff, temporaryFolder, translate } from "./ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);

async function cogOf(name: string, target = `${name}-cog.tif`) {
  const facts = await inspectImage(at(name));
  return { before: facts, ...(await makeCog(at(name), at(target), facts)) };
}

describe("a Cloud Optimized GeoTIFF for each image", () => {
  test("a striped file becomes tiles with overviews, its pixels unchanged", async () => {
    const truth = await paintedTiff(at("strips.tif"), 1500, 1200, 3);
    const { facts, kept } = await cogOf("strips.tif");
    expect(kept).toBe(false);
    expect(facts).toMatchObject({
      tiled: true,
      compression: "DEFLATE",
      interleave: "pixel",
      blockWidth: 512,
    });
    expect(facts.overviews.length).toBeGreaterThan(0);
    const raster = await openRaster(at("strips.tif-cog.tif"), facts);
    expect(raster.levels.length).toBe(facts.overviews.length + 1);
    const pixels = await readPixels(raster, 0, 0, 1500, 1200);
    expect(Buffer.compare(pixels.data as Uint8Array, truth)).toBe(0);
  });

  test("a temporary copy is neither compressed nor given overviews, its pixels unchanged", async () => {
    const truth = await paintedTiff(at("once.tif"), 1500, 1200, 4);
    const before = await inspectImage(at("once.tif"));
    const { facts } = await makeCog(at("once.tif"), at("copy.tif"), before, { temporary: true });
    expect(facts).toMatchObject({ tiled: true, overviews: [], interleave: "pixel" });
    expect(["DEFLATE", "LZW"]).not.toContain(facts.compression);
    const pixels = await readPixels(await openRaster(at("copy.tif"), facts), 0, 0, 1500, 1200);
    expect(Buffer.compare(pixels.data as Uint8Array, truth)).toBe(0);
  });

  test("a temporary copy of 16 bits keeps the overviews that its stretch is measured in", async () => {
    await paintedTiff(at("deep-once.tif"), 1500, 1200, 3, ["-ot", "UInt16"]);
    const before = await inspectImage(at("deep-once.tif"));
    const target = at("deep-copy.tif");
    const { facts } = await makeCog(at("deep-once.tif"), target, before, { temporary: true });
    expect(facts.overviews.length).toBeGreaterThan(0);
  });

  test("a file that is fine already is kept byte for byte, also the second time", async () => {
    await paintedTiff(at("fine.tif"), 600, 600, 3, ["-co", "TILED=YES", "-co", "COMPRESS=DEFLATE"]);
    expect((await cogOf("fine.tif")).kept).toBe(true);
    expect((await cogOf("fine.tif")).kept).toBe(true);
    expect(readFileSync(at("fine.tif-cog.tif")).equals(readFileSync(at("fine.tif")))).toBe(true);
    expect(readdirSync(folder.path).filter((name) => name.includes(".part"))).toEqual([]);
  });

  test.each(["ZSTD", "LERC"])("%s, which sharp cannot read, is rewritten", async (codec) => {
    await paintedTiff(at("codec.tif"), 600, 400, 3, [
      "-co",
      `COMPRESS=${codec}`,
      "-co",
      "TILED=YES",
    ]);
    const { facts, kept } = await cogOf("codec.tif");
    expect(kept).toBe(false);
    expect(facts.compression).toBe("DEFLATE");
  });

  test("bands stored one after the other, and 12 bits a sample, are rewritten", async () => {
    await paintedTiff(at("planar.tif"), 600, 400, 3, [
      "-co",
      "INTERLEAVE=BAND",
      "-co",
      "TILED=YES",
    ]);
    await paintedTiff(at("twelve.tif"), 600, 400, 3, [
      "-ot",
      "UInt16",
      "-co",
      "NBITS=12",
      "-co",
      "TILED=YES",
    ]);
    expect((await cogOf("planar.tif")).facts.interleave).toBe("pixel");
    const { facts } = await cogOf("twelve.tif");
    const raster = await openRaster(at("twelve.tif-cog.tif"), facts);
    const own = execFileSync("gdallocationinfo", ["-valonly", at("twelve.tif"), "77", "33"])
      .toString()
      .trim()
      .split("\n")
      .map(Number);
    expect([...(await readPixels(raster, 77, 33, 1, 1)).data]).toEqual(own);
  });

  test("signed numbers become unsigned; what was no data is not valid", async () => {
    await paintedTiff(at("base.tif"), 300, 300, 3);
    translate([
      "-ot",
      "Int16",
      "-scale",
      "0",
      "60",
      "-9999",
      "-9999",
      "-a_nodata",
      "-9999",
      at("base.tif"),
      at("none.tif"),
    ]);
    translate(["-ot", "Int16", "-a_nodata", "-9999", at("base.tif"), at("signed.tif")]);
    const { facts } = await cogOf("signed.tif");
    expect(facts).toMatchObject({ dtype: "uint16", mask: "alpha", nodata: null });
    const raster = await openRaster(at("signed.tif-cog.tif"), facts);
    expect((await readPixels(raster, 0, 0, 300, 300)).valid.includes(0)).toBe(false);
    const empty = await cogOf("none.tif");
    const nothing = await openRaster(at("none.tif-cog.tif"), empty.facts);
    expect((await readPixels(nothing, 0, 0, 300, 300)).valid.includes(1)).toBe(false);
  });

  test.each([
    ["DEFLATE", []],
    ["LZW", []],
    ["JPEG", ["-co", "PHOTOMETRIC=YCBCR"]],
  ])("blocks that a sparse file leaves out (%s) become 0, the others stay", async (codec, more) => {
    await paintedTiff(at("corner.tif"), 200, 200, 3);
    const wide = ["-srcwin", "0", "0", "800", "800", at("corner.tif"), at("wide.vrt")];
    translate(["-of", "VRT", ...wide]);
    const sparse = [
      "-co",
      "TILED=YES",
      "-co",
      "SPARSE_OK=TRUE",
      "-co",
      `COMPRESS=${codec}`,
      ...more,
    ];
    translate([...sparse, at("wide.vrt"), at("sparse.tif")]);
    const { facts, before } = await cogOf("sparse.tif");
    expect(before.sparse).toBe(true);
    const raster = await openRaster(at("sparse.tif-cog.tif"), facts);
    const missing = await readPixels(raster, 600, 600, 50, 50);
    expect(missing.data.every((value) => value === 0)).toBe(true);
    expect((await readPixels(raster, 20, 20, 50, 50)).data.every((value) => value > 20)).toBe(true);
  });

  test("a sparse file without a single block is empty, not damaged", async () => {
    const create = ["-q", "-of", "GTiff", "-outsize", "600", "600", "-bands", "3"];
    const place = ["-a_srs", "EPSG:32642", "-a_ullr", "478000", "4267000", "478300", "4266700"];
    const options = ["-co", "SPARSE_OK=TRUE", "-co", "TILED=YES"];
    execFileSync("gdal_create", [...create, ...place, ...options, at("void.tif")]);
    await expect(inspectImage(at("void.tif"))).rejects.toMatchObject({ code: "empty_image" });
  });

  test("progress grows to 100", async () => {
    const facts = await inspectImage(at("strips.tif"));
    const seen: number[] = [];
    await makeCog(at("strips.tif"), at("progress.tif"), facts, {
      onProgress: (percent) => seen.push(percent),
    });
    expect(seen.at(-1)).toBe(100);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });

  test("when it is stopped nothing is left behind", async () => {
    const facts = await inspectImage(at("strips.tif"));
    const controller = new AbortController();
    const running = makeCog(at("strips.tif"), at("stopped.tif"), facts, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(running).rejects.toThrow(/abort/i);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("stopped"))).toEqual([]);
  });

  test("a file that a killed process left is removed by the next", async () => {
    const left = at(`again.tif.${hostname()}-4194301.part.tif`);
    writeFileSync(left, "half");
    await makeCog(at("strips.tif"), at("again.tif"), await inspectImage(at("strips.tif")));
    expect(existsSync(left)).toBe(false);
  });
});

test("GDAL's dots are read as percentages, whatever way they arrive", () => {
  const seen: number[] = [];
  const read = progressReader((percent) => seen.push(percent));
  for (const part of [
    "Input file size is 7000, 5418\n0",
    "...10...",
    "2",
    "0..",
    ".30...100 - done.\n",
  ])
    read(part);
  expect(seen).toEqual([10, 20, 30]);
});

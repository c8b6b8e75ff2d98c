import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Upload } from "@nihol/contract/imagery/uploads";
import { textLanguages } from "@nihol/locales/text";
import { describe, expect, test } from "vitest";
import { makeIngestSamples } from "../../../../packages/vision/test/ingest/raster-samples.ts";
import { geoTiff } from "../support/imagery-server.ts";
import { uploadWorld } from "../support/upload-world.ts";

const corpus = join(import.meta.dirname, "../../../../../shared/data/real/geotiff");
const { server, owner, folder } = await uploadWorld();
const good = geoTiff({ size: 256 });

/** The good image through gdal_translate. */
function translated(...options: string[]): Buffer {
  const [from, to] = [join(folder, "good.tif"), join(folder, "made")];
  writeFileSync(from, good);
  execFileSync("gdal_translate", ["-q", ...options, from, to], { stdio: "ignore" });
  return readFileSync(to);
}

/** Sets one SHORT or LONG of the first directory (little-endian, classic TIFF). */
function withTag(file: Buffer, tag: number, value: number): Buffer {
  const copy = Buffer.from(file);
  const at = copy.readUInt32LE(4);
  for (let i = 0; i < copy.readUInt16LE(at); i++) {
    const entry = at + 2 + i * 12;
    if (copy.readUInt16LE(entry) === tag) copy.writeUInt32LE(value, entry + 8);
  }
  return copy;
}

/** Expects the refusal with a text in each language, the file gone, and the server answering meanwhile. */
async function refused(bytes: Uint8Array, code: string | RegExp, name = "garden.tif") {
  const id = await owner.begin(bytes.length, name);
  await owner.patch(id, 0, bytes);
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200);
  const { status, problem } = await owner.checked(id);
  expect([status, problem?.code]).toEqual(["refused", expect.stringMatching(code)]);
  const texts = await Promise.all(textLanguages.map((language) => owner.look(id, language)));
  expectTexts(texts);
  // The row says it before the file goes.
  await expect.poll(() => server.files.stat(`upload/${id}`)).toBeUndefined();
  await expect.poll(() => server.files.stat(`upload/${id}.json`)).toBeUndefined();
  return id;
}

function expectTexts(texts: Upload[]) {
  const details = texts.map(({ problem }) => problem?.detail ?? "");
  for (const detail of details) {
    expect(detail).toMatch(/\p{L}{2,} .*\p{L}{2,}/u);
    // neither a key nor a gap that nothing filled
    expect(detail).not.toMatch(/errors\.|\{/);
  }
  expect(new Set(details).size).toBe(textLanguages.length);
}

describe("files that are no GeoTIFF at all", () => {
  test("a text named .tif is refused", () =>
    refused(Buffer.from("Dear ministry,\nhere is the picture.\n"), /^not_a_tiff$/));

  test("a JPEG named .tif is refused", () =>
    refused(Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"), /^not_a_tiff$/));

  test("a TIFF header with nothing behind it is refused", () =>
    refused(good.subarray(0, 8), /^damaged$/));
});

describe("a damaged image", () => {
  test("cut off in its middle is refused", () =>
    refused(good.subarray(0, good.length >> 1), /^damaged$/));

  test("that claims more pixels than it can hold is refused", () =>
    refused(withTag(withTag(good, 256, 90_000), 257, 90_000), /^(lies_about_size|damaged)$/));

  test("that claims a billion pixels a side is refused", () =>
    refused(withTag(withTag(good, 256, 1e9), 257, 1e9), /^(lies_about_size|too_large|damaged)$/));

  test("without a width is refused", () => refused(withTag(good, 256, 0), /^(zero_area|damaged)$/));

  test("has no further life: its place is gone for tus", async () => {
    const id = await refused(good.subarray(0, 1000), /^damaged$/);
    const head = await owner.tus("HEAD", `/upload/${id}`);
    expect(head.status).toBe(404);
  });

  test("cannot become a process", async () => {
    const id = await refused(good.subarray(0, 900), /^damaged$/);
    const answer = await owner.call("POST", "/satellite-imagery", {
      upload: id,
      date: "2023-06-12",
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      upload: ["The upload is not finished or was already used. Upload the file again."],
    });
  });
});

describe("an image that is whole, but not for counting trees", () => {
  test("without a place on Earth is refused", () =>
    refused(translated("-of", "GTiff", "-co", "PROFILE=BASELINE"), /^no_georeference$/));

  test("of heights, in one band, is refused", () =>
    refused(translated("-b", "1", "-ot", "Float32"), /^(not_rgb|unsupported_type)$/));

  test("of one grey band is refused", () => refused(translated("-b", "1"), /^not_rgb$/));

  test("of complex numbers is refused", () =>
    refused(translated("-b", "1", "-b", "2", "-b", "3", "-ot", "CFloat32"), /^unsupported_type$/));

  test("in another format is refused", () => refused(translated("-of", "PNG"), /^not_a_tiff$/));

  test("packed with ZSTD and corrupt is refused", () => {
    const packed = translated("-co", "COMPRESS=ZSTD", "-co", "BLOCKYSIZE=256");
    packed.fill(0x5a, packed.length >> 1, (packed.length >> 1) + 2000);
    return refused(packed, /^damaged$/);
  });
});

/** Broken files of our own, and real ones where they are at hand. */
function faulty(): [name: string, path: string, code: RegExp][] {
  const real = [
    "bad/gdal__byte_zstd_corrupted2.tif",
    "bad/gdal__huge-number-strips.tif",
    "bad/gdal__strip_larger_than_2GB_header.tif",
    "bad/gdal__unknown_compression.tif",
    "bad/rasterio__corrupt.tif",
    "derived-by-us/no-georef.tif",
    "derived-by-us/truncated-half.tif",
    "formats/rasterio__float_raster_with_nodata.tif",
  ].filter((file) => existsSync(join(corpus, file)));
  return [
    ...makeIngestSamples(folder)
      // Fractions are made whole at the door (uploads-mended.test.ts).
      .filter(({ expected, name }) => expected !== "read" && !/^(float|double)-bands$/.test(name))
      .map(({ name, path, expected }): [string, string, RegExp] => [
        name,
        path,
        new RegExp(`^${expected}$`),
      ]),
    ...real.map((file): [string, string, RegExp] => [file, join(corpus, file), /^[a-z_]+$/]),
  ];
}

describe("a file that is known for its fault", () => {
  test.each(faulty())("%s is refused with a reason", async (_, path, code) => {
    await refused(readFileSync(path), code);
  });
});

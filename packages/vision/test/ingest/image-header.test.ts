/** Compares what the panel reads of a file before it is sent with what the server says of it afterwards: they agree. */
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nearDistanceMeters } from "@nihol/geo/near-distance";
import { readImageHeader } from "@nihol/geo/tiff/image-header";
import { degreesFrom } from "@nihol/geo/tiff/map-to-degrees";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { mapToLonLat } from "../../src/coordinates/projection.ts";
import { withFileSource } from "../../src/ingest/file-source.ts";
import { simpleProj4 } from "../../src/ingest/geo-keys.ts";
import { ImageRefused, inspectImage } from "../../src/ingest/ingest.ts";
import { CORPUS, hasCorpus, temporaryFolder } from "./geotiff-fixtures.ts";
import { makeIngestSamples } from "./raster-samples.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Real files, where they are at hand. */
const corpus = !hasCorpus
  ? []
  : ["formats", "bad", "derived-by-us"].flatMap((from) =>
      readdirSync(join(CORPUS, from))
        .filter((name) => /\.tiff?$/.test(name))
        .map((name) => ({ name: `${from}/${name}`, path: join(CORPUS, from, name) })),
    );

/** As the server reads an upload: a copy of its own. */
function said(path: string) {
  const copy = join(folder.path, `sent-${basename(path)}`);
  copyFileSync(path, copy);
  return inspectImage(copy, { ownCopy: true }).then(
    (metadata) => ({ metadata, code: null }),
    (error: unknown) => {
      if (error instanceof ImageRefused) return { metadata: null, code: error.code };
      throw error;
    },
  );
}

describe("a file read before it is sent", () => {
  const files = [...makeIngestSamples(folder.path), ...corpus];
  test.each(files)(
    "$name: what is refused here is refused there, and places agree",
    async ({ name, path }) => {
      const { header, refusal } = await withFileSource(path, (source) =>
        readImageHeader(source, name),
      );
      const { metadata, code } = await said(path);
      // The server may refuse more, for it decodes pixels; it may not take what was refused here.
      if (refusal) expect(code, JSON.stringify(refusal)).toBe(refusal.code);
      if (!metadata || !header) return;
      expect([header.width, header.height, header.bands]).toEqual([
        metadata.width,
        metadata.height,
        metadata.bands.length,
      ]);
      expect(header.captureDate).toEqual(metadata.captureDate);
      if (!header.place) return;
      expect(Math.abs(header.place.gsdMeters / metadata.gsdMeters - 1)).toBeLessThan(0.001);
      const [west, south, east, north] = header.place.bbox;
      const [otherWest, otherSouth, otherEast, otherNorth] = metadata.bbox;
      const apart = [
        nearDistanceMeters([west, south], [otherWest, otherSouth]),
        nearDistanceMeters([east, north], [otherEast, otherNorth]),
      ];
      expect(Math.max(...apart)).toBeLessThan(Math.max(0.5, metadata.gsdMeters / 2));
    },
  );
});

/** A file of one tag whose values lie far behind its end. */
function withLostTag(file: Buffer, tag: number): Buffer {
  const copy = Buffer.from(file);
  const at = copy.readUInt32LE(4);
  for (let i = 0; i < copy.readUInt16LE(at); i++) {
    const entry = at + 2 + i * 12;
    if (copy.readUInt16LE(entry) === tag) copy.writeUInt32LE(4e9, entry + 8);
  }
  return copy;
}

describe("a tag that points outside the file", () => {
  const dated = join(folder.path, "dated.tif");
  const lost = join(folder.path, "lost.tif");
  beforeAll(() => {
    const [sample] = makeIngestSamples(folder.path);
    const day = ["-mo", "TIFFTAG_DATETIME=2025:05:01 10:00:00"];
    execFileSync("gdal_translate", ["-q", ...day, sample?.path ?? "", dated]);
  });
  const read = async (tag: number) => {
    writeFileSync(lost, withLostTag(readFileSync(dated), tag));
    return withFileSource(lost, (source) => readImageHeader(source, "lost.tif"));
  };

  test("is as good as none where the server reads the image without it", async () => {
    const { header, refusal } = await read(306);
    expect([header?.captureDate, refusal]).toEqual([null, null]);
    expect(header?.place?.gsdMeters).toBeCloseTo(0.25, 2);
    expect((await said(lost)).metadata?.captureDate).toBeNull();
  });

  test.each([34735, 33550, 33922])("leaves the place to the server: tag %i", async (tag) => {
    const { header, refusal } = await read(tag);
    expect([header?.place, refusal]).toEqual([null, null]);
    expect((await said(lost)).code).toBe("no_georeference");
  });

  test("is damage where pixels cannot be read without it", async () => {
    const { refusal } = await read(339);
    expect([refusal?.code, (await said(lost)).code]).toEqual(["damaged", "damaged"]);
  });

  test.each([
    [306, null],
    [34735, "no_georeference"],
  ])("without GDAL the server takes it the same way: tag %i", async (tag, code) => {
    await read(tag);
    vi.stubEnv("PATH", "");
    expect((await said(lost)).code).toBe(code);
  });
  afterEach(() => vi.unstubAllEnvs());
});

test.each([
  [32642, 500_000, 4_270_000],
  [32642, 250_000, 4_500_000],
  [32641, 810_000, 4_100_000],
  [32720, 300_000, 7_000_000],
  [3857, 7_660_000, 4_650_000],
  [26914, 485_900, 5_209_247],
  [25832, 600_000, 5_300_000],
  [4269, -99.2, 47],
  [4258, 12.1, 52.4],
])("EPSG %i is read as proj4 reads it", (epsg, x, y) => {
  const ours = degreesFrom(epsg)?.(x, y) ?? [0, 0];
  expect(nearDistanceMeters(ours, mapToLonLat(simpleProj4(epsg) ?? "", x, y))).toBeLessThan(0.001);
});

test("a system that needs a datum shift is left to the server", () => {
  expect(degreesFrom(28412)).toBeUndefined();
  expect(degreesFrom(26999)).toBeUndefined();
  for (const epsg of [28412, 26999, 26924, 25827]) expect(simpleProj4(epsg)).toBeUndefined();
});

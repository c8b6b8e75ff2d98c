/** Compares what the panel reads of a file before it is sent with what the server says of it afterwards: they agree. */
import { copyFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { nearDistanceMeters } from "@nihol/geo/near-distance";
import { readImageHeader } from "@nihol/geo/tiff/image-header";
import { degreesFrom } from "@nihol/geo/tiff/map-to-degrees";
import { afterAll, describe, expect, test } from "vitest";
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

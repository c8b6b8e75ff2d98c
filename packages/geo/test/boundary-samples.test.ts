/** Files as the world's programs write them: samples of ours, and the real ones where they are at hand. */
import { describe, expect, test } from "vitest";
import type { FeatureCode } from "../src/files/boundary-codes.ts";
import { readBoundaryFile } from "../src/files/boundary-file.ts";
import {
  blanks,
  bowtie,
  markup,
  markupName,
  readable,
  refused,
  type Sample,
  withoutPolygons,
} from "./boundary-samples.ts";
import { realReadable, realRefused, realWithoutPolygons, refusalOf } from "./real-files.ts";

const read = ({ bytes, name }: Sample) => readBoundaryFile(bytes, name);

/** A row for `test.each`: the file's name first, for the test's name. */
const named = <Rest extends unknown[]>(rows: [Sample, ...Rest][]) =>
  rows.map((row): [string, Sample, ...Rest] => [row[0].name, ...row]);

describe("a boundary file", () => {
  test.each(named([...readable, ...realReadable]))(
    "%s gives the polygons and the area that GDAL finds",
    (_, file, count, areaM2) => {
      const { features } = read(file);
      expect(features.length).toBe(count);
      const total = features.reduce((sum, feature) => sum + feature.areaM2, 0);
      // Spatialite itself is off by up to 1e-4 on thin shapes.
      expect(Math.abs(total / areaM2 - 1)).toBeLessThan(1.5e-4);
    },
  );

  test.each(named([...withoutPolygons, ...realWithoutPolygons]))(
    "%s has every feature without a polygon rejected by code",
    (_, file, codes) => {
      const { features, rejected } = read(file);
      const counts: Partial<Record<FeatureCode, number>> = {};
      for (const { code } of rejected) counts[code] = (counts[code] ?? 0) + 1;
      expect(counts).toEqual(codes);
      expect(features).toEqual([]);
    },
  );

  test("a bowtie is reported with the place of its crossing and its line", () => {
    const { features, rejected } = read(bowtie);
    expect(features).toEqual([]);
    expect(rejected).toMatchObject([{ code: "self_intersection", line: 2 }]);
    expect(rejected[0]?.detail.lon).toBeCloseTo(68.75, 9);
    expect(rejected[0]?.detail.lat).toBeCloseTo(38.55, 9);
  });

  test.each(named([...refused, ...realRefused]))("%s is refused", (_, file, refusal) => {
    expect(refusalOf(file.bytes, file.name)).toMatchObject(refusal);
  });

  test("a KMZ of 50 MB of blanks is read without keeping them", () => {
    const before = process.memoryUsage().rss;
    expect(refusalOf(blanks.bytes, blanks.name)).toBeUndefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test("names in Cyrillic and markup in names stay plain text", () => {
    const names = readable.flatMap(([file]) => read(file).features.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(["Исфара", "Боғи 2", "Ноҳияи 62"]));
    expect(read(markupName).features[0]?.name).toBe(markup);
  });

  test("attributes come along for matching by code", () => {
    const withSchema = readable.find(([{ name }]) => name === "schema.kml");
    const [feature] = withSchema ? read(withSchema[0]).features : [];
    expect(feature?.properties.pcode).toBe("3507252");
  });
});

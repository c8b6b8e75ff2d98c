import type { BandMetadata } from "@nihol/contract/values/raster-metadata";
import { describe, expect, test } from "vitest";
import { bandRoles } from "../../src/ingest/bands.ts";

/** Red, green and blue that vary, and a fourth band. */
function rolesWith(fourth: number[], called: string | null, fileName = "x.tif") {
  const bands = ["Red", "Green", "Blue", called].map(
    (interpretation, i): BandMetadata => ({
      ...{ index: i + 1, type: "Byte", interpretation, description: null, nodata: null },
    }),
  );
  const colours = fourth.map((_, i) => 40 + ((i * 37) % 150));
  const samples = [colours, colours, colours, fourth].map((values) => ({ values }));
  return bandRoles(bands, samples, fileName);
}
const flat = (value: number): number[] => Array.from({ length: 200 }, () => value);
const varied = flat(0).map((_, i) => 30 + ((i * 53) % 170));

describe("the fourth band of an image", () => {
  test.each([
    ["an unnamed band of 255", 255, "Undefined", "x.tif", 4],
    ["an unnamed band of 0", 0, "Undefined", "x.tif", null],
    ["an unnamed band of 200", 200, "Undefined", "x.tif", null],
    ["a band called alpha of 200", 200, "Alpha", "x.tif", 4],
    ["a band called infrared of 255", 255, "NIR", "x.tif", null],
    ["a band of 200 that the file's name calls infrared", 200, "Undefined", "x_RGBN.tif", null],
  ])("is no infrared: %s", (_, value, called, name, alpha) => {
    expect(rolesWith(flat(value), called, name)).toMatchObject({ nir: null, alpha });
  });

  test("is infrared where it varies, whatever it is called", () => {
    for (const called of ["Undefined", "Alpha", "NIR", null])
      expect(rolesWith(varied, called)).toMatchObject({ nir: 4, alpha: null });
  });

  test("is alpha where it is empty and full", () => {
    const mask = flat(255).fill(0, 0, 80);
    expect(rolesWith(mask, "Undefined")).toMatchObject({ nir: null, alpha: 4 });
  });
});

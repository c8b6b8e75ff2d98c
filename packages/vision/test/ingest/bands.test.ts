import type { BandMetadata } from "@nihol/contract/values/imagery/raster-metadata";
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

/** The roles of bands by their names and interpretations. */
function rolesOf(names: (string | null)[], interpretations: (string | null)[] = []) {
  const bands = names.map(
    (description, i): BandMetadata => ({
      ...{ index: i + 1, type: "UInt16", description, nodata: null },
      interpretation: interpretations[i] ?? "Undefined",
    }),
  );
  return bandRoles(
    bands,
    bands.map((_, i) => ({ values: varied.map((value) => value * 7 + i) })),
    "x.tif",
  );
}

describe("names of bands", () => {
  test.each([
    [
      ["Deep blue", "Blue", "Green", "Red", "Red edge", "NIR"],
      [4, 3, 2, 6],
    ],
    [
      [
        "Coastal blue 444",
        "Blue 475",
        "Green 531",
        "Green 560",
        "Red 650",
        "Red 668",
        "Red edge 705",
        "NIR 842",
      ],
      [6, 4, 2, 8],
    ],
    [
      ["Blue", "Green", "Red edge", "Red", "NIR"],
      [4, 2, 1, 5],
    ],
    [
      ["Near infra-red", "Red", "Green", "Blue"],
      [2, 3, 4, 1],
    ],
    [
      ["Infra-red", "Red", "Green", "Blue"],
      [2, 3, 4, 1],
    ],
    [
      ["coastal_blue", "blue", "green_i", "green", "yellow", "red", "rededge", "nir"],
      [6, 4, 2, 8],
    ],
    [
      ["B2", "B3", "B4", "B8"],
      [3, 2, 1, 4],
    ],
    [
      ["SR_B2", "SR_B3", "SR_B4", "SR_B5"],
      [3, 2, 1, 4],
    ],
  ])("%j", (names, [red, green, blue, nir]) => {
    expect(rolesOf(names)).toMatchObject({ red, green, blue, nir });
  });

  test("b1, b2, b3, b4 say nothing: the colour interpretation does, else the order", () => {
    const names = ["b1", "b2", "b3", "b4"];
    const inOrder = { red: 1, green: 2, blue: 3, nir: 4 };
    expect(rolesOf(names, ["Red", "Green", "Blue"])).toMatchObject(inOrder);
    expect(rolesOf(names, ["Blue", "Green", "Red"])).toMatchObject({ ...inOrder, red: 3, blue: 1 });
    expect(rolesOf(names)).toMatchObject({ ...inOrder, basis: "order" });
    expect(() => rolesOf([...names, "b5"])).toThrow("not_rgb");
  });
});

test("an alpha with soft edges stays what the file calls it, and is no infrared", () => {
  const soft = varied.map((value, i) => (i < 108 ? 0 : i < 190 ? 255 : value));
  expect(rolesWith(soft, "Alpha")).toMatchObject({ nir: null, alpha: 4 });
  const collar = varied.map((value, i) => (i < 160 ? 0 : value));
  expect(rolesWith(collar, "Alpha")).toMatchObject({ nir: 4, alpha: null });
});

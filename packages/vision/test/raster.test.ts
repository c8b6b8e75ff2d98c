import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectImage } from "../src/ingest/ingest.ts";
import { makeCog } from "../src/raster/cog.ts";
import { openRaster, type Raster, readPixels } from "../src/raster/raster.ts";
import { axisWeights } from "../src/raster/raster-weights.ts";
import { readGridWindow, readWindow } from "../src/raster/raster-window.ts";
import { measureStretch, toBytes } from "../src/raster/stretch.ts";
import { paintedTiff, temporaryFolder } from "./ingest/geotiff-fixtures.ts";

const [WIDTH, HEIGHT] = [700, 500];
const folder = temporaryFolder();
afterAll(() => folder.remove());

async function rasterOf(
  name: string,
  bands: 3 | 4,
  args: string[] = [],
): Promise<{ raster: Raster; truth: Uint8Array }> {
  const source = join(folder.path, `${name}.tif`);
  const truth = await paintedTiff(source, WIDTH, HEIGHT, bands, args);
  const { facts } = await makeCog(
    source,
    join(folder.path, `${name}-cog.tif`),
    await inspectImage(source),
  );
  return { raster: await openRaster(join(folder.path, `${name}-cog.tif`), facts), truth };
}

/** Options that `gdal_translate` needs to make 16 bits of 8, the brightest of which become `top`. */
const sixteenBits = (top: number) => [
  ...["-ot", "UInt16", "-scale", "0", "255", "0", String(top)],
  ...["-colorinterp_4", "undefined"],
];

describe("reading windows", () => {
  let rgb: Raster;
  let truth: Uint8Array;
  beforeAll(async () => {
    ({ raster: rgb, truth } = await rasterOf("rgb", 3));
  });

  test("samples are the source's own, pixel for pixel", async () => {
    const pixels = await readPixels(rgb, 0, 0, WIDTH, HEIGHT);
    expect(Buffer.compare(pixels.data as Uint8Array, truth)).toBe(0);
  });

  test("samples outside the image are zero and not valid", async () => {
    const pixels = await readPixels(rgb, -10, HEIGHT - 5, 20, 10);
    expect(pixels.valid.reduce((sum, v) => sum + v, 0)).toBe(10 * 5);
    expect(pixels.data.subarray(0, 30).every((v) => v === 0)).toBe(true);
    expect(pixels.data[30]).toBe(truth[(HEIGHT - 5) * WIDTH * 3]);
    expect((await readPixels(rgb, 5_000, 0, 10, 10)).valid.includes(1)).toBe(false);
  });

  test.each([0.5, 0.83333, 1, 1.37, 2, 3.3])(
    "at scale %d overlapping windows agree bit by bit",
    async (scale) => {
      const size = Math.floor(200 / scale);
      const [dx, dy] = [Math.floor(size / 3), Math.floor(size / 4)];
      const one = await readGridWindow(rgb, scale, { col: 20, row: 10, cols: size, rows: size });
      const two = await readGridWindow(rgb, scale, {
        col: 20 + dx,
        row: 10 + dy,
        cols: size,
        rows: size,
      });
      let different = 0;
      for (let y = dy; y < size; y++) {
        const from = one.data.subarray((y * size + dx) * 3, (y + 1) * size * 3);
        const to = two.data.subarray((y - dy) * size * 3, ((y - dy) * size + size - dx) * 3);
        different += from.some((v, i) => v !== to[i]) ? 1 : 0;
      }
      expect(different).toBe(0);
    },
  );

  test("at scale 2 a cell is the mean of its four pixels", async () => {
    const { data } = await readGridWindow(rgb, 2, { col: 3, row: 4, cols: 1, rows: 1 });
    const at = (x: number, y: number) => truth[(y * WIDTH + x) * 3] ?? 0;
    expect(data[0]).toBe(Math.round((at(6, 8) + at(7, 8) + at(6, 9) + at(7, 9)) / 4));
  });

  test("cells that the image covers less than half are not valid", async () => {
    const { valid } = await readGridWindow(rgb, 3, { col: 232, row: 0, cols: 3, rows: 1 });
    // 700 / 3 = 233.3: the third of a cell that is left is too little.
    expect([...valid]).toEqual([1, 0, 0]);
  });

  test("a window can be had in another size", async () => {
    const half = await readWindow(rgb, {
      x: 100,
      y: 100,
      width: 200,
      height: 100,
      outWidth: 100,
      outHeight: 50,
    });
    const grid = await readGridWindow(rgb, 2, { col: 50, row: 50, cols: 100, rows: 50 });
    expect(Buffer.compare(half.data as Uint8Array, grid.data as Uint8Array)).toBe(0);
  });

  test("windows with fractions or without end are refused", async () => {
    await expect(readPixels(rgb, 0, 0, 1.5, 10)).rejects.toThrow(RangeError);
    await expect(readPixels(rgb, 0, 0, 100_000, 100_000)).rejects.toThrow(RangeError);
  });

  test("infrared that is called alpha is handed out as the fourth band, unharmed", async () => {
    const { raster, truth: four } = await rasterOf("rgbn", 4, ["-colorinterp_4", "alpha"]);
    const pixels = await readPixels(raster, 0, 0, WIDTH, HEIGHT);
    expect(pixels.bands).toBe(4);
    expect(Buffer.compare(pixels.data as Uint8Array, four)).toBe(0);
    expect(pixels.valid.includes(0)).toBe(false);
  });

  test("16-bit samples keep their numbers", async () => {
    const { raster, truth: eight } = await rasterOf("sixteen", 4, sixteenBits(25_500));
    const pixels = await readPixels(raster, 0, 0, WIDTH, HEIGHT);
    expect(pixels.bits).toBe(16);
    expect(pixels.data.every((v, i) => v === (eight[i] ?? 0) * 100)).toBe(true);
  });

  // The last one is reflectance: bytes as shares of one, times 10,000, rounded.
  test.each([10, 16, 257, 10_000 / 255])(
    "8 bits kept as 16, times %d, are the 8 bits again",
    async (times) => {
      const { raster, truth: eight } = await rasterOf(
        `times-${times}`,
        4,
        sixteenBits(255 * times),
      );
      const stretch = await measureStretch(raster);
      expect(stretch).toEqual(await measureStretch(raster));
      const bytes = toBytes(await readPixels(raster, 0, 0, WIDTH, HEIGHT), stretch);
      expect(Buffer.compare(bytes, eight)).toBe(0);
    },
  );

  test("values of more than 8 bits come to where those of 8 bits usually lie", async () => {
    const finer = ["-outsize", "150%", "150%", "-r", "bilinear"];
    const { raster } = await rasterOf("finer", 4, [...sixteenBits(10_000), ...finer]);
    const stretch = await measureStretch(raster);
    const bytes = toBytes(await readPixels(raster, 0, 0, WIDTH, HEIGHT), stretch);
    const red = bytes.filter((_, i) => i % 4 === 0).sort();
    const [low, high] = [0.01, 0.99].map((part) => red[Math.floor(part * red.length)]);
    expect(low).toBeCloseTo(45, -1);
    expect(high).toBeCloseTo(190, -1);
    expect(await measureStretch(rgb)).toBeNull();
  });

  test("pixels that hold no data in every colour are not valid", async () => {
    const { raster, truth: three } = await rasterOf("nodata", 3, ["-a_nodata", "60"]);
    const pixels = await readPixels(raster, 0, 0, WIDTH, HEIGHT);
    const empty = (i: number) => [0, 1, 2].every((b) => three[i * 3 + b] === 60);
    expect([...pixels.valid].every((v, i) => v === (empty(i) ? 0 : 1))).toBe(true);
  });
});

test.each([0.3, 1, 1.5, 7.7])("weights of each cell add to one at scale %d", (scale) => {
  const { span, count, rowStart, rowTarget, rowWeight } = axisWeights(-3, 40, scale, 0);
  const sums = new Float64Array(count);
  for (let i = 0; i < span; i++)
    for (let u = rowStart[i] ?? 0; u < (rowStart[i + 1] ?? 0); u++) {
      const cell = rowTarget[u] ?? 0;
      sums[cell] = (sums[cell] ?? 0) + (rowWeight[u] ?? 0);
    }
  for (const sum of sums) expect(sum).toBeCloseTo(1, 9);
});

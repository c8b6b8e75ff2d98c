import { expect, test } from "vitest";
import {
  type Affine,
  applyAffine,
  groundPixelOf,
  invertAffine,
} from "../src/coordinates/affine.ts";
import {
  lonLatsToPixels,
  lonLatToPixel,
  pixelsToLonLats,
  pixelToLonLat,
} from "../src/coordinates/projection.ts";

const UTM = {
  affine: [478_000, 0.6, 0, 4_267_000, 0, -0.6] as Affine,
  proj4: "+proj=utm +zone=42 +datum=WGS84 +units=m +no_defs",
};

test("a rotated grid inverts to where it came from", () => {
  const grid: Affine = [500, 0.4, 0.3, 900, 0.3, -0.4];
  const [x, y] = applyAffine(grid, 12.5, -7);
  const [px, py] = applyAffine(invertAffine(grid), x, y);
  expect(px).toBeCloseTo(12.5, 9);
  expect(py).toBeCloseTo(-7, 9);
});

test("images on one grid of pixels lie as many of them apart as they are moved, whatever way its rows run", () => {
  const grids: Affine[] = [
    [514_321.05, 0.1, 0, 4_262_345.95, 0, -0.1],
    [68.7912345, 1.1e-6, 0, 38.5612345, 0, 1.1e-6],
    [500_000, 0.24, 0.07, 4_262_000, 0.07, -0.24],
  ];
  for (const grid of grids)
    for (const [dx, dy] of [
      [1, 0],
      [37, 101],
      [20_001, 7],
    ] as const) {
      const [x, y] = applyAffine(grid, dx, dy);
      const moved: Affine = [x, grid[1], grid[2], y, grid[4], grid[5]];
      const [[column, row], [first, top]] = [groundPixelOf(moved), groundPixelOf(grid)];
      expect([column - first, row - top]).toEqual([dx, dy]);
    }
});

test("a grid without area cannot be inverted", () => {
  expect(() => invertAffine([0, 1, 2, 0, 2, 4])).toThrow(/no area/);
});

test("the corner of a UTM image lies where PROJ puts it", () => {
  const [lon, lat] = pixelToLonLat(UTM, 0, 0);
  expect(lon).toBeCloseTo(68.7475217, 6);
  expect(lat).toBeCloseTo(38.5511562, 6);
});

test("pixels come back from lon/lat within a thousandth of a pixel", () => {
  const [lon, lat] = pixelToLonLat(UTM, 123.25, 77.5);
  const [px, py] = lonLatToPixel(UTM, lon, lat);
  expect(px).toBeCloseTo(123.25, 3);
  expect(py).toBeCloseTo(77.5, 3);
});

test("batches equal single points", () => {
  const lonLats = pixelsToLonLats(UTM, [1, 2, 300, 400]);
  expect([lonLats[2], lonLats[3]]).toEqual(pixelToLonLat(UTM, 300, 400));
  const pixels = lonLatsToPixels(UTM, lonLats);
  expect(pixels[0]).toBeCloseTo(1, 3);
  expect(pixels[3]).toBeCloseTo(400, 3);
});

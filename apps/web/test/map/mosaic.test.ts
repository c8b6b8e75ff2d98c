import { tileBbox, tileOf } from "@nihol/geo/tiles/tile-math";
import { expect, test } from "vitest";
import { periodUntil, positionOf } from "../../src/map/images/date-steps.ts";
import {
  cellAround,
  mosaicParts,
  ownZoom,
  type TiledImage,
} from "../../src/map/images/mosaic-parts.ts";
import { boundsOf, unseenTile } from "../../src/map/images/unseen-shapes.ts";

const image = (id: number, west: number, gsd_m: number): TiledImage => ({
  id,
  bbox: [west, 38.5, west + 0.01, 38.51],
  gsd_m,
});

test("a tile is made of the images that touch it, a coarse one enlarged from its own tile", () => {
  const tile = tileOf(68.705, 38.505, 20);
  const [fine, coarse, elsewhere] = [image(3, 68.7, 0.1), image(2, 68.7, 0.5), image(1, 68.8, 0.1)];
  expect(ownZoom(coarse)).toBe(18);
  const parts = mosaicParts([fine, elsewhere, coarse], tile);
  expect(parts.map((part) => part.image)).toEqual([3, 2]);
  expect(parts[0]).toEqual({ image: 3, tile, left: 0, top: 0, side: 1 });
  // A sixteenth of the tile two zooms above, exactly where the tile lies in it.
  const [, from] = parts;
  expect(from).toMatchObject({ side: 0.25, tile: { z: 18, x: tile.x >> 2, y: tile.y >> 2 } });
  const [west, , east, north] = tileBbox(18, tile.x >> 2, tile.y >> 2);
  const [left, , , top] = tileBbox(20, tile.x, tile.y);
  expect(west + (from?.left ?? 0) * (east - west)).toBeCloseTo(left, 10);
  expect(from?.top === 0).toBe(Math.abs(top - north) < 1e-9);
});

test("neighbouring tiles ask for the images of one cell", () => {
  const tile = tileOf(68.705, 38.505, 16);
  const cell = cellAround(tile);
  expect(cellAround({ ...tile, x: tile.x ^ 1, y: tile.y ^ 1 })).toEqual(cell);
  const [west, south, east, north] = cell;
  expect(west <= 68.705 && 68.705 <= east && south <= 38.505 && 38.505 <= north).toBe(true);
});

test("the slider stands at the last date until the end of the period, and its end is today", () => {
  const dates = ["2023-05-01", "2024-05-01", "2026-05-01"];
  expect(positionOf(dates, undefined)).toBe(2);
  expect(positionOf(dates, "2030-01-01")).toBe(2);
  expect(positionOf(dates, "2025-12-31")).toBe(1);
  expect(positionOf(dates, "2024-05-01")).toBe(1);
  expect(positionOf(dates, "2020-01-01")).toBe(0);
  expect(periodUntil("2024-05-01", {})).toEqual({
    period: "dates",
    from: undefined,
    to: "2024-05-01",
  });
  expect(periodUntil(undefined, {})).toEqual({ period: undefined, from: undefined, to: undefined });
  // A beginning that lies before the date stays, one after it goes.
  expect(periodUntil("2024-05-01", { from: "2024-01-01" }).from).toBe("2024-01-01");
  expect(periodUntil("2024-05-01", { from: "2025-01-01" }).from).toBeUndefined();
  expect(periodUntil(undefined, { from: "2025-01-01" })).toMatchObject({
    period: "dates",
    to: undefined,
  });
});

test("ground without an image is told from ground with one, only where all images are known", () => {
  const square = (west: number, side: number) => ({
    coordinates: [
      [
        [
          [west, 38.5],
          [west + side, 38.5],
          [west + side, 38.5 + side],
          [west, 38.5],
        ],
      ],
    ],
  });
  const bound = (shape: ReturnType<typeof square>) => ({ shape, bounds: boundsOf(shape) });
  const unseen = {
    gardens: [bound(square(68.7, 0.01)), bound(square(60, 0.01))],
    territories: [bound(square(60, 20))],
    seen: [bound(square(68.705, 0.01))],
    known: [68, 38, 69, 39] as const,
    dark: false,
  };
  const tile = tileOf(68.7001, 38.5001, 14);
  const drawn = unseenTile(unseen, tile, 512);
  expect([drawn?.gardens, drawn?.territories, drawn?.seen].map((some) => some?.length)).toEqual([
    1, 1, 1,
  ]);
  const [west, south, east] = tileBbox(tile.z, tile.x, tile.y);
  const [x = NaN, y = NaN] = drawn?.gardens[0]?.[0] ?? [];
  expect(x).toBeCloseTo(((68.7 - west) / (east - west)) * 512, 3);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(512);
  expect(south).toBeLessThan(38.5);
  expect(unseenTile(unseen, tileOf(60.005, 38.501, 14), 512)).toBeNull();
});

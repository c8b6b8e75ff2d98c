import { describe, expect, test } from "vitest";
import { seededRandom } from "../src/seeded-random.ts";
import {
  cellOf,
  cellRange,
  interleave,
  lonLatOf,
  mortonOf,
  tileOfCell,
  tileRange,
} from "../src/tiles/morton.ts";
import { tileBbox, tileOf } from "../src/tiles/tile-math.ts";

const random = seededRandom(1);
const places = Array.from({ length: 2000 }, (): [number, number] => [
  random() * 360 - 180,
  random() * 170 - 85,
]);

/** The definition, bit by bit, to hold the fast form against. */
function interleaveSlowly(column: number, row: number): bigint {
  let code = 0n;
  for (let bit = 30; bit >= 0; bit--) {
    code = (code << 2n) | BigInt(((row >>> bit) & 1) * 2 + ((column >>> bit) & 1));
  }
  return code;
}

describe("morton", () => {
  test("interleaves as the definition does", () => {
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [Math.floor(random() * 2 ** 31), Math.floor(random() * 2 ** 31)];
      expect(interleave(x, y)).toBe(interleaveSlowly(x, y));
    }
    expect(interleave(2 ** 31 - 1, 2 ** 31 - 1)).toBe(2n ** 62n - 1n);
  });

  test("comes back to within 1 cm of the place that made it", () => {
    for (const [lon, lat] of places) {
      const [lon2, lat2] = lonLatOf(mortonOf(lon, lat));
      const meters = Math.hypot(
        (lon2 - lon) * 111_320 * Math.cos((lat * Math.PI) / 180),
        (lat2 - lat) * 111_320,
      );
      expect(meters).toBeLessThan(0.0135);
    }
  });

  test("is stable: the code of a decoded place is the same code", () => {
    for (const [lon, lat] of places) {
      const code = mortonOf(lon, lat);
      const [lon2, lat2] = lonLatOf(code);
      expect(mortonOf(lon2, lat2)).toBe(code);
    }
  });

  test("a place is in the code range of its tile at every zoom, and in no neighbour's", () => {
    for (const [lon, lat] of places.slice(0, 300)) {
      const code = mortonOf(lon, lat);
      for (let z = 0; z <= 24; z++) {
        const { x, y } = tileOf(lon, lat, z);
        const [from, to] = tileRange(z, x, y);
        expect(code >= from && code <= to).toBe(true);
        expect(cellOf(code, z)).toBe(from >> BigInt(62 - 2 * z));
        if (x > 0) {
          const [otherFrom, otherTo] = tileRange(z, x - 1, y);
          expect(code >= otherFrom && code <= otherTo).toBe(false);
        }
      }
    }
  });

  test("a cell is the tile of its level", () => {
    for (const [lon, lat] of places.slice(0, 300)) {
      for (const level of [0, 4, 11, 18, 31]) {
        const cell = cellOf(mortonOf(lon, lat), level);
        expect(tileOfCell(cell, level)).toEqual(tileOf(lon, lat, level));
        const { x, y } = tileOfCell(cell, level);
        expect(cellRange(cell, level)).toEqual(tileRange(level, x, y));
      }
    }
  });

  test("the whole world is one range of 62 bits", () => {
    expect(tileRange(0, 0, 0)).toEqual([0n, 2n ** 62n - 1n]);
  });

  test("poles and the date line stay inside the world", () => {
    expect(mortonOf(180, -90)).toBe(2n ** 62n - 1n);
    expect(mortonOf(-180, 90)).toBe(0n);
  });

  test("refuses what is not a position", () => {
    expect(() => mortonOf(Number.NaN, 38)).toThrow(RangeError);
  });
});

describe("tiles", () => {
  test("the bounds of a tile hold the places that belong to it", () => {
    for (const [lon, lat] of places.slice(0, 300)) {
      const { x, y } = tileOf(lon, lat, 14);
      const [w, s, e, n] = tileBbox(14, x, y);
      expect(lon >= w && lon <= e && lat >= s && lat <= n).toBe(true);
    }
  });

  test("the tile of Dushanbe is the one of the slippy map formula", () => {
    // Checked against the formula of the OpenStreetMap wiki, Slippy map tilenames.
    const [lon, lat] = [68.7864, 38.5737];
    const phi = (lat * Math.PI) / 180;
    const y = Math.floor(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** 14);
    expect(tileOf(lon, lat, 14)).toEqual({ z: 14, x: 11322, y });
  });
});

import { stripReader } from "@nihol/vision/detect/detect-strips";
import { cutPixels, type Pixels, type Rect } from "@nihol/vision/pixels/pixels";
import { describe, expect, test } from "vitest";

const [WIDTH, HEIGHT] = [40, 2100];

/** An image whose lower part has a hole, and which rows of it were read. */
function image() {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => (i * 7919) % 251);
  const valid = new Uint8Array(WIDTH * HEIGHT).fill(1).fill(0, WIDTH * 1500, WIDTH * 1510);
  const whole: Pixels = { width: WIDTH, height: HEIGHT, bands: 3, data, valid };
  const reads: Rect[] = [];
  const read = async (rect: Rect): Promise<Pixels> => {
    reads.push(rect);
    const { valid: share, ...part } = cutPixels(whole, { x: 0, y: 0 }, rect);
    return share?.includes(0) ? { ...part, valid: share } : part;
  };
  return { whole, reads, read };
}

const area: Rect = { x: 4, y: 0, width: 32, height: HEIGHT };
const rowsOf = (reads: Rect[]): number => reads.reduce((sum, { height }) => sum + height, 0);

describe("pixels in strips", () => {
  test("are what the file holds, in whatever windows, and each row is decoded once", async () => {
    const { whole, reads, read } = image();
    const strips = stripReader(read, area, 4);
    for (const [y, height] of [
      [0, 700],
      [300, 900],
      [511, 2],
      [1100, 1000],
    ] as const) {
      const window = { x: 9, y, width: 20, height };
      const { valid, ...pixels } = await strips(window);
      const { valid: expected, ...same } = cutPixels(whole, { x: 0, y: 0 }, window);
      expect(pixels).toEqual(same);
      expect(valid ?? new Uint8Array(20 * height).fill(1)).toEqual(expected);
    }
    expect(rowsOf(reads)).toBe(HEIGHT);
  });

  test("leave the memory again, the oldest first", async () => {
    const { reads, read } = image();
    // Two strips fit.
    const strips = stripReader(read, area, 128e6 / (area.width * 512) / 2.5);
    const at = (y: number): Promise<Pixels> => strips({ x: 4, y, width: 8, height: 8 });
    for (const y of [0, 600, 0, 1200, 0, 600]) await at(y);
    expect(reads.map(({ y }) => y)).toEqual([0, 512, 1024, 512]);
  });

  test("are passed by where a window lies beyond them or needs too many", async () => {
    const { reads, read } = image();
    const strips = stripReader(read, area, 128e6 / (area.width * 512) / 1.5);
    const beyond = { x: 0, y: 10, width: 10, height: 10 };
    const tall = { x: 8, y: 10, width: 10, height: 600 };
    await strips(beyond);
    await strips(tall);
    expect(reads).toEqual([beyond, tall]);
  });
});

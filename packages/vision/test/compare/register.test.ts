import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import { sharedFrame } from "../../src/compare/frame.ts";
import { registerByPixels } from "../../src/compare/register.ts";
import { CLEAR_DAY, drawPair, memoryImage, OTHER_DAY } from "../../src/compare/scene.ts";
import { fitField, shiftOf } from "../../src/compare/shift-field.ts";
import { complexGrid, fourier, inverseFourier } from "../../src/pixels/fourier.ts";

const size = 256;

async function errorOf(shift: [number, number], days = [CLEAR_DAY, OTHER_DAY] as const) {
  const { before, after } = drawPair({ seed: 11, size, shift, days });
  const frame = sharedFrame(before.image.bbox, after.image.bbox);
  if (!frame) throw new Error("no shared ground");
  const found = await registerByPixels(before.image, after.image, frame);
  const [dx, dy] = shiftOf(found.field, 32, 32);
  return { found, pixels: Math.hypot(dx / 0.25 - shift[0], dy / 0.25 - shift[1]) };
}

describe("registering two images", () => {
  it.each([
    [0, 0],
    [0.5, -0.5],
    [-3.5, 2],
    [8, 8],
  ] as [number, number][])(
    "finds a shift of %f, %f pixels within a third of a pixel, under another sun and haze",
    async (dx, dy) => {
      const { found, pixels } = await errorOf([dx, dy]);
      expect(found.method).toBe("pixels");
      expect(pixels).toBeLessThan(0.34);
    },
  );

  it("follows an uneven shift in a small image, and does not understate its error", async () => {
    const { before, after } = drawPair({ seed: 11, size, days: [CLEAR_DAY, OTHER_DAY] });
    const { data, width, bands } = after.pixels;
    // To the right the ground has moved by up to 12 pixels, 3 metres.
    const offAt = (x: number) => (12 * x) / width;
    const bent = new Uint8Array(data.length);
    for (let y = 0; y < width; y++)
      for (let x = 0; x < width; x++) {
        const from = Math.max(0, Math.round(x - offAt(x)));
        const at = (y * width + from) * bands;
        bent.set(data.subarray(at, at + bands), (y * width + x) * bands);
      }
    const other = memoryImage({ ...after.pixels, data: bent }, 0.25);
    const frame = sharedFrame(before.image.bbox, other.bbox);
    if (!frame) throw new Error("no shared ground");
    const found = await registerByPixels(before.image, other, frame);
    expect(found.method).toBe("pixels");
    expect(found.agreed).toBeGreaterThanOrEqual(3);
    const errors = [60, 100, 140, 180].map((x) => {
      const [dx] = shiftOf(found.field, x * 0.25, 32);
      return Math.abs(dx - offAt(x) * 0.25);
    });
    expect(Math.max(...errors)).toBeLessThan(3 * found.errorMeters);
    expect(found.errorMeters).toBeGreaterThan(0.05);
  });

  it("states an error that was measured, not a fixed share of a pixel", async () => {
    const errors = new Set<number>();
    for (const shift of [
      [0, 0],
      [2.3, -1.2],
    ] as [number, number][]) {
      const { found } = await errorOf(shift);
      expect(found.agreed).toBeGreaterThanOrEqual(3);
      errors.add(found.errorMeters);
    }
    expect(errors.size).toBe(2);
  });

  it("finds it although all the ground has become lawn", async () => {
    const { found, pixels } = await errorOf([2, -5], [CLEAR_DAY, { ...OTHER_DAY, lawn: 0.9 }]);
    expect(found.method).toBe("pixels");
    expect(pixels).toBeLessThan(0.5);
  });

  it("says that it cannot, for images of different ground", async () => {
    const { before, after } = drawPair({ seed: 21, size });
    const { data, width, bands } = after.pixels;
    const turned = new Uint8Array(data.length);
    for (let y = 0; y < width; y++)
      for (let x = 0; x < width; x++)
        turned.set(
          data.subarray((y * width + x) * bands, (y * width + x + 1) * bands),
          (x * width + width - 1 - y) * bands,
        );
    const other = memoryImage({ ...after.pixels, data: turned }, 0.25);
    const frame = sharedFrame(before.image.bbox, other.bbox);
    if (!frame) throw new Error("no shared ground");
    const found = await registerByPixels(before.image, other, frame);
    expect(found.method).toBe("none");
    expect(shiftOf(found.field, 10, 10)).toEqual([0, 0]);
  });
});

it("images that do not touch share no frame", () => {
  expect(sharedFrame([68, 38, 69, 39], [70, 38, 71, 39])).toBeUndefined();
});

it("a field follows a shift that changes over the ground, and gives its error", () => {
  const random = seededRandom(4);
  const measured = Array.from({ length: 25 }, (_, i) => {
    const [x, y] = [(i % 5) * 50, Math.floor(i / 5) * 50];
    const noise = () => (random() - 0.5) * 0.1;
    return { x, y, dx: 1 + x * 0.01 + noise(), dy: -2 + y * 0.005 + noise(), weight: 1 };
  });
  const { field, errorMeters } = fitField(measured, 50);
  const [dx, dy] = shiftOf(field, 150, 60);
  expect(Math.abs(dx - 2.5)).toBeLessThan(0.06);
  expect(Math.abs(dy + 1.7)).toBeLessThan(0.06);
  expect(errorMeters).toBeGreaterThan(0.01);
  expect(errorMeters).toBeLessThan(0.08);
});

it("the Fourier transform and its inverse give the image back", () => {
  const random = seededRandom(1);
  const square = complexGrid(32);
  square.re.forEach((_, i) => {
    square.re[i] = random();
  });
  const original = Float64Array.from(square.re);
  fourier(square);
  inverseFourier(square);
  const worst = Math.max(...original.map((v, i) => Math.abs(v - (square.re[i] ?? 0) / 1024)));
  expect(worst).toBeLessThan(1e-12);
});

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectBlock } from "../../src/detect/detect-image.ts";
import type { Detector } from "../../src/detect/detector.ts";
import { openOnnxDetector } from "../../src/detect/onnx-detector.ts";
import { SHIPPED_CARD } from "../../src/models/shipped-model.ts";
import { halfColourScores, withSharperColours } from "../../src/pixels/half-colours.ts";
import { type Pixels, pixelSource } from "../../src/pixels/pixels.ts";
import { drawScene } from "../../src/scene/scene.ts";

const GSD_METERS = 0.6;

const { pixels: drawn } = drawScene({
  ...{ seed: 20, lon: 68.78, lat: 38.56, date: 0, size: 256 },
  gsdMeters: GSD_METERS,
});

/** The drawn garden in red, green and blue. */
const plain: Pixels = {
  ...{ width: drawn.width, height: drawn.height, bands: 3 },
  data: Uint8Array.from({ length: drawn.width * drawn.height * 3 }, (_, i) => {
    const [pixel, band] = [Math.floor(i / 3), i % 3];
    return drawn.data[pixel * drawn.bands + band] ?? 0;
  }),
};

/** Dark green crowns of three pixels' radius on bare soil. */
const crowns: Pixels = {
  ...plain,
  data: Uint8Array.from(plain.data, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % plain.width, Math.floor(i / 3 / plain.width)];
    const isCrown = Math.hypot((x % 11) - 5, (y % 11) - 5) <= 3;
    return (isCrown ? [60, 105, 50] : [165, 135, 105])[i % 3] ?? 0;
  }),
};

async function packed({ data, width, height }: Pixels): Promise<Pixels> {
  const raw = { width, height, channels: 3 } as const;
  const jpeg = await sharp(data, { raw }).jpeg({ quality: 90 }).toBuffer();
  return { data: new Uint8Array(await sharp(jpeg).raw().toBuffer()), width, height, bands: 3 };
}

const whole = { x: 0, y: 0, width: plain.width, height: plain.height };
const lightAt = ({ data }: Pixels, i: number) =>
  0.299 * (data[3 * i] ?? 0) + 0.587 * (data[3 * i + 1] ?? 0) + 0.114 * (data[3 * i + 2] ?? 0);
const rednessAt = (pixels: Pixels, i: number) => (pixels.data[3 * i] ?? 0) - lightAt(pixels, i);

/** Mean distance of two images by a value of each pixel. */
function apart(a: Pixels, b: Pixels, valueAt: (pixels: Pixels, i: number) => number): number {
  const cells = a.width * a.height;
  let sum = 0;
  for (let i = 0; i < cells; i++) sum += Math.abs(valueAt(a, i) - valueAt(b, i));
  return sum / cells;
}

describe("colours at half the resolution of light", () => {
  it("come back to the edges of crowns, and the light stays", async () => {
    const half = await packed(crowns);
    const mended = await withSharperColours(pixelSource(half)).read(whole);
    expect(apart(mended, crowns, rednessAt)).toBeLessThan(0.7 * apart(half, crowns, rednessAt));
    expect(apart(mended, half, lightAt)).toBeLessThan(0.5);
  });

  it("are the same whatever window is read", async () => {
    const source = withSharperColours(pixelSource(await packed(plain)));
    const all = await source.read(whole);
    for (const window of [
      { x: 37, y: 51, width: 60, height: 40 },
      { x: 0, y: 200, width: 90, height: 56 },
    ]) {
      const part = await source.read(window);
      for (let y = 0; y < window.height; y++)
        for (let x = 0; x < 3 * window.width; x++) {
          const there = all.data[3 * ((window.y + y) * all.width + window.x) + x] ?? 0;
          expect(Math.abs((part.data[3 * y * window.width + x] ?? 0) - there)).toBeLessThan(2);
        }
    }
  });

  it("raise no score where nothing is lost, and the more the coarser pixels are", () => {
    expect(halfColourScores(0.05)).toBe(1);
    expect(halfColourScores(0.2)).toBeCloseTo(1.18);
    expect(halfColourScores(0.6)).toBeGreaterThan(halfColourScores(0.3));
  });

  describe("by the shipped detector", () => {
    let detector: Detector;
    beforeAll(async () => {
      detector = await openOnnxDetector(SHIPPED_CARD);
    });
    afterAll(() => detector.close());

    it("hide fewer trees where the source says so, and none where pixels are fine", async () => {
      const half = pixelSource(await packed(plain));
      const count = async (halfColours: boolean, gsdMeters: number) => {
        const source = { ...half, ...(halfColours ? { halfColours: true as const } : {}) };
        return (await detectBlock(source, gsdMeters, whole, detector)).length;
      };
      const all = (await detectBlock(pixelSource(plain), GSD_METERS, whole, detector)).length;
      const [asIs, mended] = [await count(false, GSD_METERS), await count(true, GSD_METERS)];
      expect(Math.abs(mended - all)).toBeLessThan(Math.abs(asIs - all));
      expect(await count(true, 0.1)).toBe(await count(false, 0.1));
    });
  });
});

import { seededRandom } from "@nihol/geo/seeded-random";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { CLEAR_DAY, drawPair, OTHER_DAY } from "../../src/compare/scene.ts";
import { type PixelSource, type Pixels, pixelSource } from "../../src/pixels/pixels.ts";
import { measureBlownUp } from "../../src/pixels/shown-resolution.ts";
import { photographPlanting } from "../../src/scene/planting-scene.ts";
import { drawScene } from "../../src/scene/scene.ts";
import { drawScrub } from "../../src/scene/scrub-scene.ts";

type Kernel = "nearest" | "linear" | "cubic";

const scene = drawScene({ seed: 4, lon: 68.78, lat: 38.56, date: 0, size: 320 }).pixels;

/** The picture enlarged, and compressed where a quality is given. */
async function enlarged(pixels: Pixels, times: number, kernel: Kernel, quality?: number) {
  const { data, width, height, bands } = pixels;
  const [w, h] = [Math.round(width * times), Math.round(height * times)];
  const raw = { width, height, channels: bands === 4 ? (4 as const) : (3 as const) };
  const larger = await sharp(data, { raw })
    .removeAlpha()
    .resize(w, h, { kernel, fit: "fill" })
    .raw()
    .toBuffer();
  const rgb = { width: w, height: h, channels: 3 as const };
  const out = quality
    ? await sharp(await sharp(larger, { raw: rgb }).jpeg({ quality }).toBuffer())
        .raw()
        .toBuffer()
    : larger;
  return { data: new Uint8Array(out), width: w, height: h, bands: 3 };
}

const timesOf = (pixels: Pixels) => measureBlownUp(pixelSource(pixels));

describe("resolution that an image really shows", () => {
  it("is that of its pixels in drawn images, sharp, hazy, noisy and as JPEG", async () => {
    expect(await timesOf(scene)).toBe(1);
    expect(await timesOf(await enlarged(scene, 1, "nearest", 80))).toBe(1);
    const days = [CLEAR_DAY, { ...OTHER_DAY, noise: 12 }] as const;
    const { before, after } = drawPair({ seed: 7, size: 320, days });
    expect(await timesOf(before.pixels)).toBe(1);
    expect(await timesOf(after.pixels)).toBe(1);
  });

  it.each([
    ["nearest", undefined],
    ["nearest", 80],
    ["linear", undefined],
    ["linear", 80],
    ["cubic", undefined],
  ] as const)("is that before %s enlargement, JPEG %s", async (kernel, quality) => {
    expect(await timesOf(await enlarged(scene, 2, kernel, quality))).toBeCloseTo(2, 1);
  });

  it("is three times coarser only where pixels are repeated: a softer image enlarged 1.5 times looks the same", async () => {
    expect(await timesOf(await enlarged(scene, 3, "nearest"))).toBeCloseTo(3, 1);
    const still = { ...CLEAR_DAY, noise: 0 };
    const { pixels } = drawPair({ seed: 4, size: 320, days: [still, still] }).before;
    const raw = { width: 320, height: 320, channels: 4 as const };
    const soft = await sharp(pixels.data, { raw }).blur(1).raw().toBuffer();
    for (const kernel of ["linear", "cubic"] as const)
      expect(await timesOf(await enlarged({ ...pixels, data: soft }, 1.5, kernel))).toBe(1);
  });

  it("is that of the pixels where little was added or noise hides what was", async () => {
    for (const times of [1.3, 1.5])
      for (const quality of [undefined, 80])
        expect(await timesOf(await enlarged(scene, times, "linear", quality))).toBe(1);
    const twice = await enlarged(scene, 2, "linear");
    const random = seededRandom(3);
    const noisy = twice.data.map((v) => Math.max(0, Math.min(255, v + 60 * (random() - 0.5))));
    expect(await timesOf({ ...twice, data: noisy })).toBe(1);
  });

  it("is not taken from a pattern of the ground", async () => {
    const sun = { dx: -0.7, dy: -0.7, shadowLength: 0.9 };
    const drawn = drawScrub({ seed: 201, side: 60, shrubs: 220, trees: 30, sun });
    expect(await timesOf(photographPlanting(drawn, 0.2, 3, 201))).toBe(1);
  });

  it("is not guessed of ground without any detail, nor of an image too small to tell", async () => {
    const flat = {
      width: 512,
      height: 512,
      bands: 3,
      data: new Uint8Array(512 * 512 * 3).fill(90),
    };
    expect(await timesOf(flat)).toBe(1);
    const tiny = drawScene({ seed: 4, lon: 68.78, lat: 38.56, date: 0, size: 40 }).pixels;
    expect(await timesOf(await enlarged(tiny, 2, "linear"))).toBe(1);
  });

  it("is not taken from the border of what was captured", async () => {
    const twice = await enlarged(scene, 2, "linear");
    const valid = new Uint8Array(twice.width * twice.height).fill(1);
    expect(await timesOf({ ...twice, valid: valid.with(0, 0) })).toBe(2);
    expect(await timesOf({ ...twice, valid: new Uint8Array(valid.length) })).toBe(1);
  });

  it("is found in a few windows of an image that memory would not hold", async () => {
    const twice = await enlarged(scene, 2, "linear");
    const reads: number[] = [];
    const tiled = pixelSource(twice);
    const huge: PixelSource = {
      ...{ width: 200_000, height: 150_000, bands: 3 },
      async read({ width, height }) {
        reads.push(width * height);
        return tiled.read({ x: 64, y: 64, width, height });
      },
    };
    expect(await measureBlownUp(huge)).toBeCloseTo(2, 1);
    expect(reads).toHaveLength(9);
    expect(Math.max(...reads)).toBeLessThanOrEqual(512 ** 2);
  });
});

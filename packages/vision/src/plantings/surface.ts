import type { WorkTile } from "../pixels/pixels.ts";

/** One band of values, row by row. */
export type Plane = { data: Float32Array; width: number; height: number };

/** What young trees stand out by on the ground: greener than around them, and darker with their shadow. */
export type Ground = {
  green: Plane;
  dark: Plane;
  metersPerPixel: number;
  /** Whether greenness is NDVI. */
  isInfrared: boolean;
};

/** Without it the index of a dark pixel would be noise. */
const DARK_SUM = 0.15;

/** Greenness (NDVI where there is near infrared, else relative excess green) and darkness of a tile. */
export function groundOf(tile: WorkTile, metersPerPixel: number): Ground {
  const { width, height, planes } = tile;
  const [red, green, blue, infrared] = planes;
  if (!red || !green || !blue) throw new RangeError("Plantings are found in red, green and blue.");
  const [index, dark] = [new Float32Array(width * height), new Float32Array(width * height)];
  for (let i = 0; i < index.length; i++) {
    const [r, g, b] = [red[i] as number, green[i] as number, blue[i] as number];
    const n = infrared ? (infrared[i] as number) : 0;
    index[i] = infrared
      ? (n - r) / (n + r + DARK_SUM / 2)
      : (2 * g - r - b) / (r + g + b + DARK_SUM);
    dark[i] = -(r + g + b) / 3;
  }
  const plane = (data: Float32Array): Plane => ({ data, width, height });
  return {
    green: plane(index),
    dark: plane(dark),
    metersPerPixel,
    isInfrared: infrared !== undefined,
  };
}

/** Every second pixel, each the mean of four. */
export function halvePlane({ data, width, height }: Plane): Plane {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x;
      const [a, b] = [data[at] as number, data[at + 1] as number];
      const [c, d] = [data[at + width] as number, data[at + width + 1] as number];
      out[y * w + x] = (a + b + c + d) / 4;
    }
  return { data: out, width: w, height: h };
}

/** The same ground at twice the metres a pixel. */
export function halveGround({ green, dark, metersPerPixel, isInfrared }: Ground): Ground {
  return {
    green: halvePlane(green),
    dark: halvePlane(dark),
    metersPerPixel: 2 * metersPerPixel,
    isInfrared,
  };
}

/** Along rows, then turned: two calls blur both ways. */
function blurRows({ data, width, height }: Plane, sigma: number): Plane {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, value) => sum + value, 0);
  const out = new Float32Array(data.length);
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    line.fill(row[0] as number, 0, radius);
    line.set(row, radius);
    line.fill(row[width - 1] as number, radius + width);
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++)
        sum += (line[x + k] as number) * (kernel[k] as number);
      out[x * height + y] = sum / total;
    }
  }
  return { data: out, width: height, height: width };
}

const blur = (plane: Plane, sigma: number): Plane => blurRows(blurRows(plane, sigma), sigma);

/** Ratio of the two blurs whose difference stands for a Laplacian (Marr and Hildreth 1980). */
const SURROUND = 1.6;

/**
 * How much a blob of a diameter (pixels) stands out at each pixel: a difference of Gaussians at the scale that such a
 * blob answers to most, a radius of √2 σ (Lindeberg, Feature detection with automatic scale selection, International
 * Journal of Computer Vision 30, 1998).
 */
export function blobResponse(plane: Plane, diameter: number): Plane {
  const sigma = Math.max(0.6, diameter / (2 * Math.SQRT2));
  const inner = blur(plane, sigma);
  const outer = blur(inner, sigma * Math.sqrt(SURROUND ** 2 - 1));
  const data = inner.data;
  for (let i = 0; i < data.length; i++) data[i] = (data[i] as number) - (outer.data[i] as number);
  return inner;
}

/** Robust spread of values: 1.4826 times the median of their absolute deviations from 0. */
export function spreadOf(data: Float32Array): number {
  const step = Math.max(1, Math.floor(data.length / 20_000));
  const values: number[] = [];
  for (let i = 0; i < data.length; i += step) values.push(Math.abs(data[i] as number));
  values.sort((a, b) => a - b);
  return 1.4826 * (values[values.length >> 1] ?? 0);
}

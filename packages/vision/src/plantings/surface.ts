import type { WorkTile } from "../pixels/pixels.ts";

/** Band of values, row by row. */
export type Plane = { data: Float32Array; width: number; height: number };

/** Surfaces on which young trees stand out from the ground: greener than around them, and darker with their shadow. */
export type Ground = {
  green: Plane;
  dark: Plane;
  metersPerPixel: number;
  /** True where greenness is NDVI. */
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

/** Weights of a Gaussian from its middle outwards; all of both sides add up to 1. */
function gaussian(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const half = Float64Array.from({ length: radius + 1 }, (_, k) =>
    Math.exp(-(k * k) / (2 * sigma * sigma)),
  );
  const total = half.reduce((sum, value, k) => sum + (k ? 2 : 1) * value, 0);
  return half.map((value) => value / total);
}

/** Adds to a line what two lines on both sides of it weigh. */
function addPair(to: Float64Array, a: Float32Array, b: Float32Array, weight: number): void {
  for (let x = 0; x < to.length; x++)
    to[x] = (to[x] as number) + weight * ((a[x] as number) + (b[x] as number));
}

/** A Gaussian blur, both ways line by line, so that memory is read in order; the edge goes on beyond the border. */
function blur({ data, width, height }: Plane, sigma: number): Plane {
  const kernel = gaussian(sigma);
  const radius = kernel.length - 1;
  const row = (y: number): Float32Array => {
    const at = Math.max(0, Math.min(height - 1, y)) * width;
    return data.subarray(at, at + width);
  };
  const out = new Float32Array(data.length);
  const down = new Float64Array(width);
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    down.fill(0);
    addPair(down, row(y), row(y), (kernel[0] as number) / 2);
    for (let k = 1; k <= radius; k++) addPair(down, row(y - k), row(y + k), kernel[k] as number);
    line.fill(down[0] as number, 0, radius);
    line.set(down, radius);
    line.fill(down[width - 1] as number, radius + width);
    down.fill(0);
    for (let k = 0; k <= radius; k++)
      addPair(
        down,
        line.subarray(radius - k),
        line.subarray(radius + k),
        k ? (kernel[k] as number) : (kernel[0] as number) / 2,
      );
    out.set(down, y * width);
  }
  return { data: out, width, height };
}

/** Ratio of the two blurs whose difference stands for a Laplacian (Marr and Hildreth 1980). */
const SURROUND = 1.6;

/**
 * Measures how much a blob of a diameter (pixels) stands out at each pixel: a difference of Gaussians at the scale that
 * such a blob answers to most, a radius of √2 σ (Lindeberg, Feature detection with automatic scale selection,
 * International Journal of Computer Vision 30, 1998).
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

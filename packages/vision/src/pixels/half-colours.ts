/**
 * Images whose colours are kept at half the resolution of their light (JPEG 4:2:0): edges of small crowns have no colour of their
 * own there, and the detector, which goes by colour, sees fewer of them. Colours are brought back to the edges of the light
 * (joint upsampling, Kopf et al. 2007, by the local linear model of the guided filter, He et al. 2013), and what stays lost
 * raises the scores.
 */
import { cutPixels, type PixelSource, type Pixels, type Rect } from "./pixels.ts";

/** Pixels around one that its local model of colour by light is fitted to. */
const RADIUS = 4;
/** Variance of light (grey levels, squared) below which colour does not follow it. */
const FLAT = 1;
/** Pixels that a window must be read wider, so that it is the same whatever window is asked for. */
const MARGIN = 2 * RADIUS + 4;
/** Light and colour differences of red, green and blue (ITU-R BT.601, as JPEG has them). */
const LUMA = [0.299, 0.587, 0.114] as const;
/** Scores rise by so much for each octave of metres a pixel beyond 0.1 m, measured by `npm run bench -- packing`. */
const SCORE_RISE = 0.18;
const NO_LOSS_METERS = 0.1;

/**
 * Tells by how much scores are multiplied on an image whose colours are at half the resolution: so many trees are found then as in
 * whole colours.
 */
export function halfColourScores(gsdMeters: number): number {
  return 1 + SCORE_RISE * Math.max(0, Math.log2(gsdMeters / NO_LOSS_METERS));
}

/** The same source with colours that follow the light's edges; further bands, the mask and raw values stay. */
export function withSharperColours(source: PixelSource): PixelSource {
  const widened = ({ x, y, width, height }: Rect): Rect => {
    const [x0, y0] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)];
    const x1 = Math.min(source.width, x + width + MARGIN);
    const y1 = Math.min(source.height, y + height + MARGIN);
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  };
  return {
    ...source,
    expect: (area) => source.expect?.(widened(area)),
    read: async (rect) => {
      const wide = widened(rect);
      return cutPixels(sharperColours(await source.read(wide)), wide, rect);
    },
  };
}

/** Mean over a window of `2 * radius + 1` pixels a side, less where it leaves the image. */
function boxMean(from: Float32Array, width: number, height: number, radius: number): Float32Array {
  return alongColumns(alongRows(from, width, height, radius), width, height, radius);
}

function alongRows(from: Float32Array, width: number, height: number, radius: number) {
  const out = new Float32Array(from.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let [sum, count] = [0, 0];
    for (let x = -radius; x < width; x++) {
      const [enters, leaves] = [x + radius, x - radius - 1];
      if (enters < width) {
        sum += from[row + enters] ?? 0;
        count += 1;
      }
      if (leaves >= 0) {
        sum -= from[row + leaves] ?? 0;
        count -= 1;
      }
      if (x >= 0) out[row + x] = sum / count;
    }
  }
  return out;
}

/** Row by row, with a sum for each column: going down one column after the other would leave the cache at each step. */
function alongColumns(from: Float32Array, width: number, height: number, radius: number) {
  const out = new Float32Array(from.length);
  const sums = new Float64Array(width);
  let count = 0;
  for (let y = -radius; y < height; y++) {
    const [enters, leaves] = [y + radius, y - radius - 1];
    if (enters < height) {
      const row = enters * width;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (from[row + x] ?? 0);
      count += 1;
    }
    if (leaves >= 0) {
      const row = leaves * width;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (from[row + x] ?? 0);
      count -= 1;
    }
    if (y < 0) continue;
    const row = y * width;
    for (let x = 0; x < width; x++) out[row + x] = (sums[x] ?? 0) / count;
  }
  return out;
}

/**
 * Light as smooth as colours of half its resolution are: means of two pixels, put between each other by three quarters and one
 * (as JPEG decoders do), which is 1, 4, 6, 4, 1 sixteenths on the mean of both phases.
 */
function smoothed(from: Float32Array, width: number, height: number): Float32Array {
  const rows = smoothedAlong(from, width, height, 1);
  return smoothedAlong(rows, width, height, width);
}

/** @param step from a pixel to the next along the axis: 1 across, the width down */
function smoothedAlong(from: Float32Array, width: number, height: number, step: number) {
  const out = new Float32Array(from.length);
  const last = (step === 1 ? width : height) - 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const place = step === 1 ? x : y;
      const [back, on] = [Math.min(place, 1), Math.min(last - place, 1)];
      const [back2, on2] = [Math.min(place, 2), Math.min(last - place, 2)];
      const far = (from[i - back2 * step] ?? 0) + (from[i + on2 * step] ?? 0);
      const near = (from[i - back * step] ?? 0) + (from[i + on * step] ?? 0);
      out[i] = (far + 4 * near + 6 * (from[i] ?? 0)) / 16;
    }
  return out;
}

function product(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = (a[i] ?? 0) * (b[i] ?? 0);
  return out;
}

function sharperColours(pixels: Pixels): Pixels {
  const { data, width, height, bands } = pixels;
  const cells = width * height;
  const light = new Float32Array(cells);
  const [blue, red] = [new Float32Array(cells), new Float32Array(cells)];
  for (let i = 0; i < cells; i++) {
    const [r = 0, g = 0, b = 0] = [data[i * bands], data[i * bands + 1], data[i * bands + 2]];
    const y = LUMA[0] * r + LUMA[1] * g + LUMA[2] * b;
    light[i] = y;
    blue[i] = b - y;
    red[i] = r - y;
  }
  const coarse = smoothed(light, width, height);
  const mean = boxMean(coarse, width, height, RADIUS);
  const variance = boxMean(product(coarse, coarse), width, height, RADIUS);
  for (let i = 0; i < cells; i++) variance[i] = (variance[i] ?? 0) - (mean[i] ?? 0) ** 2;
  /** Adds to a colour difference what follows from the light that it was kept without. */
  const follow = (colour: Float32Array) => {
    const own = boxMean(colour, width, height, RADIUS);
    const slope = boxMean(product(coarse, colour), width, height, RADIUS);
    for (let i = 0; i < cells; i++) {
      const joint = (slope[i] ?? 0) - (mean[i] ?? 0) * (own[i] ?? 0);
      slope[i] = joint / ((variance[i] ?? 0) + FLAT);
    }
    const even = boxMean(slope, width, height, RADIUS / 2);
    for (let i = 0; i < cells; i++)
      even[i] = (colour[i] ?? 0) + (even[i] ?? 0) * ((light[i] ?? 0) - (coarse[i] ?? 0));
    return even;
  };
  const [blues, reds] = [follow(blue), follow(red)];
  const out = new Uint8Array(data);
  const level = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  for (let i = 0; i < cells; i++) {
    const [y = 0, b = 0, r = 0] = [light[i], blues[i], reds[i]];
    out[i * bands] = level(y + r);
    out[i * bands + 1] = level(y - (LUMA[0] * r + LUMA[2] * b) / LUMA[1]);
    out[i * bands + 2] = level(y + b);
  }
  return { ...pixels, data: out };
}

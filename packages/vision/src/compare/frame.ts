import type { Bbox } from "@nihol/geo/geometry";
import { type Georeference, lonLatToPixel } from "../coordinates/projection.ts";
import { type GreenRule, vegetationIndex } from "../green/green.ts";

import type { PixelSource } from "../pixels/pixels.ts";

/**
 * A plane in metres over the ground that two images share: x counts to the east and y to the south
 * of its north-western corner. Small enough to be flat: both images are bent alike in it.
 */
export type Frame = {
  lon: number;
  lat: number;
  /** Metres of one degree. */
  lonMeters: number;
  latMeters: number;
  width: number;
  height: number;
};

/** An image to be compared, read window by window. */
export type ComparedImage = {
  georeference: Georeference;
  /** Metres a pixel of what it shows, which is coarser than its pixels where it was blown up. */
  gsdMeters: number;
  bbox: Bbox;
  source: PixelSource;
};

/** A rectangle of the frame as a grid of `cols` × `rows` cells, `gsd` metres wide; x, y is its corner. */
export type PatchRect = { x: number; y: number; cols: number; rows: number; gsd: number };

/** Samples of an image in a rectangle: brightness 0..255, vegetation index, and where there is data. */
export type Patch = {
  cols: number;
  rows: number;
  light: Float32Array;
  /** (red − blue) / (red + blue): bare soil and dry grass are warm, cloud and concrete are not. */
  warm: Float32Array;
  /** Vegetation index by the rule of the image's bands, -1..1. */
  vegetation: Float32Array;
  valid: Uint8Array;
};

/** The frame over what two boxes share; undefined when they share nothing. */
export function sharedFrame(a: Bbox, b: Bbox): Frame | undefined {
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [east, north] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  if (east <= west || north <= south) return undefined;
  const phi = (((south + north) / 2) * Math.PI) / 180;
  // Length of a degree on WGS 84, series of the meridian and of the parallel.
  const latMeters = 111_132.954 - 559.822 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi);
  const lonMeters = 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi);
  return {
    lon: west,
    lat: north,
    lonMeters,
    latMeters,
    width: (east - west) * lonMeters,
    height: (north - south) * latMeters,
  };
}

/** Degrees to metres in the frame. */
export function toFrame(frame: Frame, lon: number, lat: number): [x: number, y: number] {
  return [(lon - frame.lon) * frame.lonMeters, (frame.lat - lat) * frame.latMeters];
}

/** Metres in the frame to degrees. */
function fromFrame(frame: Frame, x: number, y: number): [lon: number, lat: number] {
  return [frame.lon + x / frame.lonMeters, frame.lat - y / frame.latMeters];
}

type Pixel = readonly [x: number, y: number];

/** Where the four corners of a rectangle lie in the image's own pixels. */
function cornersIn(image: ComparedImage, frame: Frame, rect: PatchRect): Pixel[] {
  const [right, bottom] = [rect.x + rect.cols * rect.gsd, rect.y + rect.rows * rect.gsd];
  const places: Pixel[] = [
    [rect.x, rect.y],
    [right, rect.y],
    [rect.x, bottom],
    [right, bottom],
  ];
  return places.map(([x, y]) => {
    const [lon, lat] = fromFrame(frame, x, y);
    return lonLatToPixel(image.georeference, lon, lat);
  });
}

/** The window of source pixels that the corners need, within the image; undefined outside it. */
function windowOf(corners: Pixel[], source: PixelSource) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const x = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const y = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  const width = Math.min(source.width, Math.ceil(Math.max(...xs)) + 2) - x;
  const height = Math.min(source.height, Math.ceil(Math.max(...ys)) + 2) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

const MAX_SAMPLES = 3;

/**
 * Reads a rectangle of the frame from an image, each cell the mean of up to 3 × 3 points within it.
 * Cells that reach outside the image or into no data are not valid.
 */
export async function readPatch(
  image: ComparedImage,
  frame: Frame,
  rect: PatchRect,
  rule: GreenRule,
): Promise<Patch> {
  const { cols, rows } = rect;
  const count = cols * rows;
  const patch: Patch = {
    cols,
    rows,
    light: new Float32Array(count),
    warm: new Float32Array(count),
    vegetation: new Float32Array(count),
    valid: new Uint8Array(count),
  };
  const corners = cornersIn(image, frame, rect);
  const window = windowOf(corners, image.source);
  if (!window) return patch;
  const pixels = await image.source.read(window);
  const samples = Math.max(1, Math.min(MAX_SAMPLES, Math.round(rect.gsd / image.gsdMeters)));
  fillPatch(patch, rule, samples, cornerMap(corners, cols, rows), {
    bands: pixels.bands,
    data: pixels.data,
    raw: pixels.raw ?? pixels.data,
    valid: pixels.valid,
    left: window.x,
    top: window.y,
    width: pixels.width,
    height: pixels.height,
  });
  return patch;
}

/** Indices of the sums that `addSample` adds to: of the four bands as they were taken, then of what their 8 bits give. */
const SUM = { red: 0, green: 1, blue: 2, nir: 3, light: 4, warm: 5, length: 6 } as const;

type Sampled = {
  bands: number;
  data: Uint8Array;
  raw: Uint8Array | Uint16Array;
  valid: Uint8Array | undefined;
  left: number;
  top: number;
  width: number;
  height: number;
};

/** Cells to source pixels: bilinear between the corners, exact enough over a few hundred metres. */
function cornerMap(corners: Pixel[], cols: number, rows: number) {
  const [a, b, c, d] = corners as [Pixel, Pixel, Pixel, Pixel];
  return (col: number, row: number): Pixel => {
    const [u, v] = [col / cols, row / rows];
    const mix = (i: 0 | 1): number =>
      (a[i] * (1 - u) + b[i] * u) * (1 - v) + (c[i] * (1 - u) + d[i] * u) * v;
    return [mix(0), mix(1)];
  };
}

function fillPatch(
  patch: Patch,
  rule: GreenRule,
  samples: number,
  place: (col: number, row: number) => Pixel,
  from: Sampled,
): void {
  const sums = new Float64Array(SUM.length);
  for (let row = 0; row < patch.rows; row++)
    for (let col = 0; col < patch.cols; col++) {
      sums.fill(0);
      let found = 0;
      for (let j = 0; j < samples; j++)
        for (let i = 0; i < samples; i++)
          found += addSample(
            sums,
            from,
            place(col + (i + 0.5) / samples, row + (j + 0.5) / samples),
          );
      if (found < samples * samples) continue;
      const at = row * patch.cols + col;
      const meanOf = (sum: number): number => (sums[sum] ?? 0) / found;
      patch.valid[at] = 1;
      patch.light[at] = meanOf(SUM.light);
      patch.warm[at] = meanOf(SUM.warm);
      patch.vegetation[at] = vegetationIndex(
        rule,
        meanOf(SUM.red),
        meanOf(SUM.green),
        meanOf(SUM.blue),
        meanOf(SUM.nir),
      );
    }
}

/** Adds red, green, blue, infrared, brightness and warmth at a place, bilinear; 1 when there is data all around. */
function addSample(sums: Float64Array, from: Sampled, [px, py]: Pixel): 0 | 1 {
  const { bands, data, raw, valid, width, height } = from;
  const [x, y] = [px - from.left - 0.5, py - from.top - 0.5];
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) return 0;
  const [u, v] = [x - x0, y - y0];
  const first = y0 * width + x0;
  for (let corner = 0; corner < 4; corner++) {
    const at = first + (corner & 1) + (corner >> 1) * width;
    const weight = (corner & 1 ? u : 1 - u) * (corner >> 1 ? v : 1 - v);
    if (valid?.[at] === 0) return 0;
    const p = at * bands;
    for (let b = 0; b < Math.min(4, bands); b++)
      sums[b] = (sums[b] ?? 0) + weight * (raw[p + b] ?? 0);
    const [red, green, blue] = [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0];
    sums[SUM.light] = (sums[SUM.light] ?? 0) + (weight * (red + green + blue)) / 3;
    sums[SUM.warm] = (sums[SUM.warm] ?? 0) + (weight * (red - blue)) / Math.max(1, red + blue);
  }
  return 1;
}

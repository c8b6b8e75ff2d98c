import { type Pixels, type Raster, readPixels } from "./raster.ts";
import { checkWindow } from "./raster-limits.ts";
import { type AxisWeights, axisWeights } from "./raster-weights.ts";

/** A rectangle in source pixels and the size it is wanted in (its own by default). */
type Window = {
  x: number;
  y: number;
  width: number;
  height: number;
  outWidth?: number;
  outHeight?: number;
};

/** A rectangle of the grid whose cell `(col, row)` covers source pixels `[col·scale, (col+1)·scale)`. */
type GridWindow = { col: number; row: number; cols: number; rows: number };

const BAND_PIXELS = 4e6;

/**
 * Reads a window at the working resolution. `scale` is source pixels per output pixel: above 1 each output pixel is the
 * area-weighted mean of what it covers, below 1 it is bilinear, 1 is a copy. A cell's value depends on its place in the
 * grid alone, never on the window it was read with: overlapping windows agree bit by bit.
 * Cells whose valid source pixels weigh less than half are not valid and 0. Full resolution is always the source.
 */
export async function readGridWindow(
  raster: Raster,
  scale: number,
  window: GridWindow,
): Promise<Pixels> {
  const { col, row, cols, rows } = window;
  checkWindow(cols, rows);
  if (scale === 1) return await readPixels(raster, col, row, cols, rows);
  return await resample(raster, axisWeights(col, cols, scale, 0), axisWeights(row, rows, scale, 0));
}

/**
 * Reads a window of source pixels, resampled to `outWidth` × `outHeight`. For results that must not depend on the
 * window, use `readGridWindow`.
 */
export async function readWindow(raster: Raster, window: Window): Promise<Pixels> {
  const { x, y, width, height, outWidth = width, outHeight = height } = window;
  checkWindow(outWidth, outHeight);
  const whole = [x, y, width, height].every(Number.isInteger);
  if (whole && outWidth === width && outHeight === height)
    return await readPixels(raster, x, y, width, height);
  return await resample(
    raster,
    axisWeights(0, outWidth, width / outWidth, x),
    axisWeights(0, outHeight, height / outHeight, y),
  );
}

/** Separable: rows of source are squeezed sideways and added up downwards, a bounded number of source pixels at a time. */
async function resample(raster: Raster, across: AxisWeights, down: AxisWeights): Promise<Pixels> {
  const [width, height, bands] = [across.count, down.count, raster.bands];
  const sums = new Float64Array(width * height * bands);
  const weights = new Float64Array(width * height);
  const rowsAtOnce = Math.max(1, Math.floor(BAND_PIXELS / across.span));
  for (let done = 0; done < down.span; done += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, down.span - done);
    const source = await readPixels(raster, across.start, down.start + done, across.span, rows);
    addRows(source, done, across, down, sums, weights);
  }
  return finish(raster, sums, weights, width, height);
}

function addRows(
  source: Pixels,
  firstRow: number,
  across: AxisWeights,
  down: AxisWeights,
  sums: Float64Array,
  weights: Float64Array,
): void {
  const { bands } = source;
  const line = new Float64Array(across.count * bands);
  const lineWeights = new Float64Array(across.count);
  for (let row = 0; row < source.height; row++) {
    squeeze(source, row, across, line, lineWeights);
    for (
      let use = down.rowStart[firstRow + row] ?? 0;
      use < (down.rowStart[firstRow + row + 1] ?? 0);
      use++
    ) {
      const out = down.rowTarget[use] ?? 0;
      const share = down.rowWeight[use] ?? 0;
      const at = out * across.count;
      for (let i = 0; i < across.count; i++)
        weights[at + i] = (weights[at + i] ?? 0) + share * (lineWeights[i] ?? 0);
      for (let i = 0; i < line.length; i++)
        sums[at * bands + i] = (sums[at * bands + i] ?? 0) + share * (line[i] ?? 0);
    }
  }
}

function squeeze(
  source: Pixels,
  row: number,
  across: AxisWeights,
  line: Float64Array,
  lineWeights: Float64Array,
): void {
  const { bands, data, valid, width } = source;
  line.fill(0);
  lineWeights.fill(0);
  for (let x = 0; x < width; x++) {
    const at = row * width + x;
    if (valid[at] === 0) continue;
    for (let use = across.rowStart[x] ?? 0; use < (across.rowStart[x + 1] ?? 0); use++) {
      const out = across.rowTarget[use] ?? 0;
      const share = across.rowWeight[use] ?? 0;
      lineWeights[out] = (lineWeights[out] ?? 0) + share;
      for (let b = 0; b < bands; b++)
        line[out * bands + b] = (line[out * bands + b] ?? 0) + share * (data[at * bands + b] ?? 0);
    }
  }
}

function finish(
  raster: Raster,
  sums: Float64Array,
  weights: Float64Array,
  width: number,
  height: number,
): Pixels {
  const { bands, bits } = raster;
  const data = bits === 8 ? new Uint8Array(sums.length) : new Uint16Array(sums.length);
  const valid = new Uint8Array(weights.length);
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    if (weight < 0.5 - 1e-9) continue;
    valid[i] = 1;
    for (let b = 0; b < bands; b++)
      data[i * bands + b] = Math.round((sums[i * bands + b] ?? 0) / weight);
  }
  return { data, valid, width, height, bands, bits };
}

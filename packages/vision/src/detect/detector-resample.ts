import type { PixelSource, Pixels, Rect, WorkTile } from "../pixels/pixels.ts";

/** For each output pixel along one axis: the source pixels it is made of, and their weights. */
type Axis = { starts: Int32Array; sources: Int32Array; weights: Float32Array };

/** Index of a pixel beyond the border, mirrored back into `[0, size)` without repeating the edge twice. */
function mirrored(index: number, size: number): number {
  const period = 2 * size;
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - 1 - folded;
}

/**
 * Area average when the image is reduced (each output pixel is the mean of what it covers),
 * linear when it is enlarged. Indices are of the whole image, mirrored at its borders.
 */
function resampleAxis(start: number, length: number, ratio: number, size: number): Axis {
  const starts = new Int32Array(length + 1);
  const sources: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < length; i++) {
    if (ratio >= 1) {
      const from = (start + i) * ratio;
      const to = from + ratio;
      for (let s = Math.floor(from); s < to; s++) {
        sources.push(mirrored(s, size));
        weights.push((Math.min(to, s + 1) - Math.max(from, s)) / ratio);
      }
    } else {
      const centre = (start + i + 0.5) * ratio - 0.5;
      const low = Math.floor(centre);
      sources.push(mirrored(low, size), mirrored(low + 1, size));
      weights.push(low + 1 - centre, centre - low);
    }
    starts[i + 1] = sources.length;
  }
  return { starts, sources: Int32Array.from(sources), weights: Float32Array.from(weights) };
}

/** Smallest run of source pixels that holds all that these axes read. */
function axesWindow(axisX: Axis, axisY: Axis): Rect {
  const bounds = (axis: Axis): [number, number] => {
    let low = Infinity;
    let high = -Infinity;
    for (const s of axis.sources) {
      if (s < low) low = s;
      if (s > high) high = s;
    }
    return [low, high - low + 1];
  };
  const [x, width] = bounds(axisX);
  const [y, height] = bounds(axisY);
  return { x, y, width, height };
}

/** Red, green, blue and near infrared; further bands are ignored. */
const MAX_BANDS = 4;
/** Values of 8 bits become 0..1. */
const SCALE = 1 / 255;

/** The bands of a tile one after the other, and each by itself; bands that are not there stay 0. */
function newStack(cells: number, bands: number): { stack: Float32Array; planes: Float32Array[] } {
  const stack = new Float32Array(MAX_BANDS * cells);
  const planes = Array.from({ length: bands }, (_, band) =>
    stack.subarray(band * cells, (band + 1) * cells),
  );
  return { stack, planes };
}

type Samples = Float32Array | Uint8Array;
type Interleaved = {
  data: Uint8Array | Uint16Array;
  bands: number;
  width: number;
  height: number;
};

/** The first bands of `from` (one plane of `out` each), resampled along x, written from row `firstRow`. */
function alongX(
  from: Interleaved,
  x0: number,
  axis: Axis,
  out: Float32Array[],
  firstRow: number,
): void {
  const { data, bands, width: w, height } = from;
  const { starts, sources, weights } = axis;
  const width = starts.length - 1;
  // One pass over the pixels for all bands; a single band (validity) goes through `first` alone.
  const [first, second, third, fourth] = out;
  for (let y = 0; y < height; y++) {
    const row = (y * w - x0) * bands;
    const to = (firstRow + y) * width;
    for (let x = 0; x < width; x++) {
      let [a, b, c, d] = [0, 0, 0, 0];
      const end = starts[x + 1] as number;
      for (let k = starts[x] as number; k < end; k++) {
        const at = row + (sources[k] as number) * bands;
        const weight = weights[k] as number;
        a += (data[at] as number) * weight;
        if (!second) continue;
        b += (data[at + 1] as number) * weight;
        c += (data[at + 2] as number) * weight;
        if (fourth) d += (data[at + 3] as number) * weight;
      }
      if (first) first[to + x] = a;
      if (second) second[to + x] = b;
      if (third) third[to + x] = c;
      if (fourth) fourth[to + x] = d;
    }
  }
}

/** Adds `rows`, resampled along y and times `scale`, to `out`, which begins as 0. */
function alongY(
  rows: Float32Array,
  width: number,
  y0: number,
  axis: Axis,
  scale: number,
  out: Float32Array,
): Float32Array {
  const height = axis.starts.length - 1;
  for (let y = 0; y < height; y++) {
    const to = y * width;
    const end = axis.starts[y + 1] as number;
    for (let k = axis.starts[y] as number; k < end; k++) {
      const weight = (axis.weights[k] as number) * scale;
      const from = ((axis.sources[k] as number) - y0) * width;
      for (let x = 0; x < width; x++)
        out[to + x] = (out[to + x] as number) + (rows[from + x] as number) * weight;
    }
  }
  return out;
}

/** Most source pixels that are read at once. */
const STRIP_PIXELS = 4e6;

/** Rows resampled sideways, as many planes as the source turns out to have. */
type Squeezed = { planes: Float32Array[]; raw: Float32Array[]; valid: Float32Array[] };

function squeezeStrip(
  pixels: Pixels,
  x0: number,
  axis: Axis,
  into: Squeezed,
  row: number,
  rows: number,
): void {
  const planesOf = (list: Float32Array[], count: number, usual = 0): Float32Array[] => {
    for (let band = list.length; band < count; band++) {
      const plane = new Float32Array((axis.starts.length - 1) * rows);
      list.push(usual ? plane.fill(usual) : plane);
    }
    return list;
  };
  const { width, height, raw, valid } = pixels;
  const bands = Math.min(MAX_BANDS, pixels.bands);
  alongX(pixels, x0, axis, planesOf(into.planes, bands), row);
  if (raw) alongX({ ...pixels, data: raw }, x0, axis, planesOf(into.raw, bands), row);
  // A strip that does not say is image all over.
  const shares = valid ? planesOf(into.valid, 1, 1) : [];
  if (valid) alongX({ data: valid, bands: 1, width, height }, x0, axis, shares, row);
}

/** The tile of an image at its own resolution: bands parted into planes, nothing computed. */
async function copyTile(source: PixelSource, axisX: Axis, axisY: Axis): Promise<WorkTile> {
  const window = axesWindow(axisX, axisY);
  const { data, raw, valid, bands, width: w } = await source.read(window);
  const [width, height] = [axisX.sources.length, axisY.sources.length];
  const take = (
    from: Interleaved["data"],
    per: number,
    band: number,
    scale: number,
    out: Samples,
  ) => {
    for (let y = 0, to = 0; y < height; y++) {
      const row = ((axisY.sources[y] as number) - window.y) * w - window.x;
      for (let x = 0; x < width; x++, to++)
        out[to] = (from[(row + (axisX.sources[x] as number)) * per + band] as number) * scale;
    }
  };
  const fill = (from: Interleaved["data"], scale: number) => {
    const made = newStack(width * height, Math.min(MAX_BANDS, bands));
    for (const [band, plane] of made.planes.entries()) take(from, bands, band, scale, plane);
    return made;
  };
  const resampledValid = valid && new Uint8Array(width * height);
  if (valid && resampledValid) take(valid, 1, 0, 1, resampledValid);
  return {
    width,
    height,
    ...fill(data, SCALE),
    ...(raw ? { rawPlanes: fill(raw, 1).planes } : {}),
    ...(resampledValid ? { valid: resampledValid } : {}),
  };
}

/** 1 where at least half of a pixel has data. */
function mostly(share: Float32Array): Uint8Array {
  const valid = new Uint8Array(share.length);
  for (let i = 0; i < share.length; i++) valid[i] = (share[i] as number) >= 0.5 ? 1 : 0;
  return valid;
}

/**
 * Reads a rectangle of the working grid: `ratio` source pixels to a working pixel. What lies past
 * the image is mirrored. The source is read in strips, so memory does not grow with `ratio`².
 */
export async function readWorkTile(
  source: PixelSource,
  rect: Rect,
  ratio: number,
): Promise<WorkTile> {
  const axisX = resampleAxis(rect.x, rect.width, ratio, source.width);
  const axisY = resampleAxis(rect.y, rect.height, ratio, source.height);
  if (ratio === 1) return copyTile(source, axisX, axisY);
  const window = axesWindow(axisX, axisY);
  const into: Squeezed = { planes: [], raw: [], valid: [] };
  const max = Math.max(1, Math.floor(STRIP_PIXELS / window.width));
  for (let row = 0; row < window.height; row += max) {
    const height = Math.min(max, window.height - row);
    const strip = await source.read({ ...window, y: window.y + row, height });
    squeezeStrip(strip, window.x, axisX, into, row, window.height);
  }
  const cells = rect.width * rect.height;
  const finish = (rows: Float32Array, scale: number, out: Float32Array): Float32Array =>
    alongY(rows, rect.width, window.y, axisY, scale, out);
  const finishAll = (list: Float32Array[], scale: number) => {
    const made = newStack(cells, list.length);
    for (const [band, plane] of made.planes.entries())
      finish(list[band] as Float32Array, scale, plane);
    return made;
  };
  const [share] = into.valid.map((rows) => finish(rows, 1, new Float32Array(cells)));
  return {
    width: rect.width,
    height: rect.height,
    ...finishAll(into.planes, SCALE),
    ...(into.raw.length > 0 ? { rawPlanes: finishAll(into.raw, 1).planes } : {}),
    ...(share ? { valid: mostly(share) } : {}),
  };
}

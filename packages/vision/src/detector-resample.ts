import type { Pixels, Rect, WorkTile } from "./detector.ts";

/** For each output pixel along one axis: the source pixels it is made of, and their weights. */
type Axis = { starts: Int32Array; sources: Int32Array; weights: Float32Array };

/** Index of a pixel beyond the border, mirrored back into `[0, size)` without repeating the edge twice. */
function mirrored(index: number, size: number): number {
  const period = 2 * size;
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - 1 - folded;
}

/**
 * Area average when the picture is reduced (each output pixel is the mean of what it covers),
 * linear when it is enlarged. Indices are of the whole picture, mirrored at its borders.
 */
export function resampleAxis(start: number, length: number, ratio: number, size: number): Axis {
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
export function axesWindow(axisX: Axis, axisY: Axis): Rect {
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

/** One plane of `data` (every `step`-th value from `offset`) resampled along x, for the window's rows. */
function alongX(pixels: Pixels, band: number, x0: number, axis: Axis, width: number): Float32Array {
  const { data, bands, width: w, height } = pixels;
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * w;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      const end = axis.starts[x + 1] ?? 0;
      for (let k = axis.starts[x] ?? 0; k < end; k++) {
        const source = (axis.sources[k] ?? 0) - x0;
        sum += (data[(row + source) * bands + band] ?? 0) * (axis.weights[k] ?? 0);
      }
      out[y * width + x] = sum;
    }
  }
  return out;
}

function alongY(rows: Float32Array, width: number, y0: number, axis: Axis, height: number) {
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const end = axis.starts[y + 1] ?? 0;
    for (let k = axis.starts[y] ?? 0; k < end; k++) {
      const weight = axis.weights[k] ?? 0;
      const from = ((axis.sources[k] ?? 0) - y0) * width;
      const to = y * width;
      for (let x = 0; x < width; x++)
        out[to + x] = (out[to + x] ?? 0) + (rows[from + x] ?? 0) * weight;
    }
  }
  return out;
}

/**
 * A tile at working resolution from a window of source pixels.
 * @param origin where the window's first pixel lies in the picture
 */
export function resampleTile(
  pixels: Pixels,
  origin: { x: number; y: number },
  axisX: Axis,
  axisY: Axis,
): WorkTile {
  const width = axisX.starts.length - 1;
  const height = axisY.starts.length - 1;
  const plane = (from: Pixels, band: number): Float32Array =>
    alongY(alongX(from, band, origin.x, axisX, width), width, origin.y, axisY, height);
  const planes: Float32Array[] = [];
  for (let band = 0; band < Math.min(4, pixels.bands); band++) planes.push(plane(pixels, band));
  if (!pixels.valid) return { width, height, planes };
  const share = plane({ ...pixels, data: pixels.valid, bands: 1 }, 0);
  return { width, height, planes, valid: Uint8Array.from(share, (v) => (v >= 0.5 ? 1 : 0)) };
}

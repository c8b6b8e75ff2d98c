import type { PixelSource, Pixels, Point, Rect, WorkTile } from "../pixels/pixels.ts";

/** For each output pixel along one axis: the source pixels it is made of, and their weights. */
type Axis = { starts: Int32Array; sources: Int32Array; weights: Float32Array };

/** Index of a pixel beyond the border, mirrored back into `[0, size)`; the edge pixel comes twice: … 1 0 | 0 1 …. */
function mirrored(index: number, size: number): number {
  const period = 2 * size;
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - 1 - folded;
}

/**
 * Area average when the image is reduced (each output pixel is the mean of what it covers),
 * linear when it is enlarged. Indices are of the whole image, which begins at `corner`, mirrored at its borders.
 */
function resampleAxis(
  { start, length, corner }: { start: number; length: number; corner: number },
  ratio: number,
  size: number,
): Axis {
  const starts = new Int32Array(length + 1);
  const sources: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < length; i++) {
    if (ratio >= 1) {
      const from = (start + i) * ratio - corner;
      const to = from + ratio;
      for (let s = Math.floor(from); s < to; s++) {
        sources.push(mirrored(s, size));
        weights.push((Math.min(to, s + 1) - Math.max(from, s)) / ratio);
      }
    } else {
      const centre = (start + i + 0.5) * ratio - 0.5 - corner;
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

/**
 * Memory that one tile after the other is made in, by what it is for. New pages cost more than what is written into
 * them: a tile with all that leads to it takes 16 to 50 MB.
 */
export class TileMemory {
  readonly #kept = new Map<string, Float32Array>();

  /** So many numbers, of whatever value; what was taken under the name before is gone. */
  take(name: string, length: number): Float32Array {
    let found = this.#kept.get(name);
    if (!found || found.length < length) {
      found = new Float32Array(length);
      this.#kept.set(name, found);
    }
    return found.subarray(0, length);
  }
}

/** The bands of a tile one after the other, and each by itself, to be written; bands that are not there are 0. */
function newStack(
  memory: TileMemory,
  name: string,
  cells: number,
  bands: number,
): { stack: Float32Array; planes: Float32Array[] } {
  const stack = memory.take(name, MAX_BANDS * cells).fill(0, bands * cells);
  const planes = Array.from({ length: bands }, (_, band) =>
    stack.subarray(band * cells, (band + 1) * cells),
  );
  return { stack, planes };
}

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
  const [red, green, blue, fourth] = out;
  if (red && green && blue) coloursAlongX(from, x0, axis, [red, green, blue, fourth], firstRow);
  else for (const [band, plane] of out.entries()) bandAlongX(from, band, x0, axis, plane, firstRow);
}

/** Three bands or four in one pass over the pixels. */
function coloursAlongX(
  { data, bands, width: w, height }: Interleaved,
  x0: number,
  { starts, sources, weights }: Axis,
  [red, green, blue, fourth]: [Float32Array, Float32Array, Float32Array, Float32Array | undefined],
  firstRow: number,
): void {
  const width = starts.length - 1;
  for (let y = 0; y < height; y++) {
    const row = (y * w - x0) * bands;
    let to = (firstRow + y) * width;
    let k = 0;
    for (let x = 0; x < width; x++, to++) {
      // Each by itself: a list of them would be made anew for each pixel.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (const end = starts[x + 1] as number; k < end; k++) {
        const at = row + (sources[k] as number) * bands;
        const weight = weights[k] as number;
        a += (data[at] as number) * weight;
        b += (data[at + 1] as number) * weight;
        c += (data[at + 2] as number) * weight;
        if (fourth) d += (data[at + 3] as number) * weight;
      }
      red[to] = a;
      green[to] = b;
      blue[to] = c;
      if (fourth) fourth[to] = d;
    }
  }
}

function bandAlongX(
  { data, bands, width: w, height }: Interleaved,
  band: number,
  x0: number,
  { starts, sources, weights }: Axis,
  out: Float32Array,
  firstRow: number,
): void {
  const width = starts.length - 1;
  for (let y = 0; y < height; y++) {
    const row = (y * w - x0) * bands + band;
    const to = (firstRow + y) * width;
    let k = 0;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const end = starts[x + 1] as number; k < end; k++)
        sum += (data[row + (sources[k] as number) * bands] as number) * (weights[k] as number);
      out[to + x] = sum;
    }
  }
}

/** Writes `rows`, resampled along y and times `scale`, to `out`. */
function alongY(
  rows: Float32Array,
  width: number,
  y0: number,
  { starts, sources, weights }: Axis,
  scale: number,
  out: Float32Array,
): Float32Array {
  const height = starts.length - 1;
  for (let y = 0; y < height; y++) {
    const to = y * width;
    const begin = starts[y] as number;
    const end = starts[y + 1] as number;
    for (let k = begin; k < end; k++) {
      const weight = (weights[k] as number) * scale;
      const from = ((sources[k] as number) - y0) * width;
      if (k === begin)
        for (let x = 0; x < width; x++) out[to + x] = (rows[from + x] as number) * weight;
      else
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
  memory: TileMemory,
): void {
  const planesOf = (name: keyof Squeezed, count: number): Float32Array[] => {
    const list = into[name];
    for (let band = list.length; band < count; band++) {
      const plane = memory.take(`${name} ${band}`, (axis.starts.length - 1) * rows);
      // Strips before this one that did not say are image all over.
      list.push(name === "valid" ? plane.fill(1) : plane);
    }
    return list;
  };
  const { width, height, raw, valid } = pixels;
  const bands = Math.min(MAX_BANDS, pixels.bands);
  alongX(pixels, x0, axis, planesOf("planes", bands), row);
  if (raw) alongX({ ...pixels, data: raw }, x0, axis, planesOf("raw", bands), row);
  if (valid) alongX({ data: valid, bands: 1, width, height }, x0, axis, planesOf("valid", 1), row);
}

/** Each band of `from` by itself, times `scale`, at the pixels of the two axes; `rows` and `columns` begin at the window. */
function partBands(
  { data, bands, width: w }: Interleaved,
  rows: Int32Array,
  columns: Int32Array,
  scale: number,
  planes: (Float32Array | Uint8Array)[],
): void {
  const [red, green, blue, fourth] = planes;
  if (red && green && blue) {
    let to = 0;
    for (const y of rows)
      for (let x = 0; x < columns.length; x++, to++) {
        const at = (y * w + (columns[x] as number)) * bands;
        red[to] = (data[at] as number) * scale;
        green[to] = (data[at + 1] as number) * scale;
        blue[to] = (data[at + 2] as number) * scale;
        if (fourth) fourth[to] = (data[at + 3] as number) * scale;
      }
    return;
  }
  for (const [band, plane] of planes.entries()) {
    let to = 0;
    for (const y of rows) {
      const row = y * w * bands + band;
      for (let x = 0; x < columns.length; x++)
        plane[to++] = (data[row + (columns[x] as number) * bands] as number) * scale;
    }
  }
}

/** The tile of an image at its own resolution: bands parted into planes, nothing computed. */
async function copyTile(
  source: PixelSource,
  axisX: Axis,
  axisY: Axis,
  memory: TileMemory,
): Promise<WorkTile> {
  const window = axesWindow(axisX, axisY);
  const pixels = await source.read(window);
  const { raw, valid } = pixels;
  const columns = axisX.sources.map((x) => x - window.x);
  const rows = axisY.sources.map((y) => y - window.y);
  const [width, height] = [columns.length, rows.length];
  const fill = (name: string, data: Interleaved["data"], scale: number) => {
    const made = newStack(memory, name, width * height, Math.min(MAX_BANDS, pixels.bands));
    partBands({ ...pixels, data }, rows, columns, scale, made.planes);
    return made;
  };
  const size = { width: window.width, height: window.height, bands: 1 };
  const resampledValid = valid && new Uint8Array(width * height);
  if (valid && resampledValid)
    partBands({ data: valid, ...size }, rows, columns, 1, [resampledValid]);
  return {
    width,
    height,
    ...fill("stack", pixels.data, SCALE),
    ...(raw ? { rawPlanes: fill("raw stack", raw, 1).planes } : {}),
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
 * Reads a rectangle of the working grid, which begins `corner` source pixels before the image: `ratio` source pixels to a
 * working pixel. What lies past the image is mirrored. The source is read in strips, so memory does not grow with `ratio`².
 * @param memory what the tile is made in: with one of an earlier tile, that one is written over
 */
export async function readWorkTile(
  source: PixelSource,
  rect: Rect,
  ratio: number,
  memory = new TileMemory(),
  [left, top]: Point = [0, 0],
): Promise<WorkTile> {
  const { x, y, width, height } = rect;
  const axisX = resampleAxis({ start: x, length: width, corner: left }, ratio, source.width);
  const axisY = resampleAxis({ start: y, length: height, corner: top }, ratio, source.height);
  if (ratio === 1) return copyTile(source, axisX, axisY, memory);
  const window = axesWindow(axisX, axisY);
  const into: Squeezed = { planes: [], raw: [], valid: [] };
  const max = Math.max(1, Math.floor(STRIP_PIXELS / window.width));
  for (let row = 0; row < window.height; row += max) {
    const height = Math.min(max, window.height - row);
    const strip = await source.read({ ...window, y: window.y + row, height });
    squeezeStrip(strip, window.x, axisX, into, row, window.height, memory);
  }
  const cells = rect.width * rect.height;
  const finish = (rows: Float32Array, scale: number, out: Float32Array): Float32Array =>
    alongY(rows, rect.width, window.y, axisY, scale, out);
  const finishAll = (name: string, list: Float32Array[], scale: number) => {
    const made = newStack(memory, name, cells, list.length);
    for (const [band, plane] of made.planes.entries())
      finish(list[band] as Float32Array, scale, plane);
    return made;
  };
  const [share] = into.valid.map((rows) => finish(rows, 1, memory.take("share", cells)));
  return {
    width: rect.width,
    height: rect.height,
    ...finishAll("stack", into.planes, SCALE),
    ...(into.raw.length > 0 ? { rawPlanes: finishAll("raw stack", into.raw, 1).planes } : {}),
    ...(share ? { valid: mostly(share) } : {}),
  };
}

/** A small image of one area out of a larger file, with what its colours say and a hash of its very pixels. */
import { createHash } from "node:crypto";
import type { Bbox } from "@nihol/contract/values/geometry";
import type { RasterMetadata, Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { lonLatToPixel } from "../coordinates/projection.ts";
import { sharp } from "../native/image-library.ts";
import { cloudShare, darknessOf } from "../pixels/cloud-share.ts";
import type { Rect } from "../pixels/pixels.ts";
import { openRaster, type Raster, readPixels, type Samples } from "../raster/raster.ts";
import { stretched } from "../raster/stretch.ts";

export interface AreaPreview {
  webp: Buffer;
  /** SHA-256 of the pixels of the area as they are in the file, whatever lies around it. */
  hash: string;
  /** 0 to 1; null where the pixels are no colours of 8 bits: their scale is not known. */
  cloud: number | null;
  darkness: number | null;
}

/** Ground metres of a cell in which clouds are looked for (`cloudShare`). */
const cellM = 30;
/** Of the area's pixels: with fewer the file does not show the area. */
const shownMin = 0.05;
/** Pixels that are read at once. */
const stripPixels = 4e6;

/** Whole pixels of the file that a box in degrees covers; undefined where it lies beside it. */
function pixelsOf([west, south, east, north]: Bbox, facts: RasterMetadata): Rect | undefined {
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const points = [west, lon, east].flatMap((x) =>
    [south, lat, north].map((y) => lonLatToPixel(facts, x, y)),
  );
  const between = (value: number, max: number) => Math.max(0, Math.min(max, value));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const x = between(Math.floor(Math.min(...xs)), facts.width);
  const y = between(Math.floor(Math.min(...ys)), facts.height);
  const width = between(Math.ceil(Math.max(...xs)), facts.width) - x;
  const height = between(Math.ceil(Math.max(...ys)), facts.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

interface Sums {
  colours: Float64Array;
  counts: Uint32Array;
}

/** Adds a strip to the small image, pixel by pixel into the one that it falls into. */
function addStrip(
  sums: Sums,
  strip: { data: Samples; valid: Uint8Array; bands: number },
  { width, top, by, columns }: { width: number; top: number; by: number; columns: number },
) {
  const { data, valid, bands } = strip;
  for (let i = 0; i < valid.length; i++) {
    if (valid[i] === 0) continue;
    const x = Math.floor((i % width) / by);
    const to = Math.floor((top + Math.floor(i / width)) / by) * columns + x;
    for (let band = 0; band < 3; band++) {
      const at = to * 3 + band;
      sums.colours[at] = (sums.colours[at] ?? 0) + (data[i * bands + band] ?? 0);
    }
    sums.counts[to] = (sums.counts[to] ?? 0) + 1;
  }
}

/** The area's pixels, averaged to a small image, and their hash. */
async function readArea(raster: Raster, { x, y, width, height }: Rect, side: number) {
  const by = Math.max(1, Math.ceil(Math.max(width, height) / side));
  const [columns, rows] = [Math.ceil(width / by), Math.ceil(height / by)];
  const sums = {
    colours: new Float64Array(columns * rows * 3),
    counts: new Uint32Array(columns * rows),
  };
  const hash = createHash("sha256");
  const { bands, bits } = raster;
  hash.update(`nihol preview 1 ${width} ${height} ${bands} ${bits}\n`);
  const step = Math.max(1, Math.floor(stripPixels / width));
  for (let top = 0; top < height; top += step) {
    const strip = await readPixels(raster, x, y + top, width, Math.min(step, height - top));
    const { data, valid } = strip;
    for (let i = valid.indexOf(0); i >= 0; i = valid.indexOf(0, i + 1))
      data.fill(0, i * bands, (i + 1) * bands);
    hash.update(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    addStrip(sums, strip, { width, top, by, columns });
  }
  const valid = Uint8Array.from(sums.counts, (count) => (count > 0 ? 1 : 0));
  const data = Uint16Array.from(sums.colours, (sum, i) =>
    Math.round(sum / Math.max(1, sums.counts[Math.floor(i / 3)] ?? 0)),
  );
  return { by, width: columns, height: rows, valid, data, hash: hash.digest("hex") };
}

/** From the darkest to the brightest hundredth of each band: 16 bits have no scale of their own. */
function stretchOf(data: Uint16Array, valid: Uint8Array): Stretch {
  const ranges = [0, 1, 2].map((band) => {
    const values = Array.from(valid.keys())
      .filter((i) => valid[i] === 1)
      .map((i) => data[i * 3 + band] ?? 0)
      .sort((a, b) => a - b);
    const at = (share: number) => values[Math.floor((values.length - 1) * share)] ?? 0;
    return [at(0.01), at(0.99)] as const;
  });
  return {
    low: ranges.map(([low]) => low),
    high: ranges.map(([low, high]) => Math.max(high, low + 1)),
  };
}

/**
 * Reads an area of a GeoTIFF.
 * @param side pixels of the longer side of the small image
 * @returns undefined where the file shows nothing of the area
 */
export async function previewArea(
  path: string,
  facts: RasterMetadata,
  area: Bbox,
  side: number,
): Promise<AreaPreview | undefined> {
  const rect = pixelsOf(area, facts);
  if (!rect) return undefined;
  const { by, hash, ...small } = await readArea(await openRaster(path, facts), rect, side);
  const { width, height, valid } = small;
  if (valid.reduce((sum, one) => sum + one, 0) < shownMin * valid.length) return undefined;
  const hasScale = facts.bits === 8;
  const data = hasScale
    ? Uint8Array.from(small.data)
    : stretched({ ...small, bands: 3, bits: 16 }, stretchOf(small.data, valid));
  const pixels = { data, valid, width, height, bands: 3 };
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < valid.length; i++) {
    rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = valid[i] === 1 ? 255 : 0;
  }
  const webp = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
  return {
    webp,
    hash,
    cloud: hasScale ? cloudShare(pixels, cellM / (by * facts.gsdMeters)) : null,
    darkness: hasScale ? darknessOf(pixels) : null,
  };
}

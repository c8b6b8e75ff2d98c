import { deflateSync } from "node:zlib";
import type { Affine } from "../coordinates/affine.ts";
import {
  ASCII,
  DOUBLE,
  LONG,
  SHORT,
  type Tag,
  tiffDirectory,
  tiffHeader,
} from "../mosaic/tiff-directory.ts";
import type { Pixels } from "../pixels/pixels.ts";

const ROWS_PER_STRIP = 64;

/** Rows as differences from the pixel to the left, as TIFF's predictor 2 wants, then deflated. */
function packStrip(pixels: Pixels, firstRow: number): Buffer {
  const { data, width, height, bands } = pixels;
  const rows = Math.min(ROWS_PER_STRIP, height - firstRow);
  const out = Buffer.alloc(rows * width * bands);
  for (let y = 0; y < rows; y++) {
    const from = (firstRow + y) * width * bands;
    const to = y * width * bands;
    for (let i = 0; i < width * bands; i++)
      out[to + i] =
        ((data[from + i] ?? 0) - (i >= bands ? (data[from + i - bands] ?? 0) : 0)) & 255;
  }
  return deflateSync(out);
}

/**
 * An 8-bit GeoTIFF (deflate, predictor 2, strips; TIFF 6.0 and OGC 19-008r4), so that the
 * demonstration needs no GDAL.
 * @param epsg a projected system in metres
 * @param taken capture date and time, as TIFF writes it: `YYYY:MM:DD HH:MM:SS`
 */
export function encodeGeoTiff(pixels: Pixels, affine: Affine, epsg: number, taken: string): Buffer {
  const strips: Buffer[] = [];
  for (let y = 0; y < pixels.height; y += ROWS_PER_STRIP) strips.push(packStrip(pixels, y));
  const offsets: number[] = [];
  let at = 8;
  for (const strip of strips) {
    offsets.push(at);
    at += strip.length;
  }
  const pad = at % 2;
  const { width, height, bands } = pixels;
  const geoKeys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg];
  const tags: Tag[] = [
    { id: 256, type: LONG, values: [width] },
    { id: 257, type: LONG, values: [height] },
    { id: 258, type: SHORT, values: Array.from({ length: bands }, () => 8) },
    { id: 259, type: SHORT, values: [8] },
    { id: 262, type: SHORT, values: [2] },
    { id: 273, type: LONG, values: offsets },
    { id: 277, type: SHORT, values: [bands] },
    { id: 278, type: LONG, values: [ROWS_PER_STRIP] },
    { id: 279, type: LONG, values: strips.map((strip) => strip.length) },
    { id: 284, type: SHORT, values: [1] },
    { id: 306, type: ASCII, values: taken },
    { id: 317, type: SHORT, values: [2] },
    { id: 33550, type: DOUBLE, values: [affine[1], -affine[5], 0] },
    { id: 33922, type: DOUBLE, values: [0, 0, 0, affine[0], affine[3], 0] },
    { id: 34735, type: SHORT, values: geoKeys },
  ];
  if (bands > 3)
    tags.push({ id: 338, type: SHORT, values: Array.from({ length: bands - 3 }, () => 0) });
  return Buffer.concat([
    tiffHeader(at + pad),
    ...strips,
    Buffer.alloc(pad),
    tiffDirectory(tags, at + pad),
  ]);
}

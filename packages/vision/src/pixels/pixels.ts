/** Pixels in memory: what raster, detect, green and compare hand to each other. */

/** `[xmin, ymin, xmax, ymax]` in pixels; the outer top-left corner of the first pixel is (0, 0). */
export type Box = readonly [number, number, number, number];
export type Point = readonly [number, number];
export type Rect = { x: number; y: number; width: number; height: number };

/**
 * 8-bit pixels, interleaved: red, green, blue and, from the fourth band on, near infrared.
 * `valid` has one byte a pixel, 0 where there is no data (outside the capture). `raw` holds the
 * values before a stretch to 8 bits, in the same order: a vegetation index is a ratio of bands, and
 * a stretch of each band by itself would spoil it.
 */
export type Pixels = {
  data: Uint8Array;
  width: number;
  height: number;
  bands: number;
  valid?: Uint8Array;
  raw?: Uint16Array;
};

/** An image that can be read in windows: in memory, or a file behind `readWindow`. */
export type PixelSource = {
  width: number;
  height: number;
  bands: number;
  /** Column and row of its first pixel, counted from the origin of its projection; absent where its place is not known. */
  groundPixel?: Point;
  /** Set where the file kept its colours at half the resolution of its light. */
  halfColours?: true;
  /** Says that windows of `area` will be read next, from top to bottom. */
  expect?(area: Rect): void;
  /** Pixels of a window that lies inside the image. */
  read(window: Rect): Promise<Pixels>;
};

/** A square of an image at working resolution: one plane per band, values 0..1. */
export type WorkTile = {
  width: number;
  height: number;
  planes: Float32Array[];
  /** Where the planes lie one after the other: four of them, those that are not there 0. */
  stack?: Float32Array;
  /** The bands before the stretch, where there was one. */
  rawPlanes?: Float32Array[];
  /** Mask, a byte a pixel: 0 where there is no data; absent when there is data everywhere. */
  valid?: Uint8Array;
};

/**
 * Where a source begins in a grid of squares of so many pixels that is fixed to the ground, or to its own corner where its
 * place is not known: pixels from the corner of its first square.
 */
export function gridCorner(
  { groundPixel = [0, 0] }: Pick<PixelSource, "groundPixel">,
  side: number,
): Point {
  const [column, row] = groundPixel;
  return [column - Math.floor(column / side) * side, row - Math.floor(row / side) * side];
}

/** The pixels of `rect` out of a window whose first pixel lies at `at`. */
export function cutPixels(from: Pixels, at: { x: number; y: number }, rect: Rect): Pixels {
  const { width, height } = rect;
  const cut = <T extends Uint8Array | Uint16Array>(data: T, out: T, per: number): T => {
    for (let y = 0; y < height; y++) {
      const start = ((rect.y - at.y + y) * from.width + rect.x - at.x) * per;
      out.set(data.subarray(start, start + width * per), y * width * per);
    }
    return out;
  };
  const { bands, data, valid, raw } = from;
  return {
    width,
    height,
    bands,
    data: cut(data, new Uint8Array(width * height * bands), bands),
    ...(valid ? { valid: cut(valid, new Uint8Array(width * height), 1) } : {}),
    ...(raw ? { raw: cut(raw, new Uint16Array(width * height * bands), bands) } : {}),
  };
}

/** Reads windows out of pixels that are in memory already. */
export function pixelSource(pixels: Pixels): PixelSource {
  const { width, height, bands } = pixels;
  const corner = { x: 0, y: 0 };
  return { width, height, bands, read: async (rect) => cutPixels(pixels, corner, rect) };
}

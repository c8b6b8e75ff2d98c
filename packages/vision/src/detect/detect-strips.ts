import { cutPixels, type Pixels, type Rect } from "../pixels/pixels.ts";

/** Rows decoded at once: a file's blocks are as high or divide it. */
const STRIP_ROWS = 512;
/** Limit of the pixels of a file that are kept, in bytes; enough for the rows of a tile of images of 0.15 m and coarser. */
const KEPT_BYTES = 128e6;

type Read = (rect: Rect) => Promise<Pixels>;
type Strip = Rect & { pixels: Pixels };

/** Windows put together from the strips that they touch. */
function assemble(strips: Strip[], rect: Rect): Pixels {
  const parts = strips.map((strip) => {
    const y = Math.max(rect.y, strip.y);
    const height = Math.min(rect.y + rect.height, strip.y + strip.height) - y;
    return { y, pixels: cutPixels(strip.pixels, strip, { ...rect, y, height }) };
  });
  const [only] = parts;
  if (parts.length === 1 && only) return only.pixels;
  const { width, height } = rect;
  const bands = only?.pixels.bands ?? 0;
  const out: Pixels = { width, height, bands, data: new Uint8Array(width * height * bands) };
  if (only?.pixels.raw) out.raw = new Uint16Array(out.data.length);
  if (parts.some(({ pixels }) => pixels.valid)) out.valid = new Uint8Array(width * height).fill(1);
  for (const { y, pixels } of parts) {
    const at = (y - rect.y) * width;
    out.data.set(pixels.data, at * bands);
    if (pixels.raw) out.raw?.set(pixels.raw, at * bands);
    if (pixels.valid) out.valid?.set(pixels.valid, at);
  }
  return out;
}

function holds(outer: Rect, rect: Rect): boolean {
  return (
    rect.x >= outer.x &&
    rect.y >= outer.y &&
    rect.x + rect.width <= outer.x + outer.width &&
    rect.y + rect.height <= outer.y + outer.height
  );
}

/**
 * Reads windows out of strips across `area` that are decoded once and kept while they are in use:
 * the tiles of an image overlap, and it is read more than once. Windows beyond the area, and
 * those whose strips would not fit into memory, are read by themselves.
 * @param pixelBytes what a decoded pixel takes
 */
export function stripReader(read: Read, area: Rect, pixelBytes: number): Read {
  const kept = new Map<number, Strip>();
  const max = Math.floor(KEPT_BYTES / (area.width * STRIP_ROWS * pixelBytes));
  const stripOf = async (n: number): Promise<Strip> => {
    const y = Math.max(area.y, n * STRIP_ROWS);
    const rect = { ...area, y, height: Math.min(area.y + area.height, (n + 1) * STRIP_ROWS) - y };
    const strip = kept.get(n) ?? { ...rect, pixels: await read(rect) };
    // The last used come last.
    kept.delete(n);
    kept.set(n, strip);
    return strip;
  };
  return async (rect) => {
    const first = Math.floor(rect.y / STRIP_ROWS);
    const last = Math.floor((rect.y + rect.height - 1) / STRIP_ROWS);
    if (!holds(area, rect) || last - first + 1 > max) return read(rect);
    const strips: Strip[] = [];
    for (let n = first; n <= last; n++) {
      strips.push(await stripOf(n));
      for (const [old] of kept) if (kept.size > max) kept.delete(old);
    }
    return assemble(strips, rect);
  };
}

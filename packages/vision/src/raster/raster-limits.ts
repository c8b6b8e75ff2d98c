/** Most pixels that one read may hold at once: 64 million are 256 MB of four 8-bit bands. */
const MAX_WINDOW_PIXELS = 64e6;

/** Throws RangeError for windows without area, with fractions, or too large to hold. */
export function checkWindow(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError("A window needs whole pixels.");
  if (width * height > MAX_WINDOW_PIXELS)
    throw new RangeError(`A window may hold ${MAX_WINDOW_PIXELS} pixels.`);
}

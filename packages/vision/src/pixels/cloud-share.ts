/**
 * Share of a small image that is under clouds, and its darkness, by its colours alone: an estimate to sort captures by
 * before they are fetched, no mask. Snow, salt and wide white roofs look like clouds to it; haze and the shadows of
 * clouds do not.
 */
import type { Pixels } from "./pixels.ts";

/**
 * Whiteness below 0.7 and a haze-optimised blue above 0.08 of reflectance are the tests of Fmask (Zhu and Woodcock
 * 2012, Remote Sensing of Environment 118, equations 2 and 3). Colours of 8 bits are taken on the scale of Sentinel-2's
 * true-colour image, on which 255 is a reflectance of 0.3558 (ESA, Sentinel-2 Products Specification 14, TCI).
 */
const whitenessMax = 0.7;
const hazeMin = (0.08 / 0.3558) * 255;
/** Ours: below it lie concrete and pale soil, which pass the two tests above as well (decision 57). */
const brightnessMin = 190;

const isCloud = (red: number, green: number, blue: number): boolean => {
  const mean = (red + green + blue) / 3;
  if (mean < brightnessMin || blue - red / 2 < hazeMin) return false;
  const apart = Math.abs(red - mean) + Math.abs(green - mean) + Math.abs(blue - mean);
  return apart / mean < whitenessMax;
};

/**
 * The share of cells whose mean colour is that of a cloud, 0 to 1; null without pixels.
 * @param cell pixels of a cell's side: about 30 m, the pixel that Fmask was made for, so that roofs are no clouds
 */
export function cloudShare({ data, valid, width, height, bands }: Pixels, cell: number) {
  const side = Math.max(1, Math.round(cell));
  const columns = Math.ceil(width / side);
  const sums = new Float64Array(columns * Math.ceil(height / side) * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (valid?.[i] === 0) continue;
      const at = (Math.floor(y / side) * columns + Math.floor(x / side)) * 4;
      for (let band = 0; band < 3; band++)
        sums[at + band] = (sums[at + band] ?? 0) + (data[i * bands + band] ?? 0);
      sums[at + 3] = (sums[at + 3] ?? 0) + 1;
    }
  let [seen, clouded] = [0, 0];
  for (let at = 0; at < sums.length; at += 4) {
    const [red = 0, green = 0, blue = 0, count = 0] = sums.subarray(at, at + 4);
    if (count === 0) continue;
    seen += count;
    if (isCloud(red / count, green / count, blue / count)) clouded += count;
  }
  return seen === 0 ? null : clouded / seen;
}

/** Darkness: 1 minus the mean luminance (ITU-R BT.709), 0 white to 1 black; null without pixels. */
export function darknessOf({ data, valid, width, height, bands }: Pixels) {
  let [sum, count] = [0, 0];
  for (let i = 0; i < width * height; i++) {
    if (valid?.[i] === 0) continue;
    const at = i * bands;
    sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
    count++;
  }
  return count === 0 ? null : 1 - sum / count / 255;
}

/**
 * Numbers from which the cover of ground is told, patch by patch: light, colour and texture of the patch itself and of
 * the ground around it at two widths (co-occurrence of scale and contrast after Haralick et al. 1973; ratios of bands, so
 * that a lamp or a camera matters less).
 */
import type { WorkTile } from "../pixels/pixels.ts";

/** Side of a patch in working pixels: 1.6 m on images of 0.2 m a pixel, 2.4 m on those of 0.6 m. */
export const COVER_PATCH = 8;
/** Patches around one on each side whose ground is looked at with it: 5 and 11 m on images of 0.2 m. */
const AROUND = [1, 3] as const;
/** Pixels apart at which coarse texture is looked at. */
const FAR = 4;
/** Every so many rows of a patch are looked at: half of its pixels say what all of them do. */
const ROW_STEP = 2;
/** Share of a patch's pixels that must be image. */
const MOSTLY = 0.5;
/** Light below which a ratio says nothing, and texture below which there is none. */
const DARK = 0.01;
const SMOOTH = 0.003;
/** Texture by its logarithm: a camera's contrast is then one number more or less in each of them. */
const textureOf = (value: number): number => Math.log(Math.max(SMOOTH, value));

const OWN = 6;
const EACH_AROUND = 6;
const INFRARED = 4;
/** Numbers of a patch without near infrared, and with it: the others come first in the same order. */
export const COVER_FEATURES = OWN + EACH_AROUND * AROUND.length;
export const COVER_FEATURES_NIR = COVER_FEATURES + INFRARED;

/** The patches of a tile, row by row; `known` is 0 where there is no image, `features` has so many numbers a patch. */
export type CoverPatches = {
  columns: number;
  rows: number;
  perPatch: number;
  features: Float32Array;
  known: Uint8Array;
};

/** Means of a patch, one plane each. */
type Means = Record<"light" | "red" | "green" | "spread" | "near" | "far" | "ndvi", Float32Array>;

const meansOf = (patches: number): Means => {
  const plane = () => new Float32Array(patches);
  return {
    ...{ light: plane(), red: plane(), green: plane(), spread: plane() },
    ...{ near: plane(), far: plane(), ndvi: plane() },
  };
};

/** The mean colour of each pixel, 0..1. */
function lightOf({ planes: [red, green, blue], width, height }: WorkTile): Float32Array {
  const light = new Float32Array(width * height);
  if (red && green && blue)
    for (let p = 0; p < light.length; p++)
      light[p] = ((red[p] ?? 0) + (green[p] ?? 0) + (blue[p] ?? 0)) / 3;
  return light;
}

/** The difference of near infrared and red to their sum (Rouse et al. 1974), by the bands before a stretch. */
const ndviOf = (nir: number, red: number): number =>
  nir + red > 0 ? (nir - red) / (nir + red) : 0;

/** Adds up one patch whose first pixel is (x0, y0); false where there is too little image in it. */
function measurePatch(
  tile: WorkTile,
  light: Float32Array,
  [x0, y0]: readonly [number, number],
  means: Means,
  at: number,
): boolean {
  const { width, height, planes, valid } = tile;
  const [red, green, , infrared] = planes;
  const [rawRed, , , rawInfrared] = tile.rawPlanes ?? planes;
  if (!red || !green) return false;
  let [n, r, g, l, ll, near, far, ndvi] = [0, 0, 0, 0, 0, 0, 0, 0];
  // Past the tile's last pixels the same ones count again, so that texture is told there too.
  const lastX = width - 1;
  const lastY = height - 1;
  for (let y = y0; y < y0 + COVER_PATCH; y += ROW_STEP) {
    const row = y * width;
    const below = Math.min(lastY, y + 1) * width;
    for (let x = x0; x < x0 + COVER_PATCH; x++) {
      const p = row + x;
      if (valid && valid[p] === 0) continue;
      const own = light[p] ?? 0;
      n++;
      l += own;
      ll += own * own;
      r += red[p] ?? 0;
      g += green[p] ?? 0;
      const right = light[row + Math.min(lastX, x + 1)] ?? 0;
      near += Math.abs(right - own) + Math.abs((light[below + x] ?? 0) - own);
      far += Math.abs((light[row + Math.min(lastX, x + FAR)] ?? 0) - own);
      if (infrared && rawInfrared && rawRed) ndvi += ndviOf(rawInfrared[p] ?? 0, rawRed[p] ?? 0);
    }
  }
  if (n < (MOSTLY * COVER_PATCH * COVER_PATCH) / ROW_STEP) return false;
  const mean = l / n;
  const base = Math.max(DARK, mean);
  means.light[at] = mean;
  means.red[at] = r / n / (3 * base);
  means.green[at] = g / n / (3 * base);
  means.spread[at] = textureOf(Math.sqrt(Math.max(0, ll / n - mean * mean)) / base);
  means.near[at] = textureOf(near / n / base);
  means.far[at] = textureOf(far / n / base);
  means.ndvi[at] = ndvi / n;
  return true;
}

/** Sums of a plane over all patches above and to the left (Crow 1984), unknown ones as nothing. */
function summed(plane: (at: number) => number, known: Uint8Array, columns: number, rows: number) {
  const wide = columns + 1;
  const sums = new Float64Array(wide * (rows + 1));
  for (let y = 0; y < rows; y++) {
    let row = 0;
    for (let x = 0; x < columns; x++) {
      const at = y * columns + x;
      if (known[at]) row += plane(at);
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  return (x0: number, y0: number, x1: number, y1: number): number =>
    (sums[y1 * wide + x1] ?? 0) -
    (sums[y0 * wide + x1] ?? 0) -
    (sums[y1 * wide + x0] ?? 0) +
    (sums[y0 * wide + x0] ?? 0);
}

type Window = ReturnType<typeof summed>;
const deviation = (sum: number, moment: number, n: number): number =>
  Math.sqrt(Math.max(0, moment / n - (sum / n) ** 2));

/** The sums that the ground around a patch is told from. */
function sumsOf(means: Means, known: Uint8Array, columns: number, rows: number) {
  const over = (plane: (at: number) => number): Window => summed(plane, known, columns, rows);
  const of = (plane: Float32Array) => over((at) => plane[at] ?? 0);
  const moment = (plane: Float32Array) => over((at) => (plane[at] ?? 0) ** 2);
  return {
    n: over(() => 1),
    light: of(means.light),
    lights: moment(means.light),
    red: of(means.red),
    green: of(means.green),
    greens: moment(means.green),
    near: of(means.near),
    ndvi: of(means.ndvi),
    ndvis: moment(means.ndvi),
  };
}

/**
 * The numbers of all patches of a tile (values 0..1; the tile begins where a patch does), and which of them are known.
 * A tile of four bands has those of near infrared (NDVI) too. Squares cut by the tile's end are left out.
 */
export function coverPatchesOf(tile: WorkTile): CoverPatches {
  const columns = Math.floor(tile.width / COVER_PATCH);
  const rows = Math.floor(tile.height / COVER_PATCH);
  const hasInfrared = tile.planes.length > 3;
  const perPatch = hasInfrared ? COVER_FEATURES_NIR : COVER_FEATURES;
  const known = new Uint8Array(columns * rows);
  const means = meansOf(known.length);
  const light = lightOf(tile);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = y * columns + x;
      const corner = [x * COVER_PATCH, y * COVER_PATCH] as const;
      if (measurePatch(tile, light, corner, means, at)) known[at] = 1;
    }
  const sums = sumsOf(means, known, columns, rows);
  const features = new Float32Array(known.length * perPatch);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = y * columns + x;
      if (!known[at]) continue;
      let to = at * perPatch;
      const own = means.light[at] ?? 0;
      for (const plane of [
        means.red,
        means.green,
        means.light,
        means.spread,
        means.near,
        means.far,
      ])
        features[to++] = plane[at] ?? 0;
      const infrared: number[] = [];
      for (const around of AROUND) {
        const [x0, y0] = [Math.max(0, x - around), Math.max(0, y - around)];
        const [x1, y1] = [Math.min(columns, x + around + 1), Math.min(rows, y + around + 1)];
        const n = sums.n(x0, y0, x1, y1);
        const bright = sums.light(x0, y0, x1, y1);
        const base = Math.max(DARK, bright / n);
        const green = sums.green(x0, y0, x1, y1);
        features[to++] = own / base;
        features[to++] = textureOf(deviation(bright, sums.lights(x0, y0, x1, y1), n) / base);
        features[to++] = sums.red(x0, y0, x1, y1) / n;
        features[to++] = green / n;
        features[to++] = textureOf(deviation(green, sums.greens(x0, y0, x1, y1), n));
        features[to++] = sums.near(x0, y0, x1, y1) / n;
        if (!hasInfrared) continue;
        const ndvi = sums.ndvi(x0, y0, x1, y1);
        if (around === AROUND[0]) infrared.push(means.ndvi[at] ?? 0, ndvi / n);
        else infrared.push(ndvi / n, deviation(ndvi, sums.ndvis(x0, y0, x1, y1), n));
      }
      for (const value of infrared) features[to++] = value;
    }
  return { columns, rows, perPatch, features, known };
}

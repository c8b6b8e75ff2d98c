/** Shows the pixels of an image: as they are, with more contrast, in false colour, by their vegetation index. */
import type { ViewSettings } from "@nihol/contract/values/imagery";
import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { greenRule, NDVI, vegetationIndex } from "../green/green.ts";
import type { Pixels, Raster } from "../raster/raster.ts";
import {
  type BandLevels,
  measureLevels,
  stretched,
  stretchOf,
  toBytes,
} from "../raster/stretch.ts";

/** Colours of an index from bare ground to dense leaves: brown to green over sand, told apart by the colour-blind too. */
const ramp = [
  [140, 81, 10],
  [246, 232, 195],
  [90, 174, 97],
  [0, 68, 27],
] as const;
/** Index values of the first and the last colour. */
const ends = { NDVI: [0, 0.75], GLI: [-0.05, 0.3] } as const;

/** Images whose contrast was measured last, by path: every tile of one is stretched alike. */
const measured = new Map<string, Promise<BandLevels>>();
const keptImages = 20;

function levelsOf(raster: Raster): Promise<BandLevels> {
  const known = measured.get(raster.path);
  const found = known ?? measureLevels(raster);
  if (!known) {
    measured.set(raster.path, found);
    found.catch(() => measured.delete(raster.path));
    const [oldest] = measured.keys();
    if (measured.size > keptImages && oldest !== undefined) measured.delete(oldest);
  }
  return found;
}

/** Red, green, blue and alpha in 8 bits. @throws {RangeError} for infrared of an image that has none */
export async function viewed(
  raster: Raster,
  pixels: Pixels,
  { view, low, high, gamma }: ViewSettings,
  stretch: Stretch | null,
): Promise<Uint8Array> {
  if (view === "natural") return withAlpha(pixels, stretch);
  if (view === "vegetation") return indexColours(pixels);
  if (view === "infrared" && pixels.bands < 4) throw new RangeError("The image has no infrared.");
  const bytes = stretched(pixels, stretchOf(await levelsOf(raster), low, high), gamma);
  // Near infrared as red, red as green, green as blue: leaves are red.
  const order = view === "infrared" ? [3, 0, 1] : [0, 1, 2];
  return rgba(pixels, (from) => order.map((band) => bytes[from + band] ?? 0));
}

function indexColours(pixels: Pixels): Uint8Array {
  const rule = greenRule(pixels.bands);
  const [low, high] = rule === NDVI ? ends.NDVI : ends.GLI;
  const { data, bands } = pixels;
  return rgba(pixels, (from) => {
    const [r, g, b, nir] = [0, 1, 2, 3].map((at) => (at < bands ? (data[from + at] ?? 0) : 0));
    const index = vegetationIndex(rule, r ?? 0, g ?? 0, b ?? 0, nir ?? 0);
    return colourAt((index - low) / (high - low));
  });
}

/** @param share 0 to 1 along the ramp; what lies beyond takes its end */
function colourAt(share: number): number[] {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const first = Math.min(ramp.length - 2, Math.floor(at));
  return [0, 1, 2].map((band) => {
    const [from, to] = [ramp[first]?.[band] ?? 0, ramp[first + 1]?.[band] ?? 0];
    return Math.round(from + (to - from) * (at - first));
  });
}

function rgba(pixels: Pixels, colour: (from: number) => readonly number[]): Uint8Array {
  const out = new Uint8Array(pixels.valid.length * 4);
  for (let i = 0; i < pixels.valid.length; i++) {
    if (pixels.valid[i] !== 1) continue;
    out.set(colour(i * pixels.bands), i * 4);
    out[i * 4 + 3] = 255;
  }
  return out;
}

/** Red, green, blue and alpha in 8 bits. */
export function withAlpha(pixels: Pixels, stretch: Stretch | null): Uint8Array {
  const bytes = toBytes(pixels, stretch);
  const count = pixels.width * pixels.height;
  const out = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const from = i * pixels.bands;
    out[i * 4] = bytes[from] ?? 0;
    out[i * 4 + 1] = bytes[from + 1] ?? 0;
    out[i * 4 + 2] = bytes[from + 2] ?? 0;
    out[i * 4 + 3] = pixels.valid[i] === 1 ? 255 : 0;
  }
  return out;
}

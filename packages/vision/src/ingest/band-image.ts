/** A small picture of an upload, its bands read in one of the ways that are possible: for the person who is asked. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BandRoles, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { sharp } from "../native/image-library.ts";
import { runGdalOn } from "./gdal.ts";
import { sampleBands, samplePoints } from "./pixel-sample.ts";
import { INGEST_LIMITS } from "./raster-metadata.ts";

/** Pixels of the file's own that are shown at most, and of the picture's side. */
const PART = 768;
const SIDE = 320;
/** Values of each place of `samplePoints`. */
const OF_PLACE = 64;

/**
 * The part of the image in which its values differ most, as WebP of at most 320 pixels a side; each band is stretched by
 * itself. Throws as `sampleBands` and `runGdalOn`.
 * @param path a file of our own store, inspected before
 */
export async function bandImage(
  path: string,
  facts: RasterMetadata,
  roles: Pick<BandRoles, "red" | "green" | "blue">,
): Promise<Buffer> {
  const limits = { timeoutMs: INGEST_LIMITS.timeoutMs, memoryMb: INGEST_LIMITS.memoryMb };
  const points = samplePoints(facts);
  const samples = await sampleBands(path, facts.bands.length, points, limits);
  const values = [roles.red, roles.green, roles.blue].map(
    (band) => samples[band - 1]?.values ?? [],
  );
  const [x, y, width, height] = partShown(facts, points, values[1] ?? []);
  const folder = await mkdtemp(join(tmpdir(), "nihol-bands-"));
  try {
    await runGdalOn(
      { image: path, folder },
      "gdal_translate",
      (names) => [
        ...["-q", "-if", "GTiff", "-of", "GTiff", "-ot", "Byte", "-a_nodata", "none"],
        ...["-srcwin", ...[x, y, width, height].map(String)],
        ...["-outsize", ...fitted(width, height).map(String)],
        ...[roles.red, roles.green, roles.blue].flatMap((band) => ["-b", String(band)]),
        ...values.flatMap((of, i) => [`-scale_${i + 1}`, ...stretchOf(of).map(String), "0", "255"]),
        ...["-colorinterp", "red,green,blue", names.image, `${names.folder}/part.tif`],
      ],
      limits,
    );
    const part = await readFile(join(folder, "part.tif"));
    return await sharp(part).removeAlpha().webp({ quality: 82 }).toBuffer();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fitted(width: number, height: number): [number, number] {
  const share = Math.min(1, SIDE / Math.max(width, height));
  return [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
}

/** Left, top, width and height of the part around the place whose values differ most. */
function partShown(
  { width, height }: RasterMetadata,
  points: [number, number][],
  values: number[],
): [number, number, number, number] {
  let best = { spread: -1, at: [0, 0] as [number, number] };
  for (let i = 0; i < points.length; i += OF_PLACE) {
    const here = values.slice(i, i + OF_PLACE);
    const mean = here.reduce((sum, value) => sum + value, 0) / here.length;
    const spread = here.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    if (spread > best.spread) best = { spread, at: points[i] ?? [0, 0] };
  }
  const [w, h] = [Math.min(PART, width), Math.min(PART, height)];
  const within = (middle: number, size: number, whole: number) =>
    Math.round(Math.max(0, Math.min(whole - size, middle - size / 2)));
  return [within(best.at[0], w, width), within(best.at[1], h, height), w, h];
}

/** The values that become black and white: all but the darkest and brightest fiftieth; 0 is most often no data. */
function stretchOf(values: number[]): [number, number] {
  const sorted = values.filter((value) => value !== 0).sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 255;
  return high > low ? [low, high] : [low, low + 1];
}

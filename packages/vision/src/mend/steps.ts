/**
 * Steps of mending, each run in GDAL's cage: a file that cannot be read as it is becomes a TIFF that is nearer to
 * one that can.
 */
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LAYOUT_LIMITS } from "@nihol/geo/tiff/blocks";
import { readLayout } from "@nihol/geo/tiff/layout";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { readTiff } from "@nihol/geo/tiff/tiff";
import { withFileSource } from "../ingest/file-source.ts";
import {
  type ForeignDriver,
  type GdalOptions,
  runGdalOn,
  runGdalOnForeign,
} from "../ingest/gdal.ts";
import { gdalInfo } from "../ingest/gdal-metadata.ts";
import { sampleBands, samplePoints } from "../ingest/pixel-sample.ts";
import type { PlaceBeside } from "./beside.ts";

const MINUTES = 15;
export const MEND_LIMITS = { timeoutMs: MINUTES * 60_000, memoryMb: 3_072, cacheMb: 256 };
export const TILED = [
  ...["-of", "GTiff", "-co", "TILED=YES", "-co", "COMPRESS=DEFLATE", "-co", "ZLEVEL=1"],
  ...["-co", "BIGTIFF=IF_SAFER", "-co", "INTERLEAVE=PIXEL"],
];

export type StepOptions = { signal?: AbortSignal | undefined };
const limitsWith = ({ signal }: StepOptions): GdalOptions => ({ ...MEND_LIMITS, signal });

/** gdal_translate with these arguments, from a TIFF to a TIFF in small tiles. */
export async function translated(
  from: string,
  to: string,
  args: string[],
  options: StepOptions,
): Promise<void> {
  await runGdalOn(
    { image: from, folder: dirname(to) },
    "gdal_translate",
    ({ image, folder }) => [
      "-q",
      "-if",
      "GTiff",
      ...TILED,
      ...args,
      image,
      `${folder}/${basename(to)}`,
    ],
    limitsWith(options),
  );
}

/** Ground control points in the file become a grid; what lies outside it is transparent. */
export async function warped(from: string, to: string, options: StepOptions): Promise<void> {
  await runGdalOn(
    { image: from, folder: dirname(to) },
    "gdalwarp",
    ({ image, folder }) => [
      ...["-q", "-if", "GTiff", "-r", "bilinear", "-dstalpha", ...TILED],
      ...[image, `${folder}/${basename(to)}`],
    ],
    limitsWith(options),
  );
}

/** Gives a TIFF the place that lies beside it; what it says itself of a grid or a system stays where nothing is given. */
export async function placed(
  from: string,
  to: string,
  { affine, wkt }: PlaceBeside,
  options: StepOptions,
): Promise<void> {
  const folder = dirname(to);
  const view = join(folder, "place.vrt");
  await runGdalOn(
    { image: from, folder },
    "gdal_translate",
    (names) => [
      ...["-q", "-if", "GTiff", "-of", "VRT", ...(wkt ? ["-a_srs", wkt] : [])],
      ...[names.image, `${names.folder}/place.vrt`],
    ],
    { ...limitsWith(options), ownVrt: true },
  );
  const drawn = await readFile(view, "utf8");
  const grid = `<GeoTransform>${affine?.join(",")}</GeoTransform>`;
  const bare = drawn.replace(
    /<GeoTransform>[^<]*<\/GeoTransform>|<GCPList[\s\S]*?<\/GCPList>/g,
    "",
  );
  if (affine)
    await writeFile(
      view,
      bare.replace(/<VRTDataset[^>]*>/, (head) => head + grid),
    );
  await runGdalOn(
    { image: from, folder },
    "gdal_translate",
    (names) => ["-q", ...TILED, `${names.folder}/place.vrt`, `${names.folder}/${basename(to)}`],
    { ...limitsWith(options), ownVrt: true },
  );
}

/** A JPEG 2000, JPEG or PNG as TIFF. Throws `ImageRefused` for what GDAL cannot decode, and for what would grow too large. */
export async function decoded(
  driver: ForeignDriver,
  from: string,
  to: string,
  options: StepOptions,
): Promise<void> {
  const files = { image: from, folder: dirname(to) };
  const limits = limitsWith(options);
  const { stdout } = await runGdalOnForeign(
    driver,
    files,
    "gdalinfo",
    ({ image }) => [image],
    limits,
  );
  const [, width = "0", height = "0"] = /^Size is (\d+), (\d+)/m.exec(stdout) ?? [];
  const [w, h] = [Number(width), Number(height)];
  const { maxSide, maxPixels } = LAYOUT_LIMITS;
  if (Math.max(w, h) > maxSide || w * h > maxPixels / 10)
    throw new ImageRefused("too_large", { width: w, height: h });
  await runGdalOnForeign(
    driver,
    files,
    "gdal_translate",
    ({ image, folder }) => ["-q", ...TILED, image, `${folder}/${basename(to)}`],
    limits,
  );
}

/** The largest value of 16 bits, and what a reflectance of 1 becomes. */
const [TOP, WHOLE] = [65_535, 10_000];

/**
 * Numbers with fractions as whole ones of 16 bits: reflectance (at most about 1) times 10,000, other values as they are.
 * @returns which of the two it was; undefined where the values are neither
 */
export async function rounded(
  from: string,
  to: string,
  options: StepOptions,
): Promise<"reflectance" | "whole_numbers" | undefined> {
  const { bands } = await gdalInfo(from, limitsWith(options));
  if (bands.some(({ type }) => /^C/.test(type))) return undefined;
  const layout = await withFileSource(from, async (source) => {
    const tiff = await readTiff(source);
    const [first] = tiff.directories;
    if (!first) throw new ImageRefused("damaged", { reason: "no directory" });
    return readLayout(tiff, first);
  });
  const samples = await sampleBands(from, bands.length, samplePoints(layout), limitsWith(options));
  const valuesOf = (at: number) =>
    (samples[at]?.values ?? []).filter(
      (value) => Number.isFinite(value) && value !== bands[at]?.nodata,
    );
  const colours = bands.flatMap(({ interpretation }, at) =>
    interpretation === "Alpha" ? [] : valuesOf(at),
  );
  const top = colours.reduce((max, value) => Math.max(max, value), 0);
  const lowest = colours.reduce((min, value) => Math.min(min, value), 0);
  if (!(top > 0) || top > TOP || lowest < -top / 10) return undefined;
  // Bright roofs and water reflect a little more than all in one direction.
  const isReflectance = top <= 2;
  const scales = bands.flatMap(({ interpretation }, at) => {
    const max = valuesOf(at).reduce((a, b) => Math.max(a, b), 1);
    const full = interpretation === "Alpha" ? max : isReflectance ? TOP / WHOLE : TOP;
    return [`-scale_${at + 1}`, "0", String(full), "0", String(TOP)];
  });
  const hasNone = bands.some(({ nodata }) => nodata !== null);
  const hasNaN = samples.some(({ values }) => values.some(Number.isNaN));
  const above = bands.some(({ nodata }) => (nodata ?? 0) > TOP);
  const nodata = hasNone || hasNaN ? ["-a_nodata", above ? String(TOP) : "0"] : [];
  await translated(from, to, ["-ot", "UInt16", ...scales, ...nodata], options);
  return isReflectance ? "reflectance" : "whole_numbers";
}

import { copyFile, link, mkdir, readdir, rename, rm, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { codeOf } from "@nihol/contract/values/thrown";
import { checkLayout } from "@nihol/geo/tiff/layout";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { withFileSource } from "../ingest/file-source.ts";
import { GdalFailed, type GdalOptions, plainPath, runGdalOn } from "../ingest/gdal.ts";
import { gdalInfo } from "../ingest/gdal-metadata.ts";
import { sampleBands, samplePoints } from "../ingest/pixel-sample.ts";
import { INGEST_LIMITS } from "../ingest/raster-metadata.ts";
import { requireOwnPixels } from "../ingest/tiff-metadata.ts";
import { type CogRewriting, planCog, rewritingPlan } from "./cog-plan.ts";
import { openRaster, readPixels } from "./raster.ts";

/** No room for the file; nothing was left behind. */
export class DiskFull extends Error {
  override name = "DiskFull";
}

type CogOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: (percent: number) => void;
  timeoutMs?: number;
  /** It is read once and thrown away: what costs time is left out where there is room. */
  temporary?: boolean;
};

/** The normalised file's own facts (bands may have changed places), and whether the upload was fine as it came. */
type CogResult = { facts: RasterMetadata; kept: boolean };

const LITTLE_ROOM_BYTES = 64 << 20;
const FOUR_HOURS_MS = 4 * 3_600_000;

/**
 * Makes the one Cloud Optimized GeoTIFF of an image: written beside the target, checked, renamed. The source is never
 * changed. Use the returned facts for everything that reads the target.
 * Throws `DiskFull`, `ImageRefused` (`damaged`, when pixels cannot be decoded), the signal's reason, and GDAL's errors.
 */
export async function makeCog(
  source: string,
  target: string,
  facts: RasterMetadata,
  options: CogOptions = {},
): Promise<CogResult> {
  const [from, to] = [plainPath(resolve(source)), plainPath(resolve(target))];
  const folder = `${to}.${hostname()}-${process.pid}.part`;
  await removeAbandoned(to);
  const plan = planCog(facts);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const kept = plan.keep ? await keep(from, folder, facts) : undefined;
    const made = kept ? { path: kept, facts } : await rewrite(from, folder, facts, options);
    await checkReadable(made.path, made.facts);
    await rename(made.path, to);
    options.onProgress?.(100);
    return { facts: made.facts, kept: kept !== undefined };
  } catch (error) {
    throw await asDiskFull(error, dirname(to));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file under a second name; undefined when sharp does not read it after all. */
async function keep(
  from: string,
  folder: string,
  facts: RasterMetadata,
): Promise<string | undefined> {
  await requireOwnPixels(from);
  const kept = join(folder, "kept.tif");
  // A second name for the same bytes costs nothing; on another file system they are copied.
  await link(from, kept).catch(() => copyFile(from, kept));
  return await checkReadable(kept, facts).then(
    () => kept,
    () => undefined,
  );
}

/** Reads the last pixels the way that everything later will. */
async function checkReadable(path: string, facts: RasterMetadata): Promise<void> {
  const raster = await openRaster(path, facts);
  const [width, height] = [Math.min(16, facts.width), Math.min(16, facts.height)];
  for (const level of raster.levels) {
    await readPixels(
      raster,
      level.width - Math.min(width, level.width),
      level.height - Math.min(height, level.height),
      Math.min(width, level.width),
      Math.min(height, level.height),
      level,
    );
  }
}

async function rewrite(
  from: string,
  folder: string,
  facts: RasterMetadata,
  options: CogOptions,
): Promise<{ path: string; facts: RasterMetadata }> {
  const plan = rewritingPlan(facts, options.temporary);
  const limits = {
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? FOUR_HOURS_MS,
    memoryMb: 3_072,
    cacheMb: 256,
  };
  const onOutput = options.onProgress && progressReader(options.onProgress);
  const path = join(folder, "image.tif");
  if (plan.twoSteps) {
    const plain = join(folder, "plain.tif");
    await translate(from, plain, ["-q", ...plan.select, ...plainTiles(facts)], limits);
    await translate(plain, path, plan.write, { ...limits, onOutput });
  } else {
    await translate(from, path, [...plan.select, ...plan.write], { ...limits, onOutput });
  }
  return { path, facts: await validated(from, path, facts, plan, limits) };
}

function plainTiles({ bits }: RasterMetadata): string[] {
  const options = ["TILED=YES", "COMPRESS=LZW", "BIGTIFF=IF_SAFER", `NBITS=${bits}`];
  return ["-of", "GTiff", ...options.flatMap((option) => ["-co", option])];
}

async function translate(
  from: string,
  to: string,
  args: string[],
  options: GdalOptions,
): Promise<void> {
  const run = runGdalOn(
    { image: from, folder: dirname(to) },
    "gdal_translate",
    ({ image, folder }) => ["-if", "GTiff", ...args, image, `${folder}/${basename(to)}`],
    options,
  );
  const { stderr } = await run.catch((error: unknown) => {
    if (error instanceof GdalFailed && isUndecodable(error.stderr))
      throw new ImageRefused("damaged", { reason: "not decodable" });
    throw error;
  });
  if (isUndecodable(stderr)) throw new ImageRefused("damaged", { reason: "not decodable" });
}

/** Removes what a killed process of this machine left half-written for the same target. */
async function removeAbandoned(target: string): Promise<void> {
  const start = `${basename(target)}.${hostname()}-`;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : Number.NaN;
    if (name.includes(".part") && pid > 0 && !isRunning(pid))
      await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Throws unless the new file is whole, tiled, of the same size, and (when lossless) holds the same samples. */
async function validated(
  from: string,
  partial: string,
  facts: RasterMetadata,
  plan: CogRewriting,
  limits: { signal: AbortSignal | undefined },
): Promise<RasterMetadata> {
  const layout = await withFileSource(partial, (source) => checkLayout(source, INGEST_LIMITS));
  const info = await gdalInfo(partial, { signal: limits.signal, timeoutMs: 60_000 });
  const wanted = 3 + (plan.roles.nir ? 1 : 0) + (plan.roles.alpha ? 1 : 0);
  const sound =
    layout.tiled &&
    layout.width === facts.width &&
    layout.height === facts.height &&
    info.bands.length === wanted;
  if (!sound) throw new Error("The rewritten image is not what was asked for.");
  if (!plan.lossy && facts.dtype !== "int16")
    await compareSamples(from, partial, facts, plan, limits);
  const nodata = plan.roles.alpha ? null : facts.nodata;
  const { sparse: _, ...whole } = facts;
  return {
    ...whole,
    bands: info.bands,
    roles: plan.roles,
    storedBits: facts.bits,
    dtype: facts.dtype === "int16" ? "uint16" : facts.dtype,
    nodata,
    mask: plan.roles.alpha ? "alpha" : nodata !== null ? "nodata" : "none",
    compression: info.compression,
    tiled: true,
    blockWidth: layout.blockWidth,
    blockHeight: layout.blockHeight,
    interleave: "pixel",
    overviews: info.overviews,
  };
}

async function compareSamples(
  from: string,
  partial: string,
  facts: RasterMetadata,
  plan: CogRewriting,
  limits: { signal: AbortSignal | undefined },
) {
  const points = samplePoints(facts).filter((_, i) => i % 7 === 0);
  const options = { signal: limits.signal, timeoutMs: 60_000, memoryMb: INGEST_LIMITS.memoryMb };
  const before = await sampleBands(from, facts.bands.length, points, options);
  const after = await sampleBands(
    partial,
    3 + (plan.roles.nir ? 1 : 0) + (plan.roles.alpha ? 1 : 0),
    points,
    options,
  );
  for (const role of ["red", "green", "blue", "nir"] as const) {
    const [a, b] = [before[(facts.roles[role] ?? 0) - 1], after[(plan.roles[role] ?? 0) - 1]];
    if (a && b && a.values.some((value, i) => value !== b.values[i]))
      throw new Error(`The rewritten image differs in ${role}.`);
  }
}

/** Turns GDAL's "0...10...20" into calls with growing percentages below 100. */
export function progressReader(onProgress: (percent: number) => void): (text: string) => void {
  let seen = "";
  let last = -1;
  return (text) => {
    seen = (seen + text).slice(-200);
    const percent = Number([...seen.matchAll(/(\d{1,3})(?=\.)/g)].at(-1)?.[1] ?? -1);
    if (percent > last && percent < 100) {
      last = percent;
      onProgress(percent);
    }
  };
}

function isUndecodable(stderr: string): boolean {
  return (
    /^ERROR.*(IReadBlock failed|TIFFRead|TIFFFill|Decode)/m.test(stderr) && !isDiskError(stderr)
  );
}

function isDiskError(text: string): boolean {
  return /No space left|ENOSPC|EDQUOT|disk (is )?full|quota exceeded|File too large/i.test(text);
}

/** GDAL does not always say why a write failed, so the free space is checked too. */
async function asDiskFull(error: unknown, folder: string): Promise<unknown> {
  const text = error instanceof GdalFailed ? error.stderr : String(codeOf(error) ?? "");
  if (isDiskError(text)) return new DiskFull("No space left for the image.");
  if (!(error instanceof GdalFailed)) return error;
  const room = await statfs(folder).then(
    (fs) => fs.bavail * fs.bsize,
    () => Number.POSITIVE_INFINITY,
  );
  return room < LITTLE_ROOM_BYTES && /write|TIFFAppend|TIFFFlush/i.test(text)
    ? new DiskFull("No space left for the image.")
    : error;
}

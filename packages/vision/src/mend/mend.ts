/**
 * Mends a file at the door that can be read only after a step: it is looked at, the reason why it is not taken names the
 * step, and it is looked at again. Each step runs in GDAL's cage.
 */
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Mending, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { hasHalfColours } from "@nihol/geo/tiff/half-colours";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { fileTypeOf } from "../ingest/file-signature.ts";
import { withFileSource } from "../ingest/file-source.ts";
import {
  type ForeignDriver,
  GdalFailed,
  GdalMissing,
  GdalTimedOut,
  runGdalOn,
} from "../ingest/gdal.ts";
import { inspectImage } from "../ingest/ingest.ts";
import { removeForeignMetadata } from "../ingest/tiff-metadata.ts";
import { type Beside, placeBeside } from "./beside.ts";
import {
  decoded,
  MEND_LIMITS,
  placed,
  rounded,
  type StepOptions,
  TILED,
  translated,
  warped,
} from "./steps.ts";
import { unpackImages, type ZippedImage } from "./zip-images.ts";

export type { Beside } from "./beside.ts";

/** Unpacked megabytes of a strip that can be decoded whole to be rewritten. */
const MAX_STRIP_MB = 1_024;
const MAX_STEPS = 6;

type MendOptions = StepOptions & { fileName: string; beside?: Beside };
/** Where the mended TIFF is put, on the disk of the file that was sent. */
type MendTarget = MendOptions & { to: string };
type Found = { path: string; facts: RasterMetadata; done: Mending[] };
const HALF = { halfColours: true } as const;

/**
 * Inspects a file of our own store, mending it where that can be done: then the mended TIFF is put at `to`, and the
 * metadata says what was done. The file that was sent stays as it is.
 * @throws {ImageRefused} as `inspectImage`, with the reason of what could not be mended
 */
export async function mendImage(
  path: string,
  { to, ...options }: MendTarget,
): Promise<RasterMetadata> {
  const folder = `${path}.mend`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    const { path: made, facts, done } = await mended(path, folder, options);
    if (made !== path) await rename(made, to);
    return done.length > 0 ? { ...facts, mended: done } : facts;
  } catch (error) {
    if (error instanceof GdalTimedOut)
      throw new ImageRefused("timed_out", { seconds: MEND_LIMITS.timeoutMs / 1000 });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mended(path: string, folder: string, options: MendOptions): Promise<Found> {
  const { signal, fileName } = options;
  const done: Mending[] = [];
  let [at, beside, isHalf] = [path, options.beside ?? {}, false];
  for (let n = 0; ; n++) {
    signal?.throwIfAborted();
    try {
      const facts = await inspectImage(at, { signal, fileName, ownCopy: true });
      return { path: at, facts: isHalf ? { ...facts, ...HALF } : facts, done };
    } catch (error) {
      if (!(error instanceof ImageRefused) || n >= MAX_STEPS) throw error;
      const to = join(folder, `step-${n}.tif`);
      if (error.code === "not_a_tiff" && error.params.found === "zip") {
        const images = await unpackImages(at, folder, signal);
        const [only] = images;
        if (images.length > 1 || !only) return await mosaic(images, folder, options);
        done.push("archive");
        [at, beside] = [only.path, only.beside];
        continue;
      }
      // A step unpacks the colours: that they were stored coarsely has to be read before it.
      isHalf ||= await withFileSource(at, hasHalfColours);
      const step = await stepFor(error, { from: at, to, beside, options });
      if (!step || done.includes(step)) throw error;
      done.push(step);
      at = to;
    }
  }
}

type Stage = { from: string; to: string; beside: Beside; options: StepOptions };

/** Takes the step that the refusal names. @returns what was done; undefined where nothing can be */
async function stepFor(refusal: ImageRefused, stage: Stage): Promise<Mending | undefined> {
  try {
    return await take(refusal, stage);
  } catch (error) {
    // It cannot be mended: what is wrong with it stays the reason.
    if (error instanceof GdalFailed || error instanceof GdalMissing) return undefined;
    throw error;
  }
}

const PLAIN: Record<string, ForeignDriver> = { jpeg: "JPEG", png: "PNG" };

async function take(
  { code, params }: ImageRefused,
  { from, to, beside, options }: Stage,
): Promise<Mending | undefined> {
  switch (code) {
    case "not_a_tiff": {
      if (params.found === "jpeg2000") {
        await decoded("JP2OpenJPEG", from, to, options);
        return "jpeg2000";
      }
      const driver = PLAIN[String(params.found)];
      if (!driver || !placeBeside(beside).affine) return undefined;
      await decoded(driver, from, to, options);
      return "plain_image";
    }
    case "block_too_large":
      if (Number(params.size) > MAX_STRIP_MB) return undefined;
      await translated(from, to, [], options);
      return "small_blocks";
    case "no_georeference": {
      const place = placeBeside(beside);
      if (params.reason === "control_points" && !place.affine) {
        await warped(from, to, options);
        return "control_points";
      }
      const isEnough = place.affine ?? (params.reason === "no_projection" && place.wkt);
      if (!isEnough) return undefined;
      await placed(from, to, place, options);
      return "place_beside";
    }
    case "not_rgb":
      if (params.reason !== "colour_table") return undefined;
      await translated(from, to, ["-expand", "rgba"], options);
      return "palette";
    case "unsupported_type":
      return await rounded(from, to, options);
    default:
      return undefined;
  }
}

/** Tiles of an archive as one image: each is mended by itself, then they are laid beside each other on their own grid. */
async function mosaic(images: ZippedImage[], folder: string, options: MendOptions): Promise<Found> {
  const { signal, fileName } = options;
  const tiles: Found[] = [];
  for (const [n, { path, name, beside }] of images.entries()) {
    const own = join(folder, `tile-${n}`);
    await mkdir(own);
    if ((await typeOf(path)) === "zip") throw new ImageRefused("archive_without_image");
    const tile = await mended(path, own, { signal, fileName: name, beside });
    const at = join(folder, `tile-${n}.tif`);
    await rename(tile.path, at);
    await removeForeignMetadata(at);
    tiles.push({ ...tile, path: at });
  }
  await laidTogether(tiles, folder, signal);
  const made = join(folder, "mosaic.tif");
  const facts = await inspectImage(made, { signal, fileName, ownCopy: true });
  const done = new Set(tiles.flatMap((tile) => tile.done));
  const half = tiles.some((tile) => tile.facts.halfColours) ? HALF : {};
  return { path: made, facts: { ...facts, ...half }, done: ["archive", "tiles", ...done] };
}

async function laidTogether(tiles: Found[], folder: string, signal?: AbortSignal): Promise<void> {
  const [first] = tiles;
  if (!first) throw new ImageRefused("archive_without_image");
  const alike = (tile: Found) =>
    tile.facts.bands.length === first.facts.bands.length && tile.facts.dtype === first.facts.dtype;
  if (!tiles.every(alike)) throw new ImageRefused("tiles_differ");
  const shows = tiles.some(({ facts }) => facts.mask !== "none");
  // Between tiles there may be gaps, which are no ground.
  const gaps = shows ? [] : first.facts.bits === 8 ? ["-addalpha"] : ["-vrtnodata", "0"];
  const run = (program: string, args: (own: string) => string[]) =>
    runGdalOn({ image: first.path, folder }, program, (names) => args(names.folder), {
      ...MEND_LIMITS,
      signal,
      ownVrt: true,
    });
  try {
    await run("gdalbuildvrt", (own) => [
      ...["-q", "-strict", "-resolution", "highest", ...gaps, `${own}/mosaic.vrt`],
      ...tiles.map((_, n) => `${own}/tile-${n}.tif`),
    ]);
  } catch (error) {
    if (error instanceof GdalFailed) throw new ImageRefused("tiles_differ");
    throw error;
  }
  await run("gdal_translate", (own) => ["-q", ...TILED, `${own}/mosaic.vrt`, `${own}/mosaic.tif`]);
}

async function typeOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return fileTypeOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

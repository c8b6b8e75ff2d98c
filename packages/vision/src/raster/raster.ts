import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { readLayout } from "@nihol/geo/tiff/layout";
import { readTiff, tagNumber } from "@nihol/geo/tiff/tiff";
import { withFileSource } from "../ingest/file-source.ts";
import { sharp } from "../native/image-library.ts";
import { maskOf, orderBands } from "./raster-bands.ts";
import { checkWindow } from "./raster-limits.ts";

export type Samples = Uint8Array | Uint16Array;

/** Stored resolution: `page` of the file, `scaleX/Y` full-resolution pixels per pixel of it. */
export type RasterLevel = {
  page: number;
  width: number;
  height: number;
  scaleX: number;
  scaleY: number;
};

/** A normalised image that is read window by window; nothing stays open. */
export type Raster = {
  path: string;
  facts: RasterMetadata;
  width: number;
  height: number;
  /** Colour bands handed out: 3 (red, green, blue) or 4 (… and near infrared). */
  bands: 3 | 4;
  bits: 8 | 16;
  levels: RasterLevel[];
};

/** `data` is pixel-interleaved red, green, blue[, infrared]; `valid` is 1 where there is image, 0 outside and in no-data. */
export type Pixels = {
  data: Samples;
  valid: Uint8Array;
  width: number;
  height: number;
  bands: 3 | 4;
  bits: 8 | 16;
};

const SUBFILE_TYPE = 254;
const REDUCED = 1;

/**
 * Opens a file that `makeCog` made (or kept), with the facts that `makeCog` returned. Reads the directories only.
 * Throws when the file is gone or no longer has the size that the facts say.
 */
export async function openRaster(path: string, facts: RasterMetadata): Promise<Raster> {
  const levels = await withFileSource(path, async (source) => {
    const tiff = await readTiff(source);
    const found: RasterLevel[] = [];
    for (const [page, directory] of tiff.directories.entries()) {
      const kind = await tagNumber(tiff, directory, SUBFILE_TYPE, 0);
      if (page > 0 && kind !== REDUCED) continue;
      const { width, height } = await readLayout(tiff, directory);
      found.push({
        page,
        width,
        height,
        scaleX: facts.width / width,
        scaleY: facts.height / height,
      });
    }
    return found.sort((a, b) => a.scaleX - b.scaleX);
  });
  const [full] = levels;
  if (full?.width !== facts.width || full.height !== facts.height)
    throw new Error("The image does not have the size it should have.");
  return {
    path,
    facts,
    width: facts.width,
    height: facts.height,
    bands: facts.roles.nir ? 4 : 3,
    bits: facts.bits,
    levels,
  };
}

/**
 * Source pixels of a rectangle (whole numbers, in pixels of `level`, the full resolution by default). The rectangle may
 * lie partly or wholly outside: those pixels are 0 and not valid. Exact: no scaling, no colour conversion.
 */
export async function readPixels(
  raster: Raster,
  x: number,
  y: number,
  width: number,
  height: number,
  level = raster.levels[0],
): Promise<Pixels> {
  if (!level) throw new Error("The image has no such level.");
  checkWindow(width, height);
  const Out = raster.bits === 8 ? Uint8Array : Uint16Array;
  const out: Pixels = {
    data: new Out(width * height * raster.bands),
    valid: new Uint8Array(width * height),
    width,
    height,
    bands: raster.bands,
    bits: raster.bits,
  };
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const inside = {
    left,
    top,
    width: Math.min(level.width, x + width) - left,
    height: Math.min(level.height, y + height) - top,
  };
  if (inside.width <= 0 || inside.height <= 0) return out;
  const { samples, channels } = await decode(raster, level.page, inside);
  for (let row = 0; row < inside.height; row++) {
    const to = (top - y + row) * width + (left - x);
    const from = row * inside.width;
    orderBands(samples, channels, from, out.data, to, inside.width, raster.facts.roles);
    maskOf(samples, channels, from, out.valid, to, inside.width, raster.facts);
  }
  return out;
}

type Area = { left: number; top: number; width: number; height: number };

async function decode(
  raster: Raster,
  page: number,
  area: Area,
): Promise<{ samples: Samples; channels: number }> {
  // The file is one that we normalised, so sharp's guard against bombs may go; failOn keeps damage from passing as grey.
  const image = sharp(raster.path, { limitInputPixels: false, failOn: "error", page }).extract(
    area,
  );
  // Without 'rgb16' sharp hands 16-bit samples out scaled to 0–255, silently.
  const typed =
    raster.bits === 16 ? image.toColourspace("rgb16").raw({ depth: "ushort" }) : image.raw();
  const { data, info } = await typed.toBuffer({ resolveWithObject: true });
  const expected = raster.facts.bands.length;
  if (info.channels !== expected || info.width !== area.width)
    throw new Error(`Read ${info.channels} bands, expected ${expected}.`);
  if (raster.bits === 8) return { samples: data, channels: info.channels };
  const aligned = data.byteOffset % 2 === 0 ? data : Buffer.from(data);
  return {
    samples: new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2),
    channels: info.channels,
  };
}

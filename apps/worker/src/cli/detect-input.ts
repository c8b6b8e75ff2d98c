/** Opens an image for `nihol detect`: any GeoTIFF after ingest, any PNG, JPEG or WebP as it is. */
import { constants, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { hasHalfColours } from "@nihol/geo/tiff/half-colours";
import type { Georeference } from "@nihol/vision/coordinates/projection";
import { readPlainImage } from "@nihol/vision/detect/detect-plain";
import { rasterSource } from "@nihol/vision/detect/detect-raster";
import { withFileSource } from "@nihol/vision/ingest/file-source";
import { ImageRefused, inspectImage } from "@nihol/vision/ingest/ingest";
import { type PixelSource, pixelSource } from "@nihol/vision/pixels/pixels";
import { makeCog } from "@nihol/vision/raster/cog";
import { openRaster } from "@nihol/vision/raster/raster";
import { measureStretch } from "@nihol/vision/raster/stretch";

export type OpenImage = {
  source: PixelSource;
  /** Metres per pixel, where the file says so. */
  gsdMeters: number | undefined;
  /** Where the pixels lie on the ground, where the file says so. */
  georeference: Georeference | undefined;
  /** Day of the image (ISO), and its latitude in degrees, where the file says so. */
  capturedOn: string | null;
  latitude: number | null;
  /** Removes what was written for reading. */
  close: () => Promise<void>;
};

/** Without a place on the ground. */
async function openPlain(path: string): Promise<OpenImage> {
  const isHalf = await withFileSource(path, hasHalfColours);
  const half = isHalf ? { halfColours: true as const } : {};
  const source = { ...pixelSource(await readPlainImage(path)), ...half };
  const unknown = {
    gsdMeters: undefined,
    georeference: undefined,
    capturedOn: null,
    latitude: null,
  };
  return { source, ...unknown, close: async () => {} };
}

/** The file as it is, or a copy without what names other files: a person's own file is not changed. */
async function inspectOrCopy(path: string, folder: string) {
  try {
    return { from: path, found: await inspectImage(path) };
  } catch (error) {
    if (!(error instanceof ImageRefused) || error.code !== "names_other_files") throw error;
    const from = join(folder, "copy.tif");
    await copyFile(path, from, constants.COPYFILE_FICLONE);
    return { from, found: await inspectImage(from, { ownCopy: true, fileName: basename(path) }) };
  }
}

/** Checks it as ingest does and writes a normalised copy in the system's temporary folder. */
async function openGeoTiff(path: string): Promise<OpenImage> {
  const folder = await mkdtemp(join(tmpdir(), "nihol-detect-"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { from, found } = await inspectOrCopy(path, folder);
    const cog = join(folder, "picture.tif");
    const { facts } = await makeCog(from, cog, found, { temporary: true });
    const half = found.halfColours ? { halfColours: true as const } : {};
    const raster = await openRaster(cog, { ...facts, ...half });
    const source = rasterSource(raster, await measureStretch(raster));
    const georeference = { affine: facts.affine, proj4: facts.proj4 };
    const { captureDate, bbox, gsdMeters } = facts;
    const capturedOn = captureDate?.precision === "day" ? captureDate.date : null;
    const latitude = (bbox[1] + bbox[3]) / 2;
    return { source, gsdMeters, georeference, capturedOn, latitude, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens an image, GeoTIFF or not. Throws `ImageRefused` with the reason. */
export async function openImage(path: string): Promise<OpenImage> {
  try {
    return await openGeoTiff(path);
  } catch (error) {
    const isPlain =
      error instanceof ImageRefused && ["not_a_tiff", "no_georeference"].includes(error.code);
    if (!isPlain) throw error;
    return await openPlain(path);
  }
}

import { open } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { BandRoles, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { captureDate } from "@nihol/geo/tiff/capture-date";
import { hasHalfColours } from "@nihol/geo/tiff/half-colours";
import { checkLayout, type TiffLayout } from "@nihol/geo/tiff/layout";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { bandReadings, imageType, refuseUnlessColour } from "./bands.ts";
import { refuseOtherBodies } from "./earth-ellipsoid.ts";
import { fileTypeOf } from "./file-signature.ts";
import { withFileSource } from "./file-source.ts";
import { GdalMissing, type GdalOptions, GdalTimedOut } from "./gdal.ts";
import { type GdalInfo, gdalInfo } from "./gdal-metadata.ts";
import { imageGeometry } from "./georeference.ts";
import { sampleBands, samplePoints } from "./pixel-sample.ts";
import { factsWithoutGdal } from "./plain-image.ts";
import { INGEST_LIMITS, type IngestLimits } from "./raster-metadata.ts";
import { removeForeignMetadata, requireOwnPixels } from "./tiff-metadata.ts";

export { IMAGE_REFUSALS, type ImageRefusal, ImageRefused } from "@nihol/geo/tiff/refusal";
export { inspectPlainImage } from "./plain-image.ts";

/**
 * `fileName` is the name people gave the file: dates and band orders are read from it. `ownCopy`: the file is a copy of
 * ours, in which metadata that names other files is overwritten (tiff-metadata.ts); any other file with such metadata is
 * refused. `roles`: what the bands are, as a person said. Limits default to `INGEST_LIMITS`.
 */
type InspectOptions = {
  signal?: AbortSignal | undefined;
  fileName?: string;
  ownCopy?: boolean;
  roles?: BandRoles | undefined;
  limits?: Partial<IngestLimits>;
};

/**
 * Checks an uploaded GeoTIFF and returns its metadata. GDAL runs in children with limits of time and memory; a few blocks,
 * the last among them, are really decoded.
 * @throws {ImageRefused} for an image that cannot be taken; else the signal's reason when aborted
 */
export async function inspectImage(
  path: string,
  options: InspectOptions = {},
): Promise<RasterMetadata> {
  const limits = { ...INGEST_LIMITS, ...options.limits };
  const started = performance.now();
  const gdal = (): GdalOptions => ({
    signal: options.signal,
    timeoutMs: Math.max(1, limits.timeoutMs - (performance.now() - started)),
    memoryMb: limits.memoryMb,
  });
  try {
    return await inspect(resolve(path), options, limits, gdal);
  } catch (error) {
    if (error instanceof GdalTimedOut)
      throw new ImageRefused("timed_out", { seconds: Math.round(limits.timeoutMs / 1000) });
    throw error;
  }
}

async function inspect(
  path: string,
  { fileName = basename(path), ownCopy = false, roles: chosen }: InspectOptions,
  limits: IngestLimits,
  gdal: () => GdalOptions,
): Promise<RasterMetadata> {
  const { type, bytes } = await headOf(path);
  if (type !== "tiff") throw new ImageRefused("not_a_tiff", { found: type });
  if (ownCopy) await removeForeignMetadata(path);
  else await requireOwnPixels(path);
  const layout = await withFileSource(path, (source) => checkLayout(source, limits));
  let info: GdalInfo;
  try {
    info = await gdalInfo(path, gdal());
  } catch (error) {
    if (error instanceof GdalMissing) return await factsWithoutGdal(path, fileName, layout, bytes);
    throw error;
  }
  refuseUnlessColour(info.bands);
  const dtype = imageType(info.bands);
  const proj4 = projectionOf(info);
  const samples = await sampleBands(path, info.bands.length, samplePoints(layout), gdal());
  const read = chosen ? { roles: chosen, asked: [] } : bandReadings(info.bands, samples, fileName);
  const { roles, asked } = read;
  const geometry = imageGeometry(
    layout.width,
    layout.height,
    proj4.affine,
    proj4.definition,
    info.corners,
  );
  const nodata = info.bands[roles.red - 1]?.nodata ?? null;
  return {
    width: layout.width,
    height: layout.height,
    bands: info.bands,
    roles,
    ...(asked.length > 0 ? { readings: asked } : {}),
    dtype,
    bits: dtype === "uint8" ? 8 : 16,
    storedBits: layout.bits,
    nodata,
    mask: roles.alpha ? "alpha" : info.maskBand ? "mask_band" : nodata !== null ? "nodata" : "none",
    ...geometry,
    wkt: info.wkt,
    epsg: info.epsg,
    ...structureOf(info, layout),
    ...((await withFileSource(path, hasHalfColours)) ? { halfColours: true as const } : {}),
    captureDate: captureDate(fileName, info.dateTime),
    bytes,
    readBy: "gdal",
  };
}

function structureOf(info: GdalInfo, layout: TiffLayout) {
  const { compression, interleave, overviews } = info;
  return {
    compression,
    interleave,
    overviews,
    tiled: layout.tiled,
    blockWidth: layout.blockWidth,
    blockHeight: layout.blockHeight,
    ...(layout.sparse ? { sparse: true as const } : {}),
  };
}

function projectionOf(info: GdalInfo) {
  if (!info.geoTransform)
    throw new ImageRefused("no_georeference", { reason: info.hasGcps ? "control_points" : "none" });
  if (!info.wkt) throw new ImageRefused("no_georeference", { reason: "no_projection" });
  refuseOtherBodies(info.wkt);
  if (!info.proj4)
    throw new ImageRefused("unknown_projection", { name: /"([^"]*)"/.exec(info.wkt)?.[1] ?? "" });
  return { affine: info.geoTransform, definition: info.proj4 };
}

async function headOf(path: string): Promise<{ type: string; bytes: number }> {
  const file = await open(path, "r").catch(() => {
    throw new ImageRefused("not_found");
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new ImageRefused("not_found");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return { type: fileTypeOf(buffer.subarray(0, bytesRead)), bytes: stat.size };
  } finally {
    await file.close();
  }
}

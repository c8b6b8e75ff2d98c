import { stat } from "node:fs/promises";
import type { BandMetadata, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { captureDate } from "@nihol/geo/tiff/capture-date";
import { hasHalfColours } from "@nihol/geo/tiff/half-colours";
import { readLayout, type TiffLayout } from "@nihol/geo/tiff/layout";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { readTiff, tagNumber, tagText, unlessBroken } from "@nihol/geo/tiff/tiff";
import type { Affine } from "../coordinates/affine.ts";
import { sharp } from "../native/image-library.ts";
import { bandRoles } from "./bands.ts";
import { withFileSource } from "./file-source.ts";
import { geoKeysOf } from "./geo-keys.ts";
import { imageGeometry } from "./georeference.ts";
import { samplePoints } from "./pixel-sample.ts";
import type { PlainImageMetadata } from "./raster-metadata.ts";

const PLAIN_FORMATS = new Set(["jpeg", "png", "webp", "tiff"]);
const MAX_PLAIN_PIXELS = 400e6;
/** sharp reads these exactly. */
const SHARP_COMPRESSIONS: Record<number, string> = {
  1: "NONE",
  5: "LZW",
  7: "JPEG",
  8: "DEFLATE",
  32946: "DEFLATE",
};

/** A PNG, JPEG, WebP or TIFF without a place on the ground, through sharp. Throws `ImageRefused`. */
export async function inspectPlainImage(path: string): Promise<PlainImageMetadata> {
  const { size } = await stat(path).catch(() => {
    throw new ImageRefused("not_found");
  });
  const meta = await sharp(path, { limitInputPixels: MAX_PLAIN_PIXELS, failOn: "error" })
    .metadata()
    .catch((error: Error) => {
      throw new ImageRefused(/pixel limit/.test(error.message) ? "too_large" : "not_an_image");
    });
  if (!PLAIN_FORMATS.has(meta.format ?? ""))
    throw new ImageRefused("not_an_image", { found: meta.format ?? "" });
  if (!meta.width || !meta.height) throw new ImageRefused("zero_area");
  if (meta.width * meta.height > MAX_PLAIN_PIXELS)
    throw new ImageRefused("too_large", { width: meta.width, height: meta.height });
  await sharp(path, { limitInputPixels: MAX_PLAIN_PIXELS, failOn: "error" })
    .stats()
    .catch(() => {
      throw new ImageRefused("damaged", { reason: "not decodable" });
    });
  return {
    width: meta.width,
    height: meta.height,
    format: meta.format ?? "",
    bits: meta.depth === "ushort" ? 16 : 8,
    bytes: size,
  };
}

/**
 * Metadata of a TIFF on a machine without GDAL: 8-bit RGB(A) in compressions that sharp reads exactly, north up, in UTM on
 * WGS 84, NAD83 or ETRS89, in degrees or EPSG:3857. Everything else is refused with `gdal_missing`.
 */
export async function factsWithoutGdal(
  path: string,
  fileName: string,
  layout: TiffLayout,
  bytes: number,
): Promise<RasterMetadata> {
  const compression = SHARP_COMPRESSIONS[layout.compression];
  if (layout.samples < 3)
    throw new ImageRefused("not_rgb", {
      bands: layout.samples,
      reason: layout.palette ? "colour_table" : "too_few_bands",
    });
  if (!compression || layout.bits !== 8 || layout.samples > 4 || layout.planar)
    throw new ImageRefused("gdal_missing");
  const header = await withFileSource(path, async (source) => {
    const tiff = await readTiff(source);
    const [first] = tiff.directories;
    if (!first) throw new ImageRefused("damaged");
    const text = (id: number) => unlessBroken(tagText(tiff, first, id), undefined);
    const nodata = await text(42113);
    const reduced = tiff.directories.slice(1);
    const overviews: { width: number; height: number }[] = [];
    for (const directory of reduced) {
      const { width, height } = await readLayout(tiff, directory);
      if ((await tagNumber(tiff, directory, 254, 0)) === 1) overviews.push({ width, height });
    }
    return {
      geo: await geoKeysOf(tiff, first),
      nodata: nodata ? Number(nodata) : null,
      dateTime: await text(306),
      overviews,
    };
  });
  if (!header.geo) throw new ImageRefused("no_georeference", { reason: "none" });
  const bands = plainBands(layout.samples, header.nodata);
  const roles = bandRoles(bands, await sampleWithSharp(path, layout), fileName);
  const geometry = imageGeometry(
    layout.width,
    layout.height,
    header.geo.affine as Affine,
    header.geo.proj4,
  );
  return {
    width: layout.width,
    height: layout.height,
    bands,
    roles,
    dtype: "uint8",
    bits: 8,
    storedBits: layout.bits,
    nodata: header.nodata,
    mask: roles.alpha ? "alpha" : header.nodata !== null ? "nodata" : "none",
    ...geometry,
    wkt: null,
    epsg: header.geo.epsg,
    compression,
    tiled: layout.tiled,
    blockWidth: layout.blockWidth,
    blockHeight: layout.blockHeight,
    interleave: "pixel",
    overviews: header.overviews,
    ...((await withFileSource(path, hasHalfColours)) ? { halfColours: true as const } : {}),
    captureDate: captureDate(fileName, header.dateTime),
    bytes,
    readBy: "sharp",
  };
}

function plainBands(samples: number, nodata: number | null): BandMetadata[] {
  const names = ["Red", "Green", "Blue", "Undefined"];
  return Array.from({ length: samples }, (_, i) => ({
    index: i + 1,
    type: "Byte",
    interpretation: names[i] ?? null,
    description: null,
    nodata,
  }));
}

async function sampleWithSharp(path: string, layout: TiffLayout) {
  const samples = Array.from({ length: layout.samples }, () => ({ values: [] as number[] }));
  const starts = samplePoints(layout).filter((_, i) => i % 64 === 0);
  for (const [x, y] of starts) {
    const left = Math.max(0, Math.min(x, layout.width - 8));
    const top = Math.max(0, Math.min(y, layout.height - 8));
    const area = {
      left,
      top,
      width: Math.min(8, layout.width),
      height: Math.min(8, layout.height),
    };
    const { data, info } = await sharp(path, { limitInputPixels: false, failOn: "error" })
      .extract(area)
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw new ImageRefused("damaged", { reason: "not decodable" });
      });
    if (info.channels !== layout.samples) throw new ImageRefused("gdal_missing");
    data.forEach((value, i) => {
      samples[i % info.channels]?.values.push(value);
    });
  }
  return samples;
}

import { readFile } from "node:fs/promises";
import { fileTypeOf } from "../ingest/file-signature.ts";
import { ImageRefused } from "../ingest/refusal.ts";
import {
  bufferSource,
  directoryAt,
  readTiff,
  type Tiff,
  type TiffDirectory,
  tagNumber,
  tagNumbers,
  tagText,
} from "../ingest/tiff.ts";
import { sharp } from "../native/image-library.ts";

/** A photo fit to be shown: WebP of at most 1,600 px without any metadata; what the metadata held is beside it. */
export type SafePhoto = {
  webp: Buffer;
  width: number;
  height: number;
  gps?: { lon: number; lat: number };
  takenAt?: string;
};

export const PHOTO_LIMITS = { bytes: 10 << 20, pixels: 50e6, side: 1600 };

/** Evidence is larger than a portrait: what phones make today fits. */
const PREVIEW_LIMITS = { bytes: 50 << 20, pixels: 120e6, side: 1600 };

const PHOTO_TYPES = new Set(["jpeg", "png", "webp"]);
const EXIF = { dateTime: 306, exifDirectory: 34665, gpsDirectory: 34853, takenAt: 36867 };

/**
 * Decodes an uploaded photo and encodes it anew, so that nothing but pixels survives. JPEG, PNG and WebP by content.
 * `takenAt` is the camera's local time (`2026-05-14T09:30:00`), without a zone. Throws `ImageRefused`.
 */
export async function reencodePhoto(bytes: Buffer, limits = PHOTO_LIMITS): Promise<SafePhoto> {
  if (bytes.length > limits.bytes)
    throw new ImageRefused("too_large", { bytes: bytes.length, maxBytes: limits.bytes });
  const found = fileTypeOf(bytes);
  if (!PHOTO_TYPES.has(found)) throw new ImageRefused("not_an_image", { found });
  const image = sharp(bytes, { limitInputPixels: limits.pixels, failOn: "error" });
  try {
    const { exif } = await image.metadata();
    const { data, info } = await image
      .autoOrient()
      .resize({
        width: limits.side,
        height: limits.side,
        fit: "inside",
        withoutEnlargement: true,
      })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return {
      webp: data,
      width: info.width,
      height: info.height,
      ...(exif ? await readExif(exif) : {}),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    if (/pixel limit/i.test(text))
      throw new ImageRefused("too_large", { maxPixels: limits.pixels });
    throw new ImageRefused("damaged", { reason: "not decodable" });
  }
}

/** A preview of a stored photo; the photo itself stays as it is. Throws `ImageRefused`. */
export async function previewPhoto(path: string): Promise<Buffer> {
  return (await reencodePhoto(await readFile(path), PREVIEW_LIMITS)).webp;
}

/** Place and time from an EXIF block (CIPA DC-008); a broken block gives nothing. */
async function readExif(exif: Buffer): Promise<Pick<SafePhoto, "gps" | "takenAt">> {
  try {
    const body = exif.subarray(0, 6).toString("latin1") === "Exif\0\0" ? exif.subarray(6) : exif;
    const tiff = await readTiff(bufferSource(body));
    const [main] = tiff.directories;
    if (!main) return {};
    const gps = await readGps(tiff, main);
    const takenAt = await readTakenAt(tiff, main);
    return { ...(gps ? { gps } : {}), ...(takenAt ? { takenAt } : {}) };
  } catch {
    return {};
  }
}

async function readTakenAt(tiff: Tiff, main: TiffDirectory): Promise<string | undefined> {
  const at = await tagNumber(tiff, main, EXIF.exifDirectory, 0);
  const original = at ? await tagText(tiff, await directoryAt(tiff, at), EXIF.takenAt) : undefined;
  const text = original ?? (await tagText(tiff, main, EXIF.dateTime)) ?? "";
  const parts = /^(\d{4}):(\d{2}):(\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text);
  const iso = parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}` : undefined;
  return iso && !Number.isNaN(Date.parse(`${iso}Z`)) ? iso : undefined;
}

async function readGps(tiff: Tiff, main: TiffDirectory): Promise<SafePhoto["gps"]> {
  const at = await tagNumber(tiff, main, EXIF.gpsDirectory, 0);
  if (!at) return undefined;
  const gps = await directoryAt(tiff, at);
  const degrees = async (reference: number, negative: string) => {
    const [d = Number.NaN, m = 0, s = 0] = await tagNumbers(tiff, gps, reference + 1);
    const value = d + m / 60 + s / 3600;
    return (await tagText(tiff, gps, reference))?.toUpperCase() === negative ? -value : value;
  };
  const [lat, lon] = [await degrees(1, "S"), await degrees(3, "W")];
  const real = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  return real ? { lon, lat } : undefined;
}

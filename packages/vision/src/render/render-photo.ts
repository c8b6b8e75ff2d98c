import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isHeic, readHeic } from "@nihol/geo/files/heic";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { fileTypeOf } from "../ingest/file-signature.ts";
import { sharp } from "../native/image-library.ts";
import { withHeicPixels } from "./heic-photo.ts";
import { type PhotoHash, photoHash } from "./photo-hash.ts";
import { type PhotoMetadata, readPhotoMetadata } from "./photo-metadata.ts";

/** A photo fit to be shown: WebP of at most 1,600 px without any metadata; what the metadata held is beside it. */
export type SafePhoto = PhotoMetadata & {
  webp: Buffer;
  width: number;
  height: number;
  /** Of the file as it was sent, in hexadecimal digits. */
  sha256: string;
  /** Of the pixels; missing where the photo shows too little. */
  hash?: PhotoHash;
};

const PHOTO_LIMITS = { bytes: 10 << 20, pixels: 50e6, side: 1600 };

/** Evidence is larger than a portrait: what phones make today fits. */
const PREVIEW_LIMITS = { bytes: 50 << 20, pixels: 120e6, side: 1600 };

const PHOTO_TYPES = new Set(["jpeg", "png", "webp"]);

/**
 * Decodes an uploaded photo and encodes it anew, so that nothing but pixels survives. JPEG, PNG, WebP and HEIC by
 * content. Throws `ImageRefused`; `gdal_missing` where GDAL, which decodes HEIC, cannot.
 */
export async function reencodePhoto(bytes: Buffer, limits = PHOTO_LIMITS): Promise<SafePhoto> {
  if (bytes.length > limits.bytes)
    throw new ImageRefused("too_large", { bytes: bytes.length, maxBytes: limits.bytes });
  const photo = isHeic(bytes)
    ? await withHeicPixels(bytes, limits.pixels, (tiff, exif) => encode(tiff, limits, exif))
    : await encodePlain(bytes, limits);
  return { ...photo, sha256: createHash("sha256").update(bytes).digest("hex") };
}

type Encoded = Omit<SafePhoto, "sha256">;

async function encodePlain(bytes: Buffer, limits: typeof PHOTO_LIMITS): Promise<Encoded> {
  const found = fileTypeOf(bytes);
  if (!PHOTO_TYPES.has(found)) throw new ImageRefused("not_an_image", { found });
  return await encode(bytes, limits);
}

/** `exif`: where the metadata does not lie in the pixels' own file. */
async function encode(
  pixels: Buffer | string,
  limits: typeof PHOTO_LIMITS,
  exif?: Buffer,
): Promise<Encoded> {
  const image = sharp(pixels, { limitInputPixels: limits.pixels, failOn: "error" });
  try {
    const metadata = exif ?? (await image.metadata()).exif;
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
    // Of what is kept: the same as for a photo that was kept before there were hashes.
    const hash = await photoHash(data);
    return {
      webp: data,
      width: info.width,
      height: info.height,
      ...(hash ? { hash } : {}),
      ...(metadata ? await readPhotoMetadata(metadata) : {}),
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

/** When and where a stored photo was taken, as its metadata says; no pixels are decoded, a broken file says nothing. */
export async function photoMetadata(path: string): Promise<PhotoMetadata> {
  const bytes = await readFile(path);
  try {
    const exif = isHeic(bytes) ? readHeic(bytes)?.exif : (await sharp(bytes).metadata()).exif;
    return exif ? await readPhotoMetadata(Buffer.from(exif)) : {};
  } catch {
    return {};
  }
}

/** For paper: a stored photo as JPEG of at most 1,000 px. Throws `ImageRefused`. */
export async function paperPhoto(path: string): Promise<Buffer> {
  const { webp } = await reencodePhoto(await readFile(path), PREVIEW_LIMITS);
  const size = { width: 1000, height: 1000, fit: "inside", withoutEnlargement: true } as const;
  return await sharp(webp)
    .resize(size)
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 82 })
    .toBuffer();
}

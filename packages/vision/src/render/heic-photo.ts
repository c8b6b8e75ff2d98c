/**
 * HEIC, as phones write it, by GDAL's driver of HEIF: sharp comes without a decoder of HEVC. GDAL runs in its cage
 * (ingest/gdal-cage.ts), so that a file made to break the decoder has neither other files nor a network.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeicDamaged, type HeicFacts, readHeic } from "@nihol/geo/files/heic";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { GdalFailed, GdalMissing, GdalTimedOut, runGdalOnForeign } from "../ingest/gdal.ts";

/** Shorter than a request may take, so that the folder is taken away by us. */
const timeoutMs = 25_000;
const memoryMb = 2_048;

/**
 * Hands the decoded pixels to `use`: a TIFF, upright as the file says, with its colour profile, and its EXIF block.
 * The file is gone afterwards. Throws `ImageRefused`.
 */
export async function withHeicPixels<T>(
  bytes: Buffer,
  maxPixels: number,
  use: (tiff: string, exif?: Buffer) => Promise<T>,
): Promise<T> {
  const { width, height, exif, profile } = factsOf(bytes);
  if (width * height > maxPixels) throw new ImageRefused("too_large", { maxPixels });
  const folder = await mkdtemp(join(tmpdir(), "nihol-heic-"));
  try {
    const image = join(folder, "photo.heic");
    await writeFile(image, bytes);
    await decode(image, folder, profile);
    return await use(join(folder, "photo.tif"), exif && Buffer.from(exif));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function factsOf(bytes: Buffer): HeicFacts {
  try {
    const facts = readHeic(bytes);
    if (!facts) throw new ImageRefused("not_an_image", { found: "heif" });
    return facts;
  } catch (error) {
    if (error instanceof HeicDamaged) throw new ImageRefused("damaged", { reason: "boxes" });
    throw error;
  }
}

async function decode(image: string, folder: string, profile?: Uint8Array): Promise<void> {
  // GDAL's driver leaves the profile out; without it the colours of a phone look dull.
  const colours = profile
    ? ["-co", `SOURCE_ICC_PROFILE=${Buffer.from(profile).toString("base64")}`]
    : [];
  try {
    await runGdalOnForeign(
      "HEIF",
      { image, folder },
      "gdal_translate",
      (names) => ["-q", "-of", "GTiff", ...colours, names.image, `${names.folder}/photo.tif`],
      { timeoutMs, memoryMb },
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  // Where libheif's decoder is a package of its own (libheif-plugin-libde265), the driver may be there without it.
  const hasNoDecoder =
    error instanceof GdalFailed && /unsupported (codec|feature)/i.test(error.stderr);
  if (error instanceof GdalMissing || hasNoDecoder) return new ImageRefused("gdal_missing");
  if (error instanceof GdalFailed || error instanceof GdalTimedOut)
    return new ImageRefused("damaged", { reason: "not decodable" });
  return error;
}

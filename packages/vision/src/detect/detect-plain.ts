import { readTiff, tagNumber } from "@nihol/geo/tiff/tiff";
import { withFileSource } from "../ingest/file-source.ts";
import { inspectPlainImage } from "../ingest/ingest.ts";
import { sharp } from "../native/image-library.ts";
import type { Pixels } from "../pixels/pixels.ts";

const EXTRA_SAMPLES = 338;
const UNSPECIFIED = 0;

/** sharp calls any fourth band alpha; a TIFF says itself when it is not. */
async function isFourthInfrared(path: string, format: string): Promise<boolean> {
  if (format !== "tiff") return false;
  return await withFileSource(path, async (source) => {
    const tiff = await readTiff(source);
    const [directory] = tiff.directories;
    if (!directory) return false;
    return (await tagNumber(tiff, directory, EXTRA_SAMPLES, UNSPECIFIED)) === UNSPECIFIED;
  });
}

/** Tells whether the fourth band holds several values: a constant one measures no light. */
function fourthVaries(data: Uint8Array): boolean {
  for (let at = 7; at < data.length; at += 4) if (data[at] !== data[3]) return true;
  return false;
}

/**
 * A PNG, JPEG, WebP or TIFF without a place on the ground, in 8 bits: red, green, blue, and near
 * infrared where the file is a TIFF with such a band that is not the same everywhere. Grey is taken as three equal bands; a
 * transparent pixel is no image. Throws `ImageRefused`.
 */
export async function readPlainImage(path: string): Promise<Pixels> {
  const { format } = await inspectPlainImage(path);
  const image = sharp(path, { limitInputPixels: false, failOn: "error" }).toColourspace("srgb");
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cells = width * height;
  const isUnspecified = channels === 4 && (await isFourthInfrared(path, format));
  const infrared = isUnspecified && fourthVaries(data);
  const bands = infrared ? 4 : 3;
  const colours = new Uint8Array(cells * bands);
  const valid = !isUnspecified && channels % 2 === 0 ? new Uint8Array(cells) : undefined;
  for (let i = 0; i < cells; i++) {
    const at = i * channels;
    for (let band = 0; band < bands; band++)
      colours[i * bands + band] = data[at + (channels < 3 ? 0 : band)] ?? 0;
    if (valid) valid[i] = (data[at + channels - 1] ?? 0) > 0 ? 1 : 0;
  }
  return { data: colours, width, height, bands, ...(valid ? { valid } : {}) };
}

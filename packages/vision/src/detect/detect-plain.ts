import { inspectPlainImage } from "../ingest/ingest.ts";
import { withFileSource } from "../ingest/layout.ts";
import { readTiff, tagNumber } from "../ingest/tiff.ts";
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

/**
 * A PNG, JPEG, WebP or TIFF without a place on the ground, in 8 bits: red, green, blue, and near
 * infrared where the file is a TIFF with such a band. Grey is taken as three equal bands; a
 * transparent pixel is no image. Throws `ImageRefused`.
 */
export async function readPlainImage(path: string): Promise<Pixels> {
  const { format } = await inspectPlainImage(path);
  const image = sharp(path, { limitInputPixels: false, failOn: "error" }).toColourspace("srgb");
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cells = width * height;
  const infrared = channels === 4 && (await isFourthInfrared(path, format));
  const bands = infrared ? 4 : 3;
  const colours = new Uint8Array(cells * bands);
  const valid = !infrared && channels % 2 === 0 ? new Uint8Array(cells) : undefined;
  for (let i = 0; i < cells; i++) {
    const at = i * channels;
    for (let band = 0; band < bands; band++)
      colours[i * bands + band] = data[at + (channels < 3 ? 0 : band)] ?? 0;
    if (valid) valid[i] = (data[at + channels - 1] ?? 0) > 0 ? 1 : 0;
  }
  return { data: colours, width, height, bands, ...(valid ? { valid } : {}) };
}

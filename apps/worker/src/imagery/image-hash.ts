/** A hash of an image's content: equal for the same pixels on the same ground, however the file encodes them. */
import { createHash } from "node:crypto";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { openRaster, readPixels } from "@nihol/vision/raster/raster";

// Whole blocks of the COG (512 px), so that none is decoded twice; bounds the memory too.
const SIDE = 2048;

/**
 * SHA-256 (hexadecimal) over the decoded samples, window by window, and the place on the ground to
 * a metre. Pixels without data count as 0, whether the file marks them by alpha or by a value.
 * @throws the signal's reason when aborted.
 */
export async function imageHash(
  path: string,
  facts: RasterMetadata,
  signal?: AbortSignal,
): Promise<string> {
  const raster = await openRaster(path, facts);
  const { width, height, bands, bits } = raster;
  const hash = createHash("sha256");
  const place = facts.bbox.map((degrees) => degrees.toFixed(5));
  hash.update(`nihol picture 1 ${width} ${height} ${bands} ${bits} ${place.join(" ")}\n`);
  for (let y = 0; y < height; y += SIDE) {
    for (let x = 0; x < width; x += SIDE) {
      signal?.throwIfAborted();
      const w = Math.min(SIDE, width - x);
      const { data, valid } = await readPixels(raster, x, y, w, Math.min(SIDE, height - y));
      for (let i = valid.indexOf(0); i >= 0; i = valid.indexOf(0, i + 1))
        data.fill(0, i * bands, (i + 1) * bands);
      hash.update(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    }
  }
  return hash.digest("hex");
}

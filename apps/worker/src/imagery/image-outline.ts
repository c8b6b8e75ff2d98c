/** The outline of the ground that an image shows, without collars of no data. */

import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { MultiPolygon, Position } from "@nihol/geo/geometry";
import { pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import { openRaster, readPixels } from "@nihol/vision/raster/raster";
import { type Corner, maskOutline } from "./mask-outline.ts";

const FINEST_SIDE = 2048;
// A straight side of the image is bent on the map: it gets a corner at least this often.
const CORNERS_A_SIDE = 16;

/**
 * Made from an overview of at most 2,048 px a side, exact to about one of its pixels; null when the
 * image is whole, or has no overview small enough to read.
 */
export async function imageOutline(
  path: string,
  facts: RasterMetadata,
): Promise<MultiPolygon | null> {
  if (facts.mask === "none") return null;
  const raster = await openRaster(path, facts);
  const level = raster.levels.find(({ width, height }) => Math.max(width, height) <= FINEST_SIDE);
  if (!level) return null;
  const { valid } = await readPixels(raster, 0, 0, level.width, level.height, level);
  if (!valid.includes(0)) return null;
  const toMap = (ring: Corner[]): Position[] => {
    const pixels = densified(ring, Math.max(level.width, level.height) / CORNERS_A_SIDE);
    const degrees = pixelsToLonLats(
      facts,
      pixels.flatMap(([x, y]) => [x * level.scaleX, y * level.scaleY]),
    );
    return pixels.map((_, i) => [degrees[2 * i] as number, degrees[2 * i + 1] as number]);
  };
  const parts = maskOutline(valid, level.width, level.height);
  return { type: "MultiPolygon", coordinates: parts.map((rings) => rings.map(toMap)) };
}

function densified(ring: Corner[], longest: number): Corner[] {
  const result: Corner[] = ring.slice(0, 1);
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as Corner, ring[i] as Corner];
    const pieces = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / longest));
    for (let k = 1; k < pieces; k++)
      result.push([ax + ((bx - ax) * k) / pieces, ay + ((by - ay) * k) / pieces]);
    result.push([bx, by]);
  }
  return result;
}

import type { TiffLayout } from "@nihol/geo/tiff/layout";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import type { BandSample } from "./bands.ts";
import { GdalFailed, type GdalOptions, runGdalOn } from "./gdal.ts";

const PLACES = 5;
const LATTICE = 8;

/**
 * Points in up to 25 blocks spread over the image, the four corners and so the last block among them; in each block a
 * small lattice. Deterministic, at most 1,600 points.
 */
export function samplePoints(
  layout: Pick<TiffLayout, "width" | "height" | "blockWidth" | "blockHeight">,
): [number, number][] {
  const points: [number, number][] = [];
  const spread = (size: number, i: number) => Math.round((i * (size - 1)) / (PLACES - 1));
  const stepX = Math.max(1, Math.floor(Math.min(layout.blockWidth, 256) / LATTICE));
  const stepY = Math.max(1, Math.floor(Math.min(layout.blockHeight, 256) / LATTICE));
  for (let i = 0; i < PLACES * PLACES; i++) {
    const x0 = spread(layout.width, i % PLACES);
    const y0 = spread(layout.height, Math.floor(i / PLACES));
    points.push([x0, y0]);
    for (let j = 1; j < LATTICE * LATTICE; j++) {
      const x = mirror(x0 + (j % LATTICE) * stepX, layout.width);
      points.push([x, mirror(y0 + Math.floor(j / LATTICE) * stepY, layout.height)]);
    }
  }
  return points;
}

/**
 * Decodes the blocks under `points` and returns the values of each band there. One process whatever the size.
 * Throws `damaged` when a block cannot be decoded, `lies_about_size` when a block does not fit into memory.
 */
export async function sampleBands(
  path: string,
  bandCount: number,
  points: [number, number][],
  options: GdalOptions,
): Promise<BandSample[]> {
  const input = `${points.map((point) => point.join(" ")).join("\n")}\n`;
  const { stdout, stderr } = await runGdalOn(
    { image: path },
    "gdallocationinfo",
    ({ image }) => ["-valonly", image],
    { ...options, input },
  ).catch((error: unknown) => {
    if (error instanceof GdalFailed) throw new ImageRefused("damaged", { reason: "not decodable" });
    throw error;
  });
  if (/^ERROR.*(out of memory|cannot allocate|too big|exceeds)/im.test(stderr))
    throw new ImageRefused("too_large", { reason: "block" });
  if (/^ERROR/m.test(stderr)) throw new ImageRefused("damaged", { reason: "not decodable" });
  const values = stdout.trim().split("\n").map(Number);
  if (values.length !== points.length * bandCount)
    throw new ImageRefused("damaged", { reason: "not decodable" });
  return Array.from({ length: bandCount }, (_, band) => ({
    values: points.map((_, i) => values[i * bandCount + band] ?? 0),
  }));
}

/** Folds a coordinate that ran over the far edge back into the image. */
function mirror(value: number, size: number): number {
  return value < size ? value : Math.max(0, 2 * (size - 1) - value);
}

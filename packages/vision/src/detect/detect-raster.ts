import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { groundPixelOf } from "../coordinates/affine.ts";
import { type GreenLevel, greenLevel, greenRule } from "../green/green.ts";
import type { PixelSource, Pixels, Rect } from "../pixels/pixels.ts";
import { type Raster, readPixels } from "../raster/raster.ts";
import { toBytes } from "../raster/stretch.ts";
import { stripReader } from "./detect-strips.ts";
import type { Detection } from "./detector.ts";

/**
 * An image file as the detector reads it: 8 bits by the image's stretch, the values before it
 * kept beside for the vegetation index.
 * @param stretch as `measureStretch` gave it for this image; null for 8-bit images
 */
export function rasterSource(raster: Raster, stretch: Stretch | null): PixelSource {
  const { width, height, bands, bits } = raster;
  const decode = async ({ x, y, width: across, height: down }: Rect): Promise<Pixels> => {
    const { data, valid } = await readPixels(raster, x, y, across, down);
    const size = { width: across, height: down, bands };
    const bytes = toBytes({ data, valid, bits, ...size }, stretch);
    const raw = stretch && data instanceof Uint16Array ? { raw: data } : {};
    return { data: bytes, ...size, ...raw, ...(valid.includes(0) ? { valid } : {}) };
  };
  const pixelBytes = 1 + bands * (stretch ? 3 : 1);
  let read = stripReader(decode, { x: 0, y: 0, width, height }, pixelBytes);
  return {
    width,
    height,
    bands,
    groundPixel: groundPixelOf(raster.facts.affine),
    ...(raster.facts.halfColours ? { halfColours: true as const } : {}),
    expect: (area) => {
      read = stripReader(decode, area, pixelBytes);
    },
    read: (rect) => read(rect),
  };
}

/**
 * The green level of a block, strip by strip: of the ground in it apart from the crowns of
 * `trees`, how much is vegetation.
 */
export async function greenLevelOfBlock(
  source: PixelSource,
  block: Rect,
  trees: Pick<Detection, "crown">[],
): Promise<GreenLevel> {
  const total = { vegetationPixels: 0, groundPixels: 0 };
  const rows = Math.max(1, Math.floor(2e6 / block.width));
  for (let y = 0; y < block.height; y += rows) {
    const strip = { ...block, y: block.y + y, height: Math.min(rows, block.height - y) };
    const bottom = strip.y + strip.height;
    const crowns = trees
      .filter(
        ({ crown }) =>
          crown.some(([, cy]) => cy >= strip.y) && crown.some(([, cy]) => cy <= bottom),
      )
      .map(({ crown }) => crown.map(([cx, cy]) => [cx - strip.x, cy - strip.y] as const));
    const level = greenLevel(await source.read(strip), crowns);
    total.vegetationPixels += level.vegetationPixels;
    total.groundPixels += level.groundPixels;
  }
  const share = total.groundPixels > 0 ? total.vegetationPixels / total.groundPixels : undefined;
  return { ...total, share, indexName: greenRule(source.bands).name };
}

import { cutPixels, type Detection, type PixelSource, type Pixels, type Rect } from "./detector.ts";
import { type GreenLevel, greenLevel, greenRule } from "./green.ts";
import { type Raster, readPixels } from "./raster.ts";
import { type Stretch, toBytes } from "./stretch.ts";

/** Pixels kept from the last read: tiles overlap, and a compressed block is costly to open twice. */
const AHEAD_PIXELS = 6e6;

/**
 * A picture file as the detector reads it: 8 bits by the picture's stretch, the values before it
 * kept beside for the vegetation index. Reads ahead to the right within `block`'s neighbourhood.
 * @param stretch as `measureStretch` gave it for this picture; null for 8-bit pictures
 */
export function rasterSource(raster: Raster, stretch: Stretch | null, block?: Rect): PixelSource {
  const limit = block ? Math.min(raster.width, block.x + block.width + 512) : raster.width;
  let kept: { rect: Rect; pixels: Pixels } | undefined;
  const read = async (rect: Rect): Promise<Pixels> => {
    const { data, valid, bands, width, height } = await readPixels(
      raster,
      rect.x,
      rect.y,
      rect.width,
      rect.height,
    );
    const bytes = toBytes({ data, valid, bands, width, height, bits: raster.bits }, stretch);
    const raw = stretch && data instanceof Uint16Array ? { raw: data } : {};
    return { data: bytes, valid, bands, width, height, ...raw };
  };
  return {
    width: raster.width,
    height: raster.height,
    bands: raster.bands,
    read: async (rect) => {
      const holds = (outer: Rect): boolean =>
        rect.x >= outer.x &&
        rect.y >= outer.y &&
        rect.x + rect.width <= outer.x + outer.width &&
        rect.y + rect.height <= outer.y + outer.height;
      if (!kept || !holds(kept.rect)) {
        const ahead = Math.min(limit - rect.x, Math.floor(AHEAD_PIXELS / rect.height));
        const wide = { ...rect, width: Math.max(rect.width, ahead) };
        kept = { rect: wide, pixels: await read(wide) };
      }
      return cutPixels(kept.pixels, kept.rect, rect);
    },
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

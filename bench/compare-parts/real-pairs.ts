/** Real images of the same places at two or three dates: `../shared/data/real/geotiff/pairs-naip`, aerial images of 256 × 256 pixels. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ComparedImage } from "@nihol/vision/compare/frame";
import { rasterSource } from "@nihol/vision/detect/detect-raster";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { openRaster } from "@nihol/vision/raster/raster";

const FOLDER = join(import.meta.dirname, "../../../shared/data/real/geotiff/pairs-naip/shared");

export interface RealImage {
  name: string;
  year: number;
  path: string;
}

/** A place at its first and its last date; "claremont 7". */
export interface RealPlace {
  place: string;
  /** In order of their years, at least two. */
  images: RealImage[];
}

/** None where the data are absent. */
export function listRealPlaces(): RealPlace[] {
  const byPlace = new Map<string, RealImage[]>();
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []) {
    const parts = /^(.+)_(20\d\d)_(\d+)\.tif$/.exec(file);
    if (!parts) continue;
    const place = `${parts[1]?.replaceAll("_", " ")} ${parts[3]}`;
    const image = { name: file.slice(0, -4), year: Number(parts[2]), path: join(FOLDER, file) };
    byPlace.set(place, [...(byPlace.get(place) ?? []), image]);
  }
  return [...byPlace]
    .map(([place, images]) => ({ place, images }))
    .filter(({ images }) => images.length > 1);
}

export interface LoadedImage {
  pixels: Pixels;
  image: ComparedImage;
}

/** A whole image in memory, placed as the product places it. */
export async function loadImage(path: string): Promise<LoadedImage> {
  const facts = await inspectImage(path);
  const raster = await openRaster(path, facts);
  const whole = { x: 0, y: 0, width: facts.width, height: facts.height };
  const pixels = await rasterSource(raster, null).read(whole);
  return {
    pixels,
    image: {
      georeference: { affine: facts.affine, proj4: facts.proj4 },
      gsdMeters: facts.gsdMeters,
      bbox: facts.bbox,
      source: pixelSource(pixels),
    },
  };
}

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Box, Pixels } from "@nihol/vision/pixels/pixels";
import sharp from "sharp";

export const TREES_FOLDER = join(import.meta.dirname, "../../../shared/data/trees");

/** Labels of an image: crown boxes or tree points, in pixels. */
export type Labelled = {
  file: string;
  set: "neon" | "ttv" | "urbanca";
  site: string;
  /** Where it was taken, in the cities. */
  place?: string;
  gsd_m: number | null;
  split: "train" | "val";
  boxes?: [number, number, number, number][];
  points?: [number, number][];
};

export function hasTreeData(): boolean {
  return existsSync(join(TREES_FOLDER, "annotations.json"));
}

/** Labelled images of one split, at most `limit` a set, in the file's order. */
export async function listLabelled(split: "train" | "val", limit = Infinity): Promise<Labelled[]> {
  const text = await readFile(join(TREES_FOLDER, "annotations.json"), "utf8");
  const { images } = JSON.parse(text) as { images: Labelled[] };
  const seen = new Map<string, number>();
  return images.filter((image) => {
    if (image.split !== split || image.gsd_m === null) return false;
    const count = (seen.get(image.set) ?? 0) + 1;
    seen.set(image.set, count);
    return count <= limit;
  });
}

export function readLabelled(image: Labelled): Promise<Pixels> {
  return readPixels(image.file);
}

/** Pixels of a file in the folder of labelled images. */
export async function readPixels(file: string): Promise<Pixels> {
  const { data, info } = await sharp(join(TREES_FOLDER, file))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
    bands: info.channels,
  };
}

export function truthBoxes(image: Labelled): Box[] {
  return image.boxes ?? [];
}

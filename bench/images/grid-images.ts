/** Images that are cut out at several places: real ones where there are, of small ones several side by side, else drawn ones. */
import { execFile } from "node:child_process";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Pixels } from "@nihol/vision/pixels/pixels";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import {
  type DomainImage,
  listDomainImages,
  readDomainImage,
} from "../detection-parts/domain-images.ts";

export type GridImage = { name: string; gsdMeters: number; pixels: Pixels };

/** Domains: `along` images side by side along each side of a mosaic, and `images` such mosaics. */
const SETS = [
  { domain: "pinamar", along: 1, images: 2 },
  { domain: "urbanca", along: 3, images: 1 },
  { domain: "campo", along: 3, images: 1 },
];

async function sideBySide(images: DomainImage[], along: number): Promise<Pixels> {
  const parts = await Promise.all(images.map(readDomainImage));
  const width = Math.min(...parts.map((part) => part.width));
  const height = Math.min(...parts.map((part) => part.height));
  const bands = parts[0]?.bands ?? 3;
  const data = new Uint8Array(along * along * width * height * bands);
  for (const [n, part] of parts.entries())
    for (let y = 0; y < height; y++) {
      const row = part.data.subarray(y * part.width * bands, (y * part.width + width) * bands);
      const [column, line] = [(n % along) * width, Math.floor(n / along) * height + y];
      data.set(row, (line * along * width + column) * bands);
    }
  return { data, width: along * width, height: along * height, bands };
}

export function drawnImages(count: number, size: number): GridImage[] {
  return Array.from({ length: count }, (_, seed) => {
    const gsdMeters = seed % 2 === 0 ? 0.25 : 0.15;
    const { pixels } = drawScene({ seed: 20 + seed, lon: 69, lat: 38.5, date: 0, size, gsdMeters });
    return { name: `drawn ${seed}`, gsdMeters, pixels };
  });
}

/** None where the data are absent. */
export async function realImages(): Promise<GridImage[]> {
  const all = await listDomainImages();
  const found: GridImage[] = [];
  for (const { domain, along, images } of SETS) {
    const own = all.filter((image) => image.domain === domain);
    for (let n = 0; n < images && (n + 1) * along ** 2 <= own.length; n++) {
      const part = own.slice(n * along ** 2, (n + 1) * along ** 2);
      const gsdMeters = part[0]?.gsdMeters ?? 0;
      found.push({ name: `${domain} ${n}`, gsdMeters, pixels: await sideBySide(part, along) });
    }
  }
  return found;
}

/** A corner somewhere in zone 42, on no whole pixel. */
const PLACE = { epsg: 32_642, east: 514_321.37, north: 4_262_345.83 };
const TAKEN = "2025:06:18 10:20:00";

/** Writes a part of an image as a GeoTIFF at its place; `moved` by so many pixels. */
export async function writePlaced(
  { pixels, gsdMeters }: GridImage,
  [x, y]: readonly [number, number],
  path: string,
): Promise<void> {
  const { epsg, east, north } = PLACE;
  const [left, top] = [east + x * gsdMeters, north - y * gsdMeters];
  const affine = [left, gsdMeters, 0, top, 0, -gsdMeters] as const;
  await writeFile(path, encodeGeoTiff(pixels, affine, epsg, TAKEN));
}

/** Writes it as a PNG, which has no place. */
export async function writePlain({ data, width, height, bands }: Pixels, path: string) {
  const image = sharp(data, { raw: { width, height, channels: bands as 3 | 4 } });
  await image.removeAlpha().png({ compressionLevel: 1 }).toFile(path);
}

/**
 * Makes 16 bits of a file's 8, 0 to 255 spread over 211 to 9,043: as a camera's own counts, which no fixed factor brings
 * back to 8 bits, so that the reader has to stretch them by the range that it finds in the image.
 */
export async function widen(path: string): Promise<void> {
  const [folder, wide] = [join(path, ".."), `${path}.16.tif`];
  const scale = ["-scale", "0", "255", "211", "9043"];
  const args = ["-q", "-ot", "UInt16", ...scale, path, wide];
  await promisify(execFile)("gdal_translate", args, { cwd: folder });
  await rename(wide, path);
}

/** The image as a camera sees it that stands some part of a pixel further on. */
export async function movedByPart(
  { data, width, height, bands }: Pixels,
  [x, y]: readonly [number, number],
): Promise<Pixels> {
  const plane = (band: number) => Buffer.from(data.filter((_, i) => i % bands === band));
  const out = new Uint8Array(data.length);
  for (let band = 0; band < bands; band++) {
    const moved = await sharp(plane(band), { raw: { width, height, channels: 1 } })
      .affine([1, 0, 0, 1], { idx: x, idy: y, interpolator: "bicubic" })
      .toColourspace("b-w")
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let v = 0; v < Math.min(height, moved.info.height); v++)
      for (let u = 0; u < Math.min(width, moved.info.width); u++)
        out[(v * width + u) * bands + band] = moved.data[v * moved.info.width + u] ?? 0;
  }
  return { data: out, width, height, bands };
}

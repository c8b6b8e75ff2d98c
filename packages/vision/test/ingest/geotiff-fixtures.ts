import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";

export const CORPUS = resolve(import.meta.dirname, "../../../../../shared/data/real/geotiff");
export const hasCorpus = existsSync(CORPUS);

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "nihol-vision-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Smooth colours with some noise; the fourth band looks like infrared, not like a mask. */
export function paintedPixels(width: number, height: number, bands: number): Uint8Array {
  const data = new Uint8Array(width * height * bands);
  let seed = 7;
  for (let i = 0; i < data.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const pixel = Math.floor(i / bands);
    data[i] =
      40 +
      ((pixel % width) >> 2) +
      (Math.floor(pixel / width) >> 3) +
      (i % bands) * 20 +
      (seed % 32);
  }
  return data;
}

export const UTM42 = ["-a_srs", "EPSG:32642", "-a_ullr", "478000", "4267000"];

/** Writes a GeoTIFF of painted pixels at 0.5 m in UTM 42; `args` go to gdal_translate. */
export async function paintedTiff(
  path: string,
  width: number,
  height: number,
  bands: 3 | 4,
  args: string[] = [],
): Promise<Uint8Array> {
  const data = paintedPixels(width, height, bands);
  const png = `${path}.png`;
  await sharp(data, { raw: { width, height, channels: bands } })
    .png()
    .toFile(png);
  const corner = [String(478_000 + width / 2), String(4_267_000 - height / 2)];
  translate([...UTM42, ...corner, ...args, png, path]);
  rmSync(png);
  return data;
}

export function translate(args: string[]): void {
  execFileSync("gdal_translate", ["-q", ...args], { stdio: "pipe" });
}

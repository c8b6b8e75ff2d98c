import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";

const PIECE = 1000;
const GSD = 0.2;

/**
 * A square image of drawn gardens at 0.2 m a pixel (four bands of one byte), four of them repeated over it, as a plain
 * striped GeoTIFF in `dir`; gives its path. Needs GDAL.
 */
export async function makeLargeImage(dir: string, megapixels: number): Promise<string> {
  const across = Math.sqrt(megapixels * 1e6);
  const side = Math.max(1, Math.round(across / PIECE));
  const size = Math.min(PIECE, Math.round(across));
  for (let i = 0; i < Math.min(4, side * side); i++) {
    const scene = drawScene({
      seed: i + 1,
      lon: 69,
      lat: 38.5,
      date: 0,
      size,
      gsdMeters: GSD,
    });
    await writeFile(join(dir, `piece-${i}.tif`), encodeScene(scene));
  }
  const parts: string[] = [];
  for (let n = 0; n < side * side; n++) {
    const [x, y] = [n % side, Math.floor(n / side)];
    const [west, north] = [500_000 + x * size * GSD, 4_260_000 - y * size * GSD];
    const corners = [west, north, west + size * GSD, north - size * GSD].map(String);
    const part = join(dir, `part-${n}.vrt`);
    const piece = join(dir, `piece-${(x * 3 + y * 5) % 4}.tif`);
    execFileSync("gdal_translate", ["-q", "-of", "VRT", "-a_ullr", ...corners, piece, part]);
    parts.push(part);
  }
  const image = join(dir, `${megapixels}.tif`);
  execFileSync("gdalbuildvrt", ["-q", `${image}.vrt`, ...parts]);
  execFileSync("gdal_translate", ["-q", "-co", "BIGTIFF=IF_SAFER", `${image}.vrt`, image]);
  return image;
}

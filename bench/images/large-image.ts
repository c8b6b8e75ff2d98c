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
  const side = Math.max(1, Math.round(Math.sqrt(megapixels * 1e6) / PIECE));
  for (let i = 0; i < 4; i++) {
    const scene = drawScene({
      seed: i + 1,
      lon: 69,
      lat: 38.5,
      date: 0,
      size: PIECE,
      gsdMeters: GSD,
    });
    await writeFile(join(dir, `piece-${i}.tif`), encodeScene(scene));
  }
  const parts: string[] = [];
  for (let n = 0; n < side * side; n++) {
    const [x, y] = [n % side, Math.floor(n / side)];
    const [west, north] = [500_000 + x * PIECE * GSD, 4_260_000 - y * PIECE * GSD];
    const corners = [west, north, west + PIECE * GSD, north - PIECE * GSD].map(String);
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

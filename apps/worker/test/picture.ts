/** Small real GeoTIFFs for the tests: NAIP chips put side by side, as one georeferenced picture. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const chips = join(import.meta.dirname, "../../../../shared/data/real/geotiff/pairs-naip/shared");

/** Whether the pictures and GDAL are there. */
export function hasPictures(): boolean {
  try {
    execFileSync("gdal_translate", ["--version"], { stdio: "ignore" });
  } catch {
    return false;
  }
  return existsSync(chips);
}

/**
 * A picture of `columns` × `rows` chips of one year (256 px at 0.6 m each), beginning with chip
 * `from`, near Dushanbe. The first three bands, 8 bit.
 */
export function makePicture(
  path: string,
  {
    columns,
    rows,
    from = 0,
    options = [],
  }: { columns: number; rows: number; from?: number; options?: string[] },
): void {
  const names = readdirSync(chips)
    .filter((name) => /_20\d\d_\d+\.tif$/.test(name))
    .sort();
  const vrts: string[] = [];
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const vrt = `${path}.${i}.vrt`;
    const [west, north] = [500_000 + x * 153.6, 4_260_000 - y * 153.6];
    const corners = [west, north, west + 153.6, north - 153.6].map(String);
    const chip = join(chips, names[(from + i) % names.length] as string);
    execFileSync("gdal_translate", [
      "-q",
      "-of",
      "VRT",
      "-b",
      "1",
      "-b",
      "2",
      "-b",
      "3",
      "-a_srs",
      "EPSG:32642",
      "-a_ullr",
      ...corners,
      "-a_nodata",
      "none",
      chip,
      vrt,
    ]);
    vrts.push(vrt);
  }
  execFileSync("gdalbuildvrt", ["-q", `${path}.vrt`, ...vrts]);
  execFileSync("gdal_translate", ["-q", ...options, `${path}.vrt`, path]);
}

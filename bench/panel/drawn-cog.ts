/** A large drawn image for benches: one scene repeated over all of it, as a tiled GeoTIFF with overviews (JPEG). */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { makeCog } from "@nihol/vision/raster/cog";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";

const run = promisify(execFile);
const part = 2000;
/** Upper left corner in UTM zone 42 north: near Dushanbe. */
const corner = [480_000, 4_268_000] as const;

/** The scene as a GeoTIFF of its own. @returns its path */
export async function drawPart(dir: string, gsdM: number): Promise<string> {
  const { pixels } = drawScene({
    ...{ seed: 1, lon: 69, lat: 38.5, date: 0 },
    ...{ size: part, gsdMeters: gsdM },
  });
  const data = Buffer.alloc(part * part * 3);
  for (let at = 0; at < part * part; at++)
    for (let band = 0; band < 3; band++)
      data[at * 3 + band] = pixels.data[at * pixels.bands + band] ?? 0;
  const path = join(dir, "part.tif");
  const raw = { width: part, height: part, channels: 3 as const };
  await sharp(data, { raw }).tiff({ compression: "none" }).toFile(path);
  return path;
}

/** Parts beside each other (GDAL's VRT). */
function mosaic(path: string, width: number, height: number, gsdM: number): string {
  const band = (n: number) => {
    const sources: string[] = [];
    for (let y = 0; y < height; y += part)
      for (let x = 0; x < width; x += part) {
        const size = `xSize="${Math.min(part, width - x)}" ySize="${Math.min(part, height - y)}"`;
        sources.push(
          `<SimpleSource><SourceFilename>${path}</SourceFilename><SourceBand>${n}</SourceBand>`,
          `<SrcRect xOff="0" yOff="0" ${size}/><DstRect xOff="${x}" yOff="${y}" ${size}/></SimpleSource>`,
        );
      }
    const colour = ["Red", "Green", "Blue"][n - 1];
    return `<VRTRasterBand dataType="Byte" band="${n}"><ColorInterp>${colour}</ColorInterp>${sources.join("")}</VRTRasterBand>`;
  };
  const [west, north] = corner;
  return [
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:32642</SRS>`,
    `<GeoTransform>${west},${gsdM},0,${north},0,${-gsdM}</GeoTransform>`,
    ...[1, 2, 3].map(band),
    "</VRTDataset>",
  ].join("\n");
}

/** Writes the image to `target`. @returns what is known of it */
export async function drawCog(
  dir: string,
  target: string,
  { width, height, gsdM }: { width: number; height: number; gsdM: number },
): Promise<RasterMetadata> {
  const [vrt, image] = [join(dir, "image.vrt"), join(dir, "image.tif")];
  await writeFile(vrt, mosaic(await drawPart(dir, gsdM), width, height, gsdM));
  const options = ["COMPRESS=JPEG", "BIGTIFF=IF_SAFER", "NUM_THREADS=ALL_CPUS"];
  await run("gdal_translate", [
    "-q",
    "-of",
    "COG",
    ...options.flatMap((o) => ["-co", o]),
    vrt,
    image,
  ]);
  const { facts } = await makeCog(image, target, await inspectImage(image));
  await rm(image, { force: true });
  return facts;
}

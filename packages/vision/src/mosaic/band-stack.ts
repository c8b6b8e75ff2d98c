/** Bands that lie in files of their own become one GeoTIFF: GDAL lays them over each other, in its cage. */
import { basename, dirname } from "node:path";
import { runGdalOn } from "../ingest/gdal.ts";
import { requireOwnPixels } from "../ingest/tiff-metadata.ts";
import type { CopiedWindow } from "./tiff-window.ts";

/** Band of a file that `copyTiffWindow` wrote. */
export interface StackedBand {
  path: string;
  band: number;
  window: CopiedWindow;
}

/** The files have no ground in common, or lie turned. */
export class BandsApart extends Error {
  override name = "BandsApart";
}

/** Where all of them hold pixels: files of a coarser band reach further, by their larger tiles. */
function commonGround(bands: readonly StackedBand[]): [number, number, number, number] {
  const boxes = bands.map(({ window: { width, height, affine } }) => {
    const [x, across, turned, y, leaning, down] = affine;
    if (turned !== 0 || leaning !== 0 || across <= 0 || down >= 0) throw new BandsApart("turned");
    return [x, y + down * height, x + across * width, y];
  });
  const of = (at: number, pick: (...values: number[]) => number) =>
    pick(...boxes.map((box) => box[at] as number));
  const ground: [number, number, number, number] = [
    of(0, Math.max),
    of(1, Math.max),
    of(2, Math.min),
    of(3, Math.min),
  ];
  if (ground[0] >= ground[2] || ground[1] >= ground[3]) throw new BandsApart("nothing in common");
  return ground;
}

/** Names of the bands of the result: what follows blue is infrared, for which GDAL has no name. */
const interpretations = ["red", "green", "blue", "undefined"];
const minutesMax = 30;

/**
 * Writes the bands, in the order red, green, blue, near infrared, at the finest resolution among them.
 * @param bands all in the folder of `target`
 * @throws {BandsApart}; GDAL's own errors, also where their projections or their types differ
 */
export async function stackBands(
  bands: readonly StackedBand[],
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  const ground = commonGround(bands);
  const [first] = bands;
  const folder = dirname(target);
  if (!first) throw new BandsApart("no band");
  // All of them are seen by the program, not the first alone.
  for (const { path } of bands) await requireOwnPixels(path);
  const run = (program: string, args: (folder: string) => string[]) =>
    runGdalOn({ image: first.path, folder }, program, (names) => args(names.folder), {
      signal,
      ownVrt: true,
      timeoutMs: minutesMax * 60_000,
      cacheMb: 256,
      memoryMb: 3_072,
    });
  // `-separate` takes the first band of each file.
  for (const [at, { path, band }] of bands.entries())
    await run("gdal_translate", (own) => [
      ...["-q", "-of", "VRT", "-b", String(band)],
      ...[`${own}/${basename(path)}`, `${own}/band-${at}.vrt`],
    ]);
  await run("gdalbuildvrt", (own) => [
    ...["-q", "-strict", "-separate", "-resolution", "highest", "-r", "bilinear"],
    ...["-te", ...ground.map(String), `${own}/stack.vrt`],
    ...bands.map((_, at) => `${own}/band-${at}.vrt`),
  ]);
  await run("gdal_translate", (own) => [
    ...["-q", "-of", "GTiff", "-co", "TILED=YES", "-co", "COMPRESS=DEFLATE"],
    ...["-co", "BIGTIFF=IF_SAFER", "-co", "INTERLEAVE=PIXEL"],
    ...bands.flatMap((_, at) => [`-colorinterp_${at + 1}`, interpretations[at] ?? "undefined"]),
    ...[`${own}/stack.vrt`, `${own}/${basename(target)}`],
  ]);
}

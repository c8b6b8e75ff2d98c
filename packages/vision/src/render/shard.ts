import { mkdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { RasterMetadata, Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { plainPath, runGdalOn } from "../ingest/gdal.ts";
import { removeForeignMetadata } from "../ingest/tiff-metadata.ts";
import type { Raster } from "../raster/raster.ts";
import { openShardFile, SHARD_TILES, type Shard } from "./shard-tile.ts";

/** Shards of an image: one is a Cloud Optimized GeoTIFF of 32 × 32 map tiles, at the zoom whose pixels are nearest to the image's own. */
export type ShardPlan = { zoom: number; minZoom: number; shards: Shard[] };

type ShardOptions = { signal?: AbortSignal | undefined; stretch?: Stretch | null };

/** Half the width of the world in Web Mercator (EPSG:3857), metres: π × 6378137. */
const HALF_WORLD_M = 20_037_508.342789244;
const TILE = 256;
const MAX_ZOOM = 22;
const LEVELS = Math.log2(SHARD_TILES);
/** Megabytes that gdalwarp may use for its pixels. */
const WARP_MB = 128;

/** Shards of 32 × 32 tiles that cover the image at its own resolution; each also holds the five zooms above. */
export function planShards(facts: Pick<RasterMetadata, "bbox" | "gsdMeters">): ShardPlan {
  const [west, south, east, north] = facts.bbox;
  const ground = ((2 * HALF_WORLD_M) / TILE) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const zoom = Math.max(
    LEVELS,
    Math.min(MAX_ZOOM, Math.round(Math.log2(ground / facts.gsdMeters))),
  );
  const across = 2 ** zoom / SHARD_TILES;
  const column = (lon: number) => clamp(Math.floor(((lon + 180) / 360) * across), across);
  const row = (lat: number) => clamp(Math.floor(((1 - mercator(lat)) / 2) * across), across);
  const shards: Shard[] = [];
  for (let by = row(north); by <= row(south); by++)
    for (let bx = column(west); bx <= column(east); bx++) shards.push({ z: zoom, bx, by });
  return { zoom, minZoom: zoom - LEVELS, shards };
}

/**
 * Warps one shard from the image's COG: a Cloud Optimized GeoTIFF in EPSG:3857 whose 256 px WebP blocks are the map
 * tiles themselves. Written beside, checked, renamed. Side effect: metadata of the image that name other files are removed
 * in its own file (`removeForeignMetadata`), which changes nothing on one that was cleaned at its upload.
 * Throws GDAL's errors and the signal's reason.
 */
export async function makeShard(
  raster: Raster,
  shard: Shard,
  target: string,
  options: ShardOptions = {},
): Promise<void> {
  const to = plainPath(resolve(target));
  const files = { image: resolve(raster.path), folder: `${to}.${hostname()}-${process.pid}.part` };
  const limits = { signal: options.signal, timeoutMs: 600_000, memoryMb: 3_072, cacheMb: 128 };
  const ofTiffAndVrt = { ...limits, ownVrt: true };
  try {
    await mkdir(files.folder, { recursive: true });
    // Images from before uploads were cleaned may still name other files.
    await removeForeignMetadata(files.image);
    const view = viewArgs(raster.facts, options.stretch ?? null);
    await runGdalOn(
      files,
      "gdal_translate",
      ({ image, folder }) => ["-q", "-if", "GTiff", ...view, image, `${folder}/view.vrt`],
      ofTiffAndVrt,
    );
    await runGdalOn(
      files,
      "gdalwarp",
      ({ folder }) => [...warpArgs(shard), `${folder}/view.vrt`, `${folder}/shard.tif`],
      ofTiffAndVrt,
    );
    const made = `${files.folder}/shard.tif`;
    await (await openShardFile(made, shard)).close();
    await rename(made, to);
  } finally {
    await rm(files.folder, { recursive: true, force: true });
  }
}

/** Red, green, blue and alpha in 8 bits, as a view on the COG: no pixels are copied. */
function viewArgs({ roles, bits }: RasterMetadata, stretch: Stretch | null): string[] {
  const bands = [roles.red, roles.green, roles.blue, ...(roles.alpha ? [roles.alpha] : [])];
  const args = ["-of", "VRT", ...bands.flatMap((band) => ["-b", String(band)])];
  ["red", "green", "blue", "alpha"].slice(0, bands.length).forEach((name, i) => {
    args.push(`-colorinterp_${i + 1}`, name);
  });
  if (bits === 8) return args;
  bands.forEach((_, i) => {
    const [low, high] = i < 3 ? [stretch?.low[i] ?? 0, stretch?.high[i] ?? 65_535] : [0, 1];
    args.push(`-scale_${i + 1}`, String(low), String(high), "0", "255");
  });
  return [...args, "-ot", "Byte"];
}

function warpArgs({ z, bx, by }: Shard): string[] {
  const side = (2 * HALF_WORLD_M * SHARD_TILES) / 2 ** z;
  const west = bx * side - HALF_WORLD_M;
  const north = HALF_WORLD_M - by * side;
  const pixels = String(SHARD_TILES * TILE);
  const te = [west, north - side, west + side, north].map((value) => value.toFixed(9));
  const creation = [
    "COMPRESS=WEBP",
    "QUALITY=80",
    "BLOCKSIZE=256",
    "OVERVIEW_RESAMPLING=AVERAGE",
    // Without this the COG takes over what overviews the source has, at sizes that are no tiles.
    "OVERVIEWS=IGNORE_EXISTING",
    "SPARSE_OK=TRUE",
    "NUM_THREADS=1",
  ];
  const options: string[][] = [
    ["-q"],
    ["-if", "VRT"],
    ["-ovr", "NONE"],
    ["-t_srs", "EPSG:3857"],
    ["-te", ...te],
    ["-ts", pixels, pixels],
    ["-r", "bilinear"],
    ["-dstalpha"],
    ["-wo", "UNIFIED_SRC_NODATA=YES"],
    ["-wm", String(WARP_MB)],
    ["-of", "COG"],
    ...creation.map((option) => ["-co", option]),
  ];
  return options.flat();
}

function mercator(lat: number): number {
  const bounded = Math.max(-85.05112878, Math.min(85.05112878, lat)) * (Math.PI / 180);
  return Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / Math.PI;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Images with trees, published as the worker does it. */

import type { ImageMetadata, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Connection } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon, Position } from "@nihol/geo/geometry";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { copyTrees, type NewTree } from "@nihol/store/trees/tree-copy";
import { publishImage } from "@nihol/store/trees/tree-publish";

/** An image of 1,000 by 1,000 pixels over a square of degrees, its affine in plain degrees. */
export interface ImageOptions {
  west: number;
  south: number;
  side: number;
  date?: string;
  model?: string;
  range?: [low: number, high: number];
  greenLevel?: number;
  /** The person who asked for it; nobody knows who where it is left out. */
  by?: number;
}

/** Inserts an image that holds no tree yet and returns its id. */
export async function insertImage(db: Connection, options: ImageOptions): Promise<number> {
  const { west, south, side, date = "2025-06-01" } = options;
  const north = south + side;
  const east = west + side;
  const facts: Pick<ImageMetadata, "affine" | "proj4"> = {
    affine: [west, side / 1000, 0, north, 0, -side / 1000],
    proj4: "+proj=longlat +datum=WGS84 +no_defs",
  };
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const process = await db.sql
    .insertInto("imagery_process")
    .values({
      file_name: "a.tif",
      file_key: "a",
      facts: json({
        ...facts,
        bbox: [west, south, east, north],
        footprint: { type: "Polygon", coordinates: [ring] },
      } as RasterMetadata),
      capture_date: date,
      requested_by: options.by ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const image = await db.sql
    .insertInto("whole_image")
    .values({
      process_id: process.id,
      captured_on: date,
      date_hash: `${process.id}`,
      original_key: "a",
      cog_key: "a",
      facts: json(facts as ImageMetadata),
      width: 1000,
      height: 1000,
      gsd_m: 0.6,
      has_nir: false,
      bbox: [west, south, east, north],
      coverage: json<MultiPolygon>({ type: "MultiPolygon", coordinates: [[ring]] }),
      coverage_m2: 1e6,
      fragment_count: 4,
      model: options.model ?? "baseline",
      range_low: options.range?.[0] ?? 0.8,
      range_high: options.range?.[1] ?? 1.25,
      green_level: options.greenLevel ?? 0.4,
      green_index: "ExG",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return image.id;
}

export interface Spot {
  lon: number;
  lat: number;
  green?: 0 | 1 | 2;
  area?: number;
  region?: number | null;
  district?: number | null;
  garden?: number | null;
}

/** Puts trees on an image, each with a crown of 10 pixels, and publishes it. */
export async function plant(
  db: Connection,
  imageId: number,
  { west, south, side, date = "2025-06-01" }: ImageOptions,
  spots: Spot[],
): Promise<void> {
  const trees = spots.map(({ lon, lat, ...spot }): NewTree => {
    const x = ((lon - west) / side) * 1000;
    const y = ((south + side - lat) / side) * 1000;
    return {
      whole_image_id: imageId,
      fragment: 0,
      zc: mortonOf(lon, lat),
      lon,
      lat,
      captured_on: date,
      score: 0.9,
      green: spot.green ?? 1,
      veg_index: 0.5,
      veg_index_name: "ExG",
      area_m2: spot.area ?? 10,
      box: [x - 5, y - 5, x + 5, y + 5],
      crown: [x - 5, y, x, y - 5, x + 5, y, x, y + 5],
      garden_id: spot.garden ?? null,
      district_id: spot.district ?? null,
      region_id: spot.region ?? null,
    };
  });
  await db.sql.transaction().execute(async (trx) => {
    await copyTrees(trx, trees);
    await publishImage(trx, imageId);
  });
}

/** Fills the map besides trees, for measuring: gardens, devices, tasks, cases, and a mosaic of drawn images. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Connection } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { mercatorX, mercatorY } from "@nihol/geo/tiles/tile-math";
import type { FolderStore } from "@nihol/store/files/file-store";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { makeCog } from "@nihol/vision/raster/cog";
import { drawPart } from "./drawn-cog.ts";
import { storeTiles } from "./stored-tiles.ts";

const run = promisify(execFile);

export interface RecordCounts {
  gardens: number;
  devices: number;
  tasks: number;
  cases: number;
}

/** Squares of half a kilometre with their middles; devices and cases anywhere in the country; tasks of the gardens. */
const filled = ({ gardens, devices, tasks, cases }: RecordCounts) => `
  with place as (select id, 67.5 + 7.5 * random() as lon, 36.9 + 4 * random() as lat from garden where id <= ${gardens})
  update garden g set name = jsonb_build_object('tg', 'Боғи ' || g.id, 'ru', 'Сад ' || g.id, 'en', 'Garden ' || g.id, 'az', 'Bağ ' || g.id), center = array[lon, lat], bbox = array[lon - 0.003, lat - 0.0023, lon + 0.003, lat + 0.0023], area_m2 = 250000,
    boundary = jsonb_build_object('type', 'MultiPolygon', 'coordinates', jsonb_build_array(jsonb_build_array(jsonb_build_array(
      jsonb_build_array(lon - 0.003, lat - 0.0023), jsonb_build_array(lon + 0.003, lat - 0.0023), jsonb_build_array(lon + 0.003, lat + 0.0023),
      jsonb_build_array(lon - 0.003, lat + 0.0023), jsonb_build_array(lon - 0.003, lat - 0.0023)))))
    from place where place.id = g.id;
  insert into device (name, type, latitude, longitude, region_id, interval_minutes)
    select 'DEV-' || n, (array['air', 'soil', 'water'])[1 + n % 3], 36.9 + 4 * random(), 67.5 + 7.5 * random(), 1, 60
    from generate_series(1, ${devices}) n;
  insert into planting_task (garden_id, status, assigned_date, due_date)
    select 1 + n % ${gardens}, (array['pending', 'in_progress', 'submitted', 'completed'])[1 + n % 4], date '2026-03-01', date '2026-05-01' + n % 60
    from generate_series(1, ${tasks}) n;
  insert into violation (kind, state, title, observed_on, region_id, latitude, longitude, number)
    select 'fire', (array['new', 'under_review', 'confirmed'])[1 + n % 3], 'Case ' || n, date '2026-05-14', 1, 36.9 + 4 * random(), 67.5 + 7.5 * random(), 'B-' || n
    from generate_series(1, ${cases}) n;
  analyze garden; analyze device; analyze planting_task; analyze violation;`;

/** Fills the country of `tree-load.ts` once. */
export const fillRecords = ({ pool }: Connection, counts: RecordCounts) =>
  pool.query(filled(counts));

/** Images of a mosaic: beside one another, each of 2,000 × 2,000 pixels. */
export interface MosaicGrid {
  columns: number;
  rows: number;
}
const [side, gsdM] = [2000, 1.2];
/** Half of the Earth's circumference in metres of the web's grid. */
const half = 20_037_508.342789;
const fileName = "bench mosaic";

/**
 * Images with their stored tiles around a place, the newest of their ground. Those of an earlier run are taken away:
 * their files are gone.
 * @returns how many
 */
export async function fillMosaic(
  db: Connection,
  files: FolderStore,
  [latitude, longitude]: readonly [number, number],
  grid: MosaicGrid,
): Promise<number> {
  await db.pool.query("delete from imagery_process where file_name = $1", [fileName]);
  const dir = await mkdtemp(join(tmpdir(), "nihol-bench-mosaic-"));
  try {
    const part = await drawPart(dir, gsdM);
    // A metre on the ground is longer on the web's grid the farther it is from the equator.
    const sideM = (side * gsdM) / Math.cos((latitude * Math.PI) / 180);
    const [x, y] = [mercatorX(longitude) * 2 * half - half, half - mercatorY(latitude) * 2 * half];
    for (let column = 0; column < grid.columns; column++)
      for (let row = 0; row < grid.rows; row++) {
        const west = x + (column - grid.columns / 2) * sideM;
        const north = y - (row - grid.rows / 2) * sideM;
        const image = join(dir, `${column}-${row}.tif`);
        const corners = [west, north, west + sideM, north - sideM].map(String);
        const options = ["-q", "-of", "COG", "-co", "COMPRESS=JPEG", "-a_srs", "EPSG:3857"];
        await run("gdal_translate", [...options, "-a_ullr", ...corners, part, image]);
        const key = `bench/mosaic-${column}-${row}.tif`;
        const target = join(dir, "cog.tif");
        const made = await makeCog(image, target, await inspectImage(image));
        // Eight bits: colours as they are.
        const facts: ImageMetadata = { ...made.facts, stretch: null };
        await files.put(key, { moveFrom: target });
        await storeTiles(files, await insertImage(db, facts, key), key, facts);
        await rm(image);
      }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return grid.columns * grid.rows;
}

async function insertImage(db: Connection, facts: ImageMetadata, key: string): Promise<number> {
  const capture_date = "2026-05-17";
  const { id: process_id } = await db.sql
    .insertInto("imagery_process")
    .values({
      file_name: fileName,
      file_key: "none",
      facts: json(facts),
      capture_date,
      status: "completed",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const coverage: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: [facts.footprint.coordinates],
  };
  const { id } = await db.sql
    .insertInto("whole_image")
    .values({
      process_id,
      captured_on: capture_date,
      date_hash: `${process_id}`.padStart(64, "0"),
      original_key: "none",
      cog_key: key,
      facts: json(facts),
      width: facts.width,
      height: facts.height,
      gsd_m: facts.gsdMeters,
      has_nir: false,
      bbox: facts.bbox,
      coverage: json(coverage),
      coverage_m2: (side * gsdM) ** 2,
      fragment_count: 1,
      published_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.pool.query(
    `insert into seen_area (whole_image_id, cell, region_id, district_id, garden_id, captured_on, superseded_on, green_superseded_on, area_m2)
      values ($1, 0, 1, 1, 0, $2, 'infinity', 'infinity', 1)`,
    [id, capture_date],
  );
  return id;
}

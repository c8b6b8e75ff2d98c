/** Fills an empty database with trees, their pyramid and their tally, for measuring. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Connection } from "@nihol/db/connection";
import { PYRAMID_LEVELS } from "@nihol/db/tree-pyramid";
import { refreshTreeTally } from "@nihol/db/tree-tally";
import { from as copyFrom } from "pg-copy-streams";
import { treeRows } from "./tree-country.ts";

const pictures = 40;
const say = (line: string) => process.stderr.write(`${line}\n`);

async function timed<T>(what: string, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work;
  say(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

const indexes = ["tree_zc", "tree_image", "tree_image_zc", "tree_garden"];

async function loadPlaces({ pool }: Connection) {
  const name = `jsonb_build_object('tg', i, 'ru', i, 'en', i, 'az', '')`;
  await pool.query(`insert into region (name) select ${name} from generate_series(1, 1) i`);
  await pool.query(
    `insert into district (region_id, name) select 1, ${name} from generate_series(1, 68) i`,
  );
  await pool.query(`insert into garden (name) select ${name} from generate_series(1, 3000) i`);
  await pool.query(`insert into imagery_process (file_name, file_key, facts, capture_date)
    select 'bench', 'bench', '{}', date '2024-04-01' + i * 15 from generate_series(1, ${pictures}) i`);
  await pool.query(`insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key,
      facts, width, height, gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count, published_at)
    select id, capture_date, id::text, 'bench', 'bench', '{}', 1, 1, 0.6, false, '{0,0,1,1}',
      '{"type": "MultiPolygon", "coordinates": []}', 1, 1, now() from imagery_process order by 1`);
}

async function copyRows({ pool }: Connection, trees: number) {
  const client = await pool.connect();
  try {
    await client.query(`create unlogged table stage (zc bigint, lon float8, lat float8, green smallint,
      area_m2 real, picture int, garden int, district int)`);
    await pipeline(
      Readable.from(treeRows(trees, pictures)),
      client.query(copyFrom("copy stage from stdin")),
    );
  } finally {
    client.release();
  }
}

/** In the order of the Morton key, as it lies on disk after imports picture by picture. */
async function moveRows({ pool }: Connection) {
  const client = await pool.connect();
  try {
    await client.query("set work_mem = '256MB'; set maintenance_work_mem = '512MB'");
    const { rows } = await client.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = any($1)",
      [indexes],
    );
    for (const index of indexes) await client.query(`drop index ${index}`);
    // Ten million checks that garden 7 exists measure nothing here.
    await client.query("set session_replication_role = replica");
    await client.query(`insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score,
        green, area_m2, box, crown, garden_id, district_id, region_id, current)
      select s.picture, 0, s.zc, s.lon, s.lat, w.captured_on, 0.9, s.green, s.area_m2, '{0,0,9,9}',
        '{0,4,4,0,9,4,4,9}', s.garden, s.district, 1, true
      from stage s join whole_image w on w.id = s.picture order by s.zc`);
    await client.query("drop table stage");
    for (const { indexdef } of rows) await client.query(indexdef);
    await client.query("vacuum analyze tree");
  } finally {
    client.release(true);
  }
}

/** Level by level from the finer one: the same sums as rebuildPyramid, in a fifth of the time. */
async function fillPyramid({ pool }: Connection) {
  const client = await pool.connect();
  const sums = (source: string) =>
    `sum(n), sum(green), sum(not_green), sum(unsure), sum(area_m2) from ${source} group by 1, 2, 3, 4, 5, 6`;
  const places = "region_id, district_id, garden_id, captured_on";
  const { from, to } = PYRAMID_LEVELS;
  try {
    await client.query("set work_mem = '512MB'; set maintenance_work_mem = '512MB'");
    await client.query("alter table tree_cell drop constraint tree_cell_pkey");
    await client.query(`insert into tree_cell (level, cell, ${places}, n, green, not_green, unsure, area_m2)
      select ${to}, zc >> ${2 * (31 - to)}, region_id, district_id, coalesce(garden_id, 0), captured_on,
        count(*), count(*) filter (where green = 1), count(*) filter (where green = 0),
        count(*) filter (where green = 2), sum(area_m2)
      from tree group by 1, 2, 3, 4, 5, 6 order by 2`);
    for (let level = to - 1; level >= from; level--) {
      await client.query(`insert into tree_cell (level, cell, ${places}, n, green, not_green, unsure, area_m2)
        select ${level}, cell >> 2, ${places}, ${sums(`tree_cell where level = ${level + 1}`)} order by 2`);
    }
    await client.query(`alter table tree_cell add primary key
      (level, cell, garden_id, district_id, region_id, captured_on)`);
    await client.query("vacuum analyze tree_cell");
  } finally {
    client.release(true);
  }
}

const fillTally = ({ sql: db }: Connection) =>
  db.transaction().execute((trx) =>
    refreshTreeTally(
      trx,
      Array.from({ length: pictures }, (_, i) => i + 1),
    ),
  );

/** Loads `trees` trees over 40 pictures, 68 districts and 3,000 gardens; minutes for ten million. */
export async function loadCountry(db: Connection, trees: number): Promise<void> {
  await loadPlaces(db);
  await timed(`copied ${trees} trees`, copyRows(db, trees));
  await timed("ordered and indexed", moveRows(db));
  await timed("pyramid", fillPyramid(db));
  await timed("tally", fillTally(db));
}

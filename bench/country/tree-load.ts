/** Fills an empty database with trees of one or several years, their pyramid and their tally, for measuring. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Connection } from "@nihol/db/connection";
import { PYRAMID_LEVELS } from "@nihol/store/trees/tree-pyramid";
import { refreshTreeTally } from "@nihol/store/trees/tree-tally";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { treeRows } from "./tree-country.ts";

/** Images a year; each covers a strip of the country, and the next year's takes its place over. */
export const strips = 40;
const daysBetween = 365;
/** Of all images: pixels of 7 millionths of a degree, about 60 cm, from a corner beyond the country. */
const georeference = JSON.stringify({
  affine: [67, 0.000007, 0, 42, 0, -0.000007],
  proj4: "+proj=longlat +datum=WGS84 +no_defs",
});
const say = (line: string) => process.stderr.write(`${line}\n`);

async function timed<T>(what: string, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work;
  say(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

const indexes = ["tree_zc", "tree_zc_past", "tree_image", "tree_image_zc", "tree_garden"];

async function loadPlaces({ pool }: Connection, years: number) {
  const name = `jsonb_build_object('tg', i::text, 'ru', i::text, 'en', i::text, 'az', '')`;
  await pool.query(`insert into region (name) select ${name} from generate_series(1, 1) i`);
  await pool.query(
    `insert into district (region_id, name) select 1, ${name} from generate_series(1, 68) i`,
  );
  await pool.query(`insert into garden (name) select ${name} from generate_series(1, 3000) i`);
  await pool.query(`insert into imagery_process (file_name, file_key, facts, capture_date)
    select 'bench', 'bench', '{}', date '2025-04-01' + strip * 5 - ${daysBetween} * (${years} - year)
    from generate_series(1, ${years}) year, generate_series(1, ${strips}) strip order by year, strip`);
  await pool.query(`insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key,
      facts, width, height, gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count, published_at)
    select id, capture_date, id::text, 'bench', 'bench', '${georeference}', 1, 1, 0.6, false, '{0,0,1,1}',
      '{"type": "MultiPolygon", "coordinates": []}', 1, 1, now() from imagery_process order by 1`);
}

async function copyRows({ pool }: Connection, trees: number) {
  const client = await pool.connect();
  try {
    await client.query(`create table stage (zc bigint, lon float8, lat float8, green smallint,
      area_m2 real, picture int, garden int, district int) partition by list (picture)`);
    for (let picture = 1; picture <= strips; picture++)
      await client.query(
        `create unlogged table stage_${picture} partition of stage for values in (${picture})`,
      );
    await pipeline(
      Readable.from(treeRows(trees, strips)),
      client.query(copyFrom("copy stage from stdin")),
    );
  } finally {
    client.release();
  }
}

/**
 * Strip by strip, each year's in the order of the Morton key, as it lies on disk after imports image by image. What was
 * moved is dropped, so that a hundred million need no room for two copies.
 */
async function moveRows({ pool }: Connection, years: number) {
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
    for (let picture = 1; picture <= strips; picture++) {
      await client.query(`insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score,
          green, area_m2, box, crown, garden_id, district_id, region_id, current, superseded_on)
        select w.id, 0, s.zc, s.lon, s.lat, w.captured_on, 0.3 + 0.7 * random(), s.green, s.area_m2,
          array[px, py, px + 9, py + 9], array[px, py + 4, px + 4, py, px + 9, py + 4, px + 4, py + 9], s.garden, s.district, 1, next.id is null, next.captured_on
        from (select *, floor(random() * ${years})::int as year,
            ((lon - 67) / 0.000007)::int as px, ((42 - lat) / 0.000007)::int as py from stage_${picture}) s
        join whole_image w on w.id = s.year * ${strips} + s.picture
        left join whole_image next on next.id = w.id + ${strips} order by s.year, s.zc`);
      await client.query(`drop table stage_${picture}`);
    }
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
  try {
    await client.query("set work_mem = '512MB'; set maintenance_work_mem = '512MB'");
    await fillCells(client, "tree_cell", "captured_on", "current");
    await fillCells(
      client,
      "tree_cell_past",
      "captured_on, superseded_on",
      "superseded_on is not null",
    );
  } finally {
    client.release(true);
  }
}

async function fillCells(client: pg.PoolClient, table: string, days: string, which: string) {
  const places = `region_id, district_id, garden_id, ${days}`;
  const columns = `(level, cell, ${places}, n, green, not_green, unsure, area_m2)`;
  const { from, to } = PYRAMID_LEVELS;
  await client.query(`alter table ${table} drop constraint ${table}_pkey`);
  await client.query(`insert into ${table} ${columns}
    select ${to}, zc >> ${2 * (31 - to)} as cell, region_id, district_id, coalesce(garden_id, 0) as garden, ${days},
      count(*), count(*) filter (where green = 1), count(*) filter (where green = 0),
      count(*) filter (where green = 2), sum(area_m2)
    from tree where ${which} group by cell, region_id, district_id, garden, ${days} order by cell`);
  for (let level = to - 1; level >= from; level--) {
    await client.query(`insert into ${table} ${columns}
      select ${level}, cell >> 2 as coarser, ${places},
        sum(n), sum(green), sum(not_green), sum(unsure), sum(area_m2)
      from ${table} where level = ${level + 1} group by coarser, ${places} order by coarser`);
  }
  await client.query(
    `alter table ${table} add primary key (level, cell, garden_id, district_id, region_id, ${days})`,
  );
  await client.query(`vacuum analyze ${table}`);
}

const fillTally = ({ sql: db }: Connection, years: number) =>
  db.transaction().execute((trx) =>
    refreshTreeTally(
      trx,
      Array.from({ length: strips * years }, (_, i) => i + 1),
    ),
  );

/**
 * Loads `trees` trees over 40 images a year, 68 districts and 3,000 gardens; minutes for ten million. Each
 * year holds as many trees, and takes the one before it over.
 */
export async function loadCountry(db: Connection, trees: number, years = 1): Promise<void> {
  await loadPlaces(db, years);
  await timed(`copied ${trees} trees`, copyRows(db, trees));
  await timed("ordered and indexed", moveRows(db, years));
  await timed("pyramid", fillPyramid(db));
  await timed("tally", fillTally(db, years));
}

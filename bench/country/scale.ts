/**
 * `npm run bench -- scale [--trees 10000000,100000000] [--times 9] [--users 50] [--seconds 300] [--partitions 32]
 * [--keep FOLDER]`: what grows with the number of trees. Countries of so many trees, one after the other, each in a
 * database of its own, asked through HTTP: tiles, statistics, report, lists, one tree; then by so many people at once for
 * so many seconds. An image of some hundred thousand trees is published over ground that has trees, and the table is
 * vacuumed after it. The growth of p95 is that of the largest country over the smallest (goal: at most 1.5 times).
 * Gigabytes of table, indexes and pyramid. Then, in the smallest country, the statements that trees answer, in their table
 * and in one of so many partitions by place (`--partitions 0`: none). `--keep` leaves the databases in a folder, for the
 * next run. The last line is JSON. 100 million trees take 60 GB of disk and an hour.
 * Smallest: `--trees 5000 --times 1 --users 2 --seconds 0.2 --partitions 2`.
 */
import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { cellRange, tileOfCell } from "@nihol/geo/tiles/morton";
import { tileBbox } from "@nihol/geo/tiles/tile-math";
import { publishImage } from "@nihol/store/trees/tree-publish";
import { type BenchServer, openBenchServer } from "../server.ts";
import { comparePartitions } from "./partitions.ts";
import type { PeopleOrder, PeopleTimes } from "./people.ts";
import { asked, type Figures, figuresOf, tilesOf } from "./questions.ts";
import { boundsOfStrip } from "./tree-country.ts";
import { loadCountry, strips } from "./tree-load.ts";

const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "10000000,100000000" },
    times: { type: "string", default: "9" },
    users: { type: "string", default: "50" },
    seconds: { type: "string", default: "300" },
    partitions: { type: "string", default: "32" },
    keep: { type: "string" },
  },
});
const counts = values.trees.split(",").map(Number);
const times = Number(values.times);

const partitions = Number(values.partitions);

/** Values of each statement that is asked of both tables. */
const valuesOfStatement = 200;
/** Trees of the image that is published. */
const treesOfImage = 100_000;

/** Seconds of work, to a tenth. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Number(((performance.now() - start) / 1000).toFixed(1));
}

async function askAlone(server: BenchServer, tiles: string[]): Promise<Record<string, Figures>> {
  const groups: Record<string, string[]> = { tiles, "a tree": ["/plant-tree-detail/1700"] };
  for (const [name, path] of Object.entries(asked)) groups[name] = [path];
  const figures: Record<string, Figures> = {};
  for (const [name, paths] of Object.entries(groups)) {
    const measured: number[] = [];
    for (let n = 0; n <= (name === "tiles" ? Math.min(2, times) : times); n++)
      for (const path of paths) {
        const ms = await server.timeOf(path);
        if (n > 0) measured.push(ms);
      }
    figures[name] = figuresOf(measured);
    console.log(name.padEnd(26), JSON.stringify(figures[name]));
  }
  return figures;
}

/** Many at once, from a process of their own: they do not share the server's event loop. */
async function askTogether(order: PeopleOrder) {
  const child = fork(join(import.meta.dirname, "people.ts"), { execArgv: [] });
  child.send(order);
  const { times: found, errors } = await new Promise<PeopleTimes>((resolve, reject) => {
    child.once("message", (message) => resolve(message as PeopleTimes));
    child.once("exit", () => reject(new Error("the people of the bench ended")));
  });
  const answers = Object.values(found).reduce((sum, { length }) => sum + length, 0);
  const figures = Object.fromEntries(
    Object.entries(found).map(([name, measured]) => [name, figuresOf(measured)]),
  );
  return { answers, errors: errors.length, first_errors: errors.slice(0, 3), figures };
}

/** A newer image of a square with about as many trees as wanted, each of them seen again, published over it. */
async function publishOver({ pool, sql: db }: Connection) {
  const { rows } = await pool.query<{ level: number; cell: string; n: number }>(
    `select level, cell::text, sum(n)::int as n from tree_cell where level between 8 and 14 group by level, cell
     order by abs(sum(n) - $1) limit 1`,
    [treesOfImage],
  );
  const [square] = rows;
  if (!square) throw new Error("no ground with trees");
  const { z, x, y } = tileOfCell(BigInt(square.cell), square.level);
  const [west, south, east, north] = tileBbox(z, x, y);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const inserted = await pool.query<{ id: number }>(
    `with process as (insert into imagery_process (file_name, file_key, facts, capture_date)
       select 'scale', 'scale', '{}', max(captured_on) + 1 from whole_image returning id, capture_date)
     insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height,
       gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count)
     select id, capture_date, 'scale', 'scale', 'scale', old.facts, 1, 1, 0.6, false, $1, $2, 1, 1
     from process, (select facts from whole_image order by id limit 1) old returning id`,
    [[west, south, east, north], JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] })],
  );
  const image = inserted.rows[0]?.id ?? 0;
  // Those of the country lie around it, each with its strip, so that their trees there are taken over.
  for (let n = 1; n <= strips; n++)
    await pool.query("update whole_image set bbox = $1 where id = $2", [
      boundsOfStrip(n, strips),
      n,
    ]);
  const insertS = await secondsOf(() =>
    pool.query(
      `insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score, green, area_m2, box, crown,
         garden_id, district_id, region_id, current)
       select $1, 0, zc, lon, lat, (select captured_on from whole_image where id = $1), score, green, area_m2, box, crown,
         garden_id, district_id, region_id, false
       from tree where current and zc between $2 and $3`,
      [image, ...cellRange(BigInt(square.cell), square.level).map(String)],
    ),
  );
  const publishS = await secondsOf(() =>
    db.transaction().execute((trx) => publishImage(trx, image)),
  );
  // Tiles of some thousand trees each: two zooms nearer.
  const tiles = Array.from(
    { length: 16 },
    (_, n) => `/tiles/trees/${z + 2}/${4 * x + (n % 4)}/${4 * y + Math.floor(n / 4)}.mvt`,
  );
  return { tiles, figures: { trees: square.n, insert_s: insertS, publish_s: publishS } };
}

/** An image that is published: itself, the tiles of its ground before a vacuum, and after it. */
async function measurePublish(db: Connection, server: BenchServer) {
  const { tiles, figures } = await publishOver(db);
  async function timesOfTiles() {
    const measured: number[] = [];
    for (const path of [...tiles, ...tiles]) measured.push(await server.timeOf(path));
    return figuresOf(measured.slice(tiles.length));
  }
  const fresh = await timesOfTiles();
  const vacuumS = await secondsOf(() => db.pool.query("vacuum tree"));
  const published = { ...figures, fresh, vacuum_s: vacuumS, vacuumed: await timesOfTiles() };
  console.log("published".padEnd(26), JSON.stringify(published));
  return published;
}

/** Gigabytes of what holds trees, to a tenth. */
async function sizesOf({ pool }: Connection) {
  const { rows } = await pool.query<{ name: string; table_gb: number; indexes_gb: number }>(
    `select relname as name, round(pg_table_size(oid) / 1e9, 1)::float as table_gb,
       round(pg_indexes_size(oid) / 1e9, 1)::float as indexes_gb
     from pg_class where relname in ('tree', 'tree_cell') order by relname`,
  );
  return Object.fromEntries(rows.map(({ name, ...sizes }) => [name, sizes]));
}

async function measureCountry(trees: number) {
  const dir = values.keep
    ? join(values.keep, `${trees}`)
    : await mkdtemp(join(tmpdir(), "nihol-bench-scale-"));
  try {
    const database = await openEmbedded(dir, { durable: false });
    const db = connect(database.config, { max: 8 });
    try {
      await migrate(db.pool);
      const { rows } = await db.pool.query("select from tree limit 1");
      const loadS = rows.length > 0 ? null : await secondsOf(() => loadCountry(db, trees));
      const sizes = await sizesOf(db);
      const server = await openBenchServer(db, database.config);
      try {
        const tiles = await tilesOf(db);
        const alone = await askAlone(server, tiles);
        const { address, access } = await server.listen();
        const together = await askTogether({
          ...{ address, access, tiles },
          ...{ people: Number(values.users), seconds: Number(values.seconds) },
        });
        console.log("together".padEnd(26), JSON.stringify(together));
        const published = await measurePublish(db, server);
        const byPlace =
          partitions > 0 && trees === Math.min(...counts)
            ? await comparePartitions(db, partitions, valuesOfStatement)
            : undefined;
        return {
          trees,
          load_s: loadS,
          sizes,
          alone,
          together,
          published,
          by_place: byPlace,
        };
      } finally {
        await server.close();
      }
    } finally {
      await db.close();
      await database.stop();
    }
  } finally {
    if (!values.keep) await rm(dir, { recursive: true, force: true });
  }
}

const countries = [];
for (const trees of counts) countries.push(await measureCountry(trees));
const ordered = countries.toSorted((one, other) => one.trees - other.trees);
const [first, last] = [ordered.at(0), ordered.at(-1)];
const growth = Object.fromEntries(
  Object.entries(last?.alone ?? {}).map(([name, { p95_ms }]) => [
    name,
    Number((p95_ms / (first?.alone[name]?.p95_ms || Number.NaN)).toFixed(2)),
  ]),
);
console.log(JSON.stringify({ bench: "scale", growth_of_p95: growth, countries }));

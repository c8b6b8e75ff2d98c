/**
 * `npm run bench -- tiles [--trees N]`: loads 10 million trees into a database of its own and measures tiles
 * of trees at zoom 4 to 18: the 30 densest and 60 random ones of each zoom, query and encoding.
 * Smallest: `--trees 4000`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { seededRandom } from "@nihol/geo/seeded-random";
import { tileOfCell } from "@nihol/geo/tiles/morton";
import type { TileAddress } from "@nihol/geo/tiles/mvt";
import { findTreeTile } from "../../apps/server/src/features/tree-tiles/tile.ts";
import { loadCountry } from "./tree-load.ts";

interface Measured {
  z: number;
  ms: number;
  bytes: number;
  gzip: number;
}

async function chooseTiles({ pool }: Connection): Promise<TileAddress[]> {
  const tiles: TileAddress[] = [];
  await pool.query("select setseed(0.5)");
  for (let z = 4; z <= 18; z++) {
    for (const [order, limit] of [
      ["sum(n) desc", 30],
      ["random()", 60],
    ] as const) {
      const { rows } = await pool.query<{ cell: string | number }>(
        `select cell from tree_cell where level = $1 group by cell order by ${order} limit ${limit}`,
        [z],
      );
      tiles.push(...rows.map(({ cell }) => tileOfCell(BigInt(cell), z)));
    }
  }
  const random = seededRandom(11);
  return tiles
    .map((tile) => ({ tile, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ tile }) => tile);
}

async function measure(db: Connection, tiles: TileAddress[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const tile of tiles) {
    const start = performance.now();
    const bytes = await findTreeTile(db.sql, tile, { actor: undefined, filter: {} });
    const ms = performance.now() - start;
    measured.push({ z: tile.z, ms, bytes: bytes.length, gzip: gzipSync(bytes).length });
  }
  return measured;
}

function figures(measured: Measured[]) {
  const sorted = measured.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return {
    tiles: measured.length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    max_ms: at(1),
    largest_kb: Math.round(Math.max(...measured.map(({ bytes }) => bytes)) / 1000),
    largest_gzip_kb: Math.round(Math.max(...measured.map(({ gzip }) => gzip)) / 1000),
  };
}

function printByZoom(measured: Measured[]) {
  for (let z = 4; z <= 18; z++) {
    const { tiles, p50_ms, p95_ms, max_ms, largest_kb } = figures(
      measured.filter((m) => m.z === z),
    );
    console.log(
      `z ${z}: ${tiles} tiles, p50 ${p50_ms} ms, p95 ${p95_ms}, max ${max_ms}, largest ${largest_kb} kB`,
    );
  }
}

async function run(dir: string, trees: number) {
  const database = await openEmbedded(dir, { durable: false });
  const db = connect(database.config);
  try {
    await migrate(db.pool);
    await loadCountry(db, trees);
    const tiles = await chooseTiles(db);
    const first = figures(await measure(db, tiles));
    console.log(`first pass: ${JSON.stringify(first)}`);
    const measured = await measure(db, tiles);
    printByZoom(measured);
    console.log(JSON.stringify({ bench: "tiles", trees, ...figures(measured) }));
  } finally {
    await db.close();
    await database.stop();
  }
}

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { trees: { type: "string", default: "10000000" } },
});
const dir = await mkdtemp(join(tmpdir(), "nihol-bench-"));
try {
  await run(dir, Number(values.trees));
} finally {
  await rm(dir, { recursive: true, force: true });
}

/**
 * `npm run bench -- ogc [--trees 1000000]`: OGC API - Features through HTTP, page by page as QGIS and GDAL read it:
 * the first pages of 1,000 trees, pages in the middle and near the end, pages within a box, and gardens; every page's
 * address is the one that the page before named. The last line is JSON.
 * Smallest: `--trees 3000`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { loadCountry } from "./country/tree-load.ts";
import { type BenchServer, openBenchServer } from "./server.ts";

const { values } = parseArgs({ options: { trees: { type: "string", default: "1000000" } } });
const trees = Number(values.trees);
const pageRows = 1000;
/** Pages that are measured of each way of asking. */
const pages = 200;
/** Milliseconds that nineteen pages of twenty may take. */
const GOAL_MS = 300;

interface Page {
  numberMatched?: number;
  numberReturned: number;
  links: { rel: string; href: string }[];
}

/** The path after `/api` of the page after this one. */
const nextOf = ({ links }: Page): string | undefined => {
  const next = links.find(({ rel }) => rel === "next")?.href;
  return next === undefined ? undefined : next.slice(next.indexOf("/api/") + 4);
};

const at = (sorted: readonly number[], share: number) =>
  Math.round(10 * (sorted[Math.ceil(share * sorted.length) - 1] ?? 0)) / 10;

/** Reads pages one after the other: the first, which counts too, and the times of all others. */
async function walk(server: BenchServer, path: string, most: number) {
  const times: number[] = [];
  let first: { ms: number; matched: number | undefined } | undefined;
  let rows = 0;
  for (let next: string | undefined = path; next && times.length < most; ) {
    const start = performance.now();
    const page: Page = await server.bodyOf(next);
    const ms = performance.now() - start;
    if (first) times.push(ms);
    else first = { ms: Math.round(ms), matched: page.numberMatched };
    rows += page.numberReturned;
    next = nextOf(page);
  }
  times.sort((a, b) => a - b);
  return {
    ...{ first_ms: first?.ms, matched: first?.matched, pages: times.length + 1, rows },
    ...{ p50_ms: at(times, 0.5), p95_ms: at(times, 0.95) },
  };
}

const items = (name: string, query = "") =>
  `/ogc/collections/${name}/items?limit=${pageRows}${query}`;
const asked: Record<string, [path: string, most: number]> = {
  "trees, from the first to the last": [items("trees"), Number.POSITIVE_INFINITY],
  "trees within a box": [items("trees", "&bbox=68.7,38.3,69.3,38.9"), pages],
  gardens: [items("gardens"), pages],
};

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-ogc-"));
const figures: Record<string, Awaited<ReturnType<typeof walk>>> = {};
try {
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 8 });
  try {
    await migrate(db.pool);
    await loadCountry(db, trees);
    const server = await openBenchServer(db, database.config);
    try {
      for (const [name, [path, most]] of Object.entries(asked)) {
        figures[name] = await walk(server, path, most);
        console.log(name.padEnd(36), JSON.stringify(figures[name]));
      }
    } finally {
      await server.close();
    }
  } finally {
    await db.close();
    await database.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
const all = figures["trees, from the first to the last"];
if (all?.rows !== all?.matched) throw new Error(`${all?.matched} counted, ${all?.rows} read`);
const worst = Math.max(...Object.values(figures).map(({ p95_ms }) => p95_ms));
console.log(
  JSON.stringify({ bench: "ogc", trees, p95_ms_at_most: worst, passed: worst <= GOAL_MS, figures }),
);

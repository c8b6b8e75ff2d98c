/**
 * `npm run bench -- pipeline [--megapixels 100] [--detectors N] [--workers 1] [--block-side 5] [--card CARD]`: an
 * image from upload to counted trees by so many workers, each with so many detectors. Megapixels a second end to end and
 * in the network alone, and the peak memory of the workers with their children; first with a quarter of the pixels, to
 * show that memory does not grow. `--block-side 1`: each fragment is a block that any worker may take. Needs GDAL.
 * Smallest: `--megapixels 0.2 --detectors 1`. Packages: gdal-bin bubblewrap.
 */

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type OpenDatabase, openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { openTreeFinder } from "../../apps/worker/src/imagery/open-tree-finder.ts";
import type { TreeFinder } from "../../apps/worker/src/imagery/tree-finder.ts";
import { startWorker } from "../../apps/worker/src/start-worker.ts";
import { makeLargeImage } from "./large-image.ts";
import { watchMemory } from "./process-memory.ts";

const { values } = parseArgs({
  options: {
    megapixels: { type: "string", default: "100" },
    detectors: { type: "string", default: String(availableParallelism()) },
    workers: { type: "string", default: "1" },
    "block-side": { type: "string", default: "5" },
    card: { type: "string", default: SHIPPED_CARD },
  },
});
const workers = Number(values.workers);
/** Of all workers. */
const detectors = Number(values.detectors) * workers;

async function addProcess(db: Connection, dataDir: string, image: string): Promise<number> {
  const key = `upload/${Date.now()}.tif`;
  await mkdir(join(dataDir, "files", "upload"), { recursive: true });
  execFileSync("cp", [image, join(dataDir, "files", key)]);
  const row = await db.sql
    .insertInto("imagery_process")
    .values({
      file_name: "bench.tif",
      file_key: key,
      facts: json(await inspectImage(image)),
      capture_date: "2026-05-01",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Seconds until each step was first seen, and until the end. */
async function follow(db: Connection, id: number): Promise<Map<string, number>> {
  const began = performance.now();
  const seen = new Map<string, number>();
  for (;;) {
    const row = await db.sql
      .selectFrom("imagery_process")
      .select(["status", "step", "message"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const now = (performance.now() - began) / 1000;
    if (!seen.has(row.step)) seen.set(row.step, now);
    if (row.status === "failed") throw new Error(JSON.stringify(row.message));
    if (row.status === "completed") return seen;
    await wait(100);
  }
}

/** Adds up what the detectors' processes spend in the network and in all. */
function timed(finder: TreeFinder): { finder: TreeFinder; networkMs: () => number } {
  let networkMs = 0;
  const find: TreeFinder["find"] = async (task, signal) => {
    const found = await finder.find(task, signal);
    networkMs += found.networkMs;
    return found;
  };
  return { finder: { ...finder, find }, networkMs: () => networkMs };
}

async function measure(
  db: Connection,
  dataDir: string,
  database: OpenDatabase,
  megapixels: number,
) {
  const image = await makeLargeImage(dataDir, megapixels);
  const finders = [];
  for (let n = 0; n < workers; n++)
    finders.push(timed(await openTreeFinder(values.card, detectors / workers)));
  const id = await addProcess(db, dataDir, image);
  const memory = watchMemory(process.pid);
  const started = [];
  for (const [n, { finder }] of finders.entries())
    started.push(
      await startWorker({
        database,
        files: { dir: join(dataDir, "files") },
        scratchRoot: join(dataDir, `scratch-${n}`),
        maxCountGsdM: 1,
        blockSide: Number(values["block-side"]),
        finder,
        log: (line) => process.stderr.write(`${line}\n`),
      }),
    );
  const steps = await follow(db, id);
  const peak = memory.stop();
  for (const worker of started) await worker.stop();
  const whole = await db.sql
    .selectFrom("whole_image")
    .select(["width", "height", "tree_count"])
    .where("process_id", "=", id)
    .executeTakeFirstOrThrow();
  const mpx = (whole.width * whole.height) / 1e6;
  const [detecting = 0, done = 0] = [steps.get("detecting"), steps.get("done")];
  const networkSeconds = finders.reduce((sum, { networkMs }) => sum + networkMs(), 0) / 1000;
  const result = {
    megapixels: mpx,
    trees: whole.tree_count,
    file_mb: Math.round((await stat(image)).size / 1e6),
    prepare_s: round(detecting),
    total_s: round(done),
    mpx_per_s: round(mpx / done),
    mpx_per_s_core: round(mpx / done / detectors),
    detect_mpx_per_s: round(mpx / (done - detecting)),
    network_mpx_per_s_core: round(mpx / networkSeconds),
    /** Of the detectors' time from the first block to the last: what was spent in the network. */
    network_share: round(networkSeconds / ((done - detecting) * detectors)),
    peak_mb: peak.all,
    peak_own_mb: peak.own,
    pyramid_cells_wrong: await recountPyramid(db.sql),
  };
  console.log(result);
  await db.sql.deleteFrom("imagery_process").execute();
  await db.sql.deleteFrom("tree_cell").execute();
  return result;
}

const round = (value: number) => Math.round(value * 100) / 100;

const dataDir = await mkdtemp(join(tmpdir(), "nihol-bench-"));
const database = await openEmbedded(dataDir);
const db = connect(database.config);
try {
  await migrate(db.pool);
  const megapixels = Number(values.megapixels);
  const quarter = await measure(db, dataDir, database, megapixels / 4);
  const full = await measure(db, dataDir, database, megapixels);
  console.log(
    JSON.stringify({
      ...full,
      bench: "pipeline",
      workers,
      detectors,
      cpu: cpus()[0]?.model,
      cores: availableParallelism(),
      peak_mb_quarter: quarter.peak_mb,
      peak_own_mb_quarter: quarter.peak_own_mb,
    }),
  );
} finally {
  await db.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

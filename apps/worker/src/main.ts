/** The worker program: runs the jobs of the queue, as many detections at once as there are cores. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { programVersion } from "@nihol/contract/values/operations";
import { env } from "@nihol/db/env";
import { outliveReaders } from "@nihol/db/lost-readers";
import { openDatabase } from "@nihol/db/open-database";
import { startTracing } from "@nihol/db/tracing/tracing";
import { filesAt } from "@nihol/store/files/open-files";
import { cageInUse } from "@nihol/vision/ingest/gdal";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { openTreeFinder } from "./imagery/open-tree-finder.ts";
import { mailSettings } from "./mail/mailer.ts";
import { backupSettings } from "./maintenance/backups.ts";
import { startWorker } from "./start-worker.ts";

const log = (line: string) => process.stderr.write(`${line}\n`);
// Later the server would kill this process in the middle of closing.
const GRACE_MS = 7000;
/** After the server was killed: it may be started again at once, with a worker of its own. */
const ORPHAN_GRACE_MS = 3000;

/** Closes what has started so far, in reverse order. */
const closers: (() => Promise<void>)[] = [];
let stopping = false;
async function stop(graceMs: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), graceMs).unref();
  for (const close of closers.reverse())
    await close().catch((error: Error) => log(`worker: ${error.message}`));
  process.exit(0);
}

outliveReaders();
// Before anything is waited for: a signal to end that comes while starting must be handled.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.on(signal, () => stop(GRACE_MS));
// The server that started this process has died and will not end it. It may have died before this line.
process.on("disconnect", () => stop(ORPHAN_GRACE_MS));
if (process.connected === false) process.exit(0);

if (env.requireCage) {
  const name = await cageInUse().then(
    ({ cage }) => cage.name,
    (error: Error) => error.message,
  );
  if (name !== "bubblewrap" && name !== "namespaces") {
    log(`worker: NIHOL_REQUIRE_CAGE: GDAL's cage is not whole (${name}); see doctor`);
    process.exit(1);
  }
}
// Closed last: its spans end with the jobs.
closers.push(
  await startTracing(env.traces, { name: "nihol-worker", version: programVersion, log }),
);
const database = await openDatabase(env.dataDir);
closers.push(() => database.stop());
const worker = await startWorker({
  database,
  files: filesAt(env),
  scratchRoot: join(env.dataDir, "scratch"),
  finder: await openTreeFinder(env.model ?? SHIPPED_CARD, env.detectors ?? availableParallelism()),
  maxCountGsdM: env.maxCountGsdM,
  blockSide: env.blockSide,
  standby: env.databaseReadUrl ? { connectionString: env.databaseReadUrl } : undefined,
  mail: await mailSettings(env),
  publicUrl: env.publicUrl,
  backup: backupSettings(env),
  keepDays: env.keepDays,
  sources: { inside: env.sourcesInside, keyFile: env.sourceKeyFile },
  log,
});
closers.push(() => worker.stop());

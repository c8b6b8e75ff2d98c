import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { env, productDir } from "@nihol/db/env";
import { openFileStore } from "@nihol/db/file-store";
import { openJobQueue } from "@nihol/db/job-queue";
import { openDatabase } from "@nihol/db/launcher";
import { migrate } from "@nihol/db/migrate";
import { closeRenderPool } from "@nihol/vision/render-pool";
import { announce, keepFirstSignIn } from "./announce.ts";
import { makeDemoFiles } from "./commands/demo-files.ts";
import { findFact, insertFirstData, tokenSecret } from "./commands/first-data.ts";
import { buildApp } from "./http/app.ts";
import { startWorker } from "./worker-child.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Everything that runs, in the order of its start; closed in the opposite order. */
type Closers = (() => Promise<unknown>)[];

/** Ends everything once, last started first. */
async function closeAll(closers: Closers) {
  for (const closer of closers.splice(0).reverse())
    await closer().catch((error: Error) => say(error.message));
}

function closeOnSignals(closers: Closers) {
  const end = () => void closeAll(closers).then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
}

async function openData(closers: Closers) {
  await mkdir(env.dataDir, { recursive: true });
  const database = await openDatabase(env.dataDir);
  closers.push(() => database.stop());
  const db = connect(database.config, { applicationName: "nihol server", max: 12 });
  closers.push(() => db.close());
  await migrate(db.pool);
  return { database, db };
}

/**
 * Starts the whole product: database, migrations, first data, queue, worker, HTTP. When that fails (the port
 * is taken, the database cannot be opened) it says what to do, closes what had started and ends with 1.
 */
export async function startServer() {
  const closers: Closers = [];
  closeOnSignals(closers);
  try {
    await startAll(closers);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await closeAll(closers);
    process.exit(1);
  }
}

async function startAll(closers: Closers) {
  const { database, db } = await openData(closers);
  const first = await insertFirstData(db, env);
  if (first) await keepFirstSignIn(env.dataDir, first);
  const files = await openFileStore(join(env.dataDir, "files"));
  const jobs = await openJobQueue(database.config);
  closers.push(() => jobs.close());
  let worker: ReturnType<typeof startWorker> | undefined;
  const app = await buildApp(
    {
      db,
      files,
      jobs,
      demo: (await findFact<boolean>(db.sql, "demo")) === true,
      workerAlive: () => worker?.alive() ?? true,
      tokens: {
        secret: await tokenSecret(db.sql),
        accessMinutes: env.accessMinutes,
        refreshMinutes: env.refreshMinutes,
      },
      webRoot: join(productDir, "apps/web/dist"),
    },
    { logger: { level: "warn" } },
  );
  closers.push(
    async () => closeRenderPool(),
    () => app.close(),
  );
  const address = await listen(app, env.host, env.port);
  // Nobody waits for them; what is not made when the server ends is made at its next start.
  void makeDemoFiles(db.sql, files).catch((error) => app.log.warn({ err: error }, "demo files"));
  if (env.databaseUrl === undefined) {
    worker = startWorker(database.config, say);
    closers.push(() => (worker as ReturnType<typeof startWorker>).stop());
  }
  await announce(env.publicUrl ?? address, env.dataDir, first);
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  host: string,
  port: number,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      `port ${port} is taken by another program; end it or choose one: PORT=${port + 1} npm start`,
    );
  }
}

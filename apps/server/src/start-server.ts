import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { programVersion } from "@nihol/contract/values/operations";
import { codeOf } from "@nihol/contract/values/thrown";
import { type Connection, connect } from "@nihol/db/connection";
import { awaitDatabase, watchDatabase } from "@nihol/db/database-watch";
import { env, productDir } from "@nihol/db/env";
import { makeDataFolder } from "@nihol/db/launcher/data-folder";
import { inspectDatabase } from "@nihol/db/launcher/launcher";
import { outliveReaders } from "@nihol/db/lost-readers";
import { migrate } from "@nihol/db/migrate";
import { openDatabase } from "@nihol/db/open-database";
import { chooseProgrammeZone } from "@nihol/db/programme-zone";
import { openReadReplica, type ReadReplica } from "@nihol/db/read-replica";
import { startTracing, tracing } from "@nihol/db/tracing/tracing";
import { hasAnyUser } from "@nihol/seed/accounts";
import { claimFolder, databaseIdentity } from "@nihol/store/files/folder-claim";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { noteIn } from "@nihol/store/files/reconcile-files";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { writeMailFact } from "@nihol/store/notices/mail-fact";
import { fillSeenArea } from "@nihol/store/trees/seen-area";
import { closeRenderPool, configureRenderPool } from "@nihol/vision/render/render-pool";
import { announce, keepFirstSignIn } from "./announce.ts";
import { buildApp } from "./app.ts";
import { startAuditSealing } from "./audit-sealing.ts";
import { requireCage } from "./cage.ts";
import { makeDemoFiles } from "./commands/demo-files.ts";
import { insertFirstData, readInstallationValue, tokenSecret } from "./commands/first-data.ts";
import { startDemoSeason } from "./demo-season.ts";
import { readMetricsToken } from "./features/health/metrics-token.ts";
import { readOutsideBroker } from "./features/readings/mqtt/outside-settings.ts";
import { openCallCounts } from "./http/limits/call-counts.ts";
import { shareCounts } from "./http/limits/share-counts.ts";
import { findOwnBaseMap, problemWords } from "./http/own-base-map.ts";
import { startReconciling } from "./reconcile.ts";
import { startWorker } from "./worker-child.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Everything that runs, in the order of its start; closed in the opposite order. */
type Closers = (() => Promise<unknown>)[];

/** Milliseconds for which a closer that does not end keeps the rest from ending; longer than any of them needs. */
const closeGraceMs = 30_000;

/** Ends everything once, last started first. */
async function closeAll(closers: Closers) {
  for (const closer of closers.splice(0).reverse())
    await Promise.race([closer(), wait(closeGraceMs)]).catch((error: Error) => say(error.message));
}

function closeOnSignals(closers: Closers) {
  const end = () => void closeAll(closers).then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
}

async function openData(closers: Closers) {
  await makeDataFolder(env.dataDir);
  const database = await openDatabase(env.dataDir);
  closers.push(() => database.stop());
  await awaitDatabase(database.config, say);
  const watch = watchDatabase(database, say);
  closers.push(watch.close);
  const db = connect(database.config, { applicationName: "nihol server", max: 12 });
  closers.push(() => db.close());
  const applied = await migrate(db.pool, undefined, { say });
  if (applied.length > 0) say(`database: ${applied.length} migrations, the last ${applied.at(-1)}`);
  // Before anybody asks: figures over ground that was not measured would say that nobody saw it.
  await fillSeenArea(db.sql);
  // With DATABASE_URL nobody knows which other servers there are.
  const isOnlyServer = database.origin !== "server" && !(await inspectDatabase(env.dataDir)).inUse;
  return { database, watch, db, isOnlyServer };
}

/**
 * Starts the whole product: database, migrations, first data, queue, worker, HTTP. When that fails (the port
 * is taken, the database cannot be opened) it says what to do, closes what had started and ends with 1.
 */
export async function startServer() {
  const closers: Closers = [];
  outliveReaders();
  closeOnSignals(closers);
  try {
    await startAll(closers);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await closeAll(closers);
    process.exit(1);
  }
}

/** The standby of DATABASE_READ_URL, where one is named. */
function openReplica({ sql: primary }: Connection, closers: Closers): ReadReplica | undefined {
  if (env.databaseReadUrl === undefined) return undefined;
  const replica = openReadReplica({
    config: { connectionString: env.databaseReadUrl },
    primary,
    identityOf: databaseIdentity,
    log: say,
  });
  closers.push(() => replica.close());
  return replica;
}

async function startAll(closers: Closers) {
  if (env.requireCage) requireCage();
  // First of all: a setting that cannot be used is told before anything has started.
  const outsideBroker = await readOutsideBroker(env);
  closers.push(
    await startTracing(env.traces, { name: "nihol-server", version: programVersion, log: say }),
  );
  const { database, watch, db, isOnlyServer } = await openData(closers);
  const files = await openFiles(filesAt(env), noteIn(db.sql));
  // Before the first row is written: a new database beside a full folder is a wrong setting, not a beginning.
  await claimFolder(db.sql, files);
  await chooseProgrammeZone(db.sql, env.timeZone, !(await hasAnyUser(db.sql)));
  const first = await insertFirstData(db, env);
  await writeMailFact(db.sql, env.smtpHost !== undefined);
  if (first) await keepFirstSignIn(env.dataDir, first);
  configureRenderPool("drawing", { size: env.renderers });
  const jobs = await openJobQueue(database.config);
  closers.push(() => jobs.close());
  const ownBaseMap = await findOwnBaseMap(env.dataDir);
  const replica = openReplica(db, closers);
  const callCounts = openCallCounts();
  if (!isOnlyServer) closers.push(shareCounts(callCounts, db.sql, say));
  const app = await buildApp(
    {
      db,
      replica,
      watch,
      files,
      isOnlyServer,
      callCounts,
      jobs,
      demo: (await readInstallationValue<boolean>(db.sql, "demo")) === true,
      tokens: {
        secret: await tokenSecret(db.sql),
        accessMinutes: env.accessMinutes,
        refreshMinutes: env.refreshMinutes,
      },
      publicUrl: env.publicUrl,
      sources: { inside: env.sourcesInside, keyFile: env.sourceKeyFile },
      mail: env.smtpHost !== undefined,
      mqtt:
        env.mqttPort === undefined
          ? undefined
          : {
              host: env.host,
              port: env.mqttPort,
              certFile: env.mqttTlsCert,
              keyFile: env.mqttTlsKey,
            },
      outsideBroker,
      metricsToken: await readMetricsToken(env.metricsTokenFile),
      webRoot: join(productDir, "apps/web/dist"),
      baseMap: ownBaseMap,
    },
    {
      logger: { level: "info", ...(env.traces && { mixin: () => ({ ...tracing()?.ids() }) }) },
      https: env.publicUrl?.startsWith("https:") ?? false,
      trustedProxies: env.trustedProxies,
    },
  );
  closers.push(
    async () => closeRenderPool(),
    () => app.close(),
  );
  const problem = ownBaseMap && problemWords(ownBaseMap.facts);
  if (problem) app.log.warn({ reason: problem }, "base map");
  const address = await listen(app, env.host, env.port);
  closers.push(startReconciling({ db, files, isOnlyServer, trashDays: env.trashDays }, app.log));
  closers.push(
    startAuditSealing({ db, dataDir: env.dataDir }, (error) =>
      app.log.warn({ err: error }, "audit log"),
    ),
  );
  // Nobody waits for them; what is not made when the server ends is made at its next start.
  void makeDemoFiles(db.sql, files).catch((error) => app.log.warn({ err: error }, "demo files"));
  closers.push(
    startDemoSeason({ db, files }, (error) => app.log.warn({ err: error }, "demonstration")),
  );
  if (env.databaseUrl === undefined) {
    const worker = startWorker(database.config, say);
    closers.push(() => worker.stop());
  }
  // Ended first: a database that goes away while the product stops is not started again.
  closers.push(watch.close);
  await announce(env.publicUrl ?? address, { db: db.sql, dataDir: env.dataDir }, first);
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  host: string,
  port: number,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (codeOf(error) !== "EADDRINUSE") throw error;
    throw new Error(
      `port ${port} is taken by another program; end it or choose one: PORT=${port + 1} npm start`,
    );
  }
}

/** Opens the embedded PostgreSQL of a data folder. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { accountFor } from "./account.ts";
import {
  allowTraversal,
  type ClusterPaths,
  chooseEndpoint,
  clusterPaths,
  ensureCluster,
  LauncherError,
  type StartedPostgres,
  startPostgres,
  stopPostgres,
} from "./cluster.ts";
import { makeDataFolder, requireOwnFolder } from "./data-folder.ts";
import type { DatabaseConfig } from "./database-config.ts";
import { addHolder, hasOtherHolders, removeHolder, withLock } from "./lock.ts";
import { findPrograms } from "./package.ts";
import { endOrphans, findRunning, removeStaleLock } from "./process.ts";

/** A database that is ready for connections. */
export interface OpenDatabase {
  config: DatabaseConfig;
  /** Origin: how it came to be there. */
  origin: "started" | "adopted" | "server";
  /**
   * Makes sure that the embedded PostgreSQL runs at the same address: adopts a running one, else starts it and
   * waits for its crash recovery. Undefined where somebody else starts it.
   * @throws LauncherError; the signal's reason when it aborts first
   */
  revive?: (signal: AbortSignal) => Promise<void>;
  /** Gives it back; the last process that does so stops the embedded PostgreSQL. Never throws twice. */
  stop: () => Promise<void>;
}

interface OpenOptions {
  /** false for tests: nothing is synced to disk, so a power cut may lose all. */
  durable?: boolean;
  /** Where the npm package lies, when not where npm puts it. */
  packageDir?: string;
}

const database = "nihol";
const startTimeoutMs = 30_000;

async function configFor(
  paths: ClusterPaths,
  endpoint: { port: number; tcp: boolean },
  name: string,
): Promise<DatabaseConfig> {
  const password = (await readFile(paths.password, "utf8")).trim();
  const host = endpoint.tcp ? "127.0.0.1" : paths.cluster;
  return { host, port: endpoint.port, user: "nihol", password, database: name };
}

/** Connects once; makes the product's database when it is missing. Throws while PostgreSQL starts. */
async function greet(paths: ClusterPaths, endpoint: { port: number; tcp: boolean }): Promise<void> {
  const client = new pg.Client(await configFor(paths, endpoint, "postgres"));
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [
      database,
    ]);
    if (!rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/** Waits until it takes connections. @returns the reason when it ended instead. */
async function becomeReady(
  paths: ClusterPaths,
  endpoint: { port: number; tcp: boolean },
  started: Pick<StartedPostgres, "hasExited" | "log">,
  signal?: AbortSignal,
): Promise<string | undefined> {
  // Replaying the log after a power cut may take minutes: only an end of the process is a failure.
  for (;;) {
    signal?.throwIfAborted();
    if (started.hasExited()) return (await started.log()).trim() || "it ended at once";
    try {
      await greet(paths, endpoint);
      return undefined;
    } catch {
      await wait(50);
    }
  }
}

// After everything was killed, the old processes need moments to end; see the measurements.
const passing = /lock file .* already exists|shared memory block .* is still in use/;

async function start(
  paths: ClusterPaths,
  options: OpenOptions,
  signal?: AbortSignal,
): Promise<DatabaseConfig> {
  const durable = options.durable ?? true;
  const account = await accountFor(paths.cluster);
  await allowTraversal(paths.dataDir, account);
  const programs = await findPrograms(paths.dataDir, account, options.packageDir);
  await ensureCluster(paths, programs, account, durable);
  const end = Date.now() + startTimeoutMs;
  for (;;) {
    await removeStaleLock(paths.cluster);
    const endpoint = await chooseEndpoint(paths.cluster);
    const started = await startPostgres(paths, programs, account, endpoint, durable);
    const reason = await becomeReady(paths, endpoint, started, signal);
    if (reason === undefined) return configFor(paths, endpoint, database);
    if (!passing.test(reason) || Date.now() > end) {
      throw new LauncherError(
        `The embedded PostgreSQL did not start (${paths.log}):\n${reason.slice(-2000)}`,
      );
    }
    await wait(300);
  }
}

/** SQLSTATE of a server that starts, recovers after a crash, or ends. */
const notYet = "57P03";

/** Takes over a PostgreSQL that another process started and may have left. */
async function adopt(
  paths: ClusterPaths,
  signal?: AbortSignal,
): Promise<DatabaseConfig | undefined> {
  const running = await findRunning(paths.cluster);
  if (!running) return undefined;
  const gone = async () => (await findRunning(paths.cluster)) === undefined;
  for (let end = Date.now() + startTimeoutMs; Date.now() < end; ) {
    signal?.throwIfAborted();
    try {
      await greet(paths, running);
      return await configFor(paths, running, database);
    } catch (error) {
      if (await gone()) return undefined;
      const { code, message } = error as Error & { code?: string };
      // Ended by a plain `kill`, it would wait for all clients, ours too, and let nobody in meanwhile.
      if (code === notYet && message.includes("shutting down")) await stopPostgres(running.pid);
      // It says itself that it is at work: replaying the log may take minutes.
      else if (code === notYet) end = Date.now() + startTimeoutMs;
      await wait(100);
    }
  }
  throw new LauncherError(`A PostgreSQL runs on ${paths.cluster} and does not answer`);
}

/** Stops the embedded PostgreSQL of a data folder whoever uses it. To be called by its last owner. */
export async function stopDatabase(dataDir: string): Promise<void> {
  const paths = clusterPaths(resolve(dataDir));
  const running = await findRunning(paths.cluster);
  if (running) await stopPostgres(running.pid);
}

/** Tells what a data folder holds now. `inUse`: a living process other than this one has it open. */
export async function inspectDatabase(
  dataDir: string,
): Promise<{ exists: boolean; running: boolean; inUse: boolean }> {
  const { cluster, holders } = clusterPaths(resolve(dataDir));
  const running = (await findRunning(cluster)) !== undefined;
  return { exists: existsSync(cluster), running, inUse: await hasOtherHolders(holders) };
}

// Opened several times in one process: PostgreSQL belongs to it until the last is given back.
const openHere = new Map<string, number>();

/**
 * Opens the embedded database of a data folder, making the folder on the first call. Server, worker and
 * commands may all call it at once: the first starts PostgreSQL, the others use the running one.
 * Works as root (PostgreSQL then runs as nobody) and as an ordinary user.
 * @throws NoEmbeddedPostgres, LauncherError
 */
export async function openEmbedded(
  dataDir: string,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const paths = clusterPaths(resolve(dataDir));
  await requireOwnFolder(paths.dataDir);
  await makeDataFolder(dirname(paths.log));
  return withLock(paths.lock, async () => {
    const adopted = await adopt(paths);
    const config = adopted ?? (await start(paths, options));
    await addHolder(paths.holders);
    openHere.set(paths.cluster, (openHere.get(paths.cluster) ?? 0) + 1);
    const revive = (signal: AbortSignal) =>
      withLock(paths.lock, () => reviveAt(paths, options, config, signal), signal);
    let open = true;
    const stop = async () => {
      if (!open) return;
      open = false;
      await giveBack(paths);
    };
    return { config, origin: adopted ? "adopted" : "started", revive, stop };
  });
}

async function reviveAt(
  paths: ClusterPaths,
  options: OpenOptions,
  former: DatabaseConfig,
  signal: AbortSignal,
): Promise<void> {
  // A folder that is gone (a disk that was taken away) must not be made anew: it would be an empty database.
  if (!existsSync(join(paths.cluster, "PG_VERSION")))
    throw new LauncherError(`There is no database in ${paths.cluster} any more`);
  let config = await adopt(paths, signal);
  if (!config) {
    endOrphans(paths.cluster);
    config = await start(paths, options, signal);
  }
  if (config.port !== former.port)
    throw new LauncherError(`Port ${former.port} of the embedded PostgreSQL was taken meanwhile`);
}

async function giveBack(paths: ClusterPaths): Promise<void> {
  const left = (openHere.get(paths.cluster) ?? 1) - 1;
  openHere.set(paths.cluster, left);
  if (left > 0) return;
  await withLock(paths.lock, async () => {
    if (openHere.get(paths.cluster) !== 0 || !(await removeHolder(paths.holders))) return;
    await stopDatabase(paths.dataDir);
  });
}

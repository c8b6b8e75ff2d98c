/** Makes a cluster's folder, starts PostgreSQL on it, stops it. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Account, giveTo } from "./account.ts";
import type { PostgresPrograms } from "./package.ts";
import { isAlive, startTime } from "./process.ts";

/** The folders and files of one embedded database, all inside the data folder. */
export interface ClusterPaths {
  dataDir: string;
  cluster: string;
  password: string;
  log: string;
  lock: string;
  holders: string;
}

export function clusterPaths(dataDir: string): ClusterPaths {
  return {
    dataDir,
    cluster: join(dataDir, "postgres"),
    password: join(dataDir, "postgres.password"),
    log: join(dataDir, "log", "postgres.log"),
    lock: join(dataDir, "postgres.lock"),
    holders: join(dataDir, "postgres.users"),
  };
}

/** Failure of the embedded database: it cannot be made, started or stopped; the message says what to do. */
export class LauncherError extends Error {
  override name = "LauncherError";
}

/**
 * Value of PostgreSQL's -D. Under another account PostgreSQL may not be able to pass the folders above (/root is closed):
 * it gets its working directory, which is set while still root.
 */
function folderArgument(cluster: string, account: Account | undefined): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : cluster;
}

/** Runs a program to its end. @returns its output where it failed, undefined where it did not */
async function run(
  program: string,
  args: string[],
  cwd: string,
  account?: Account,
): Promise<string | undefined> {
  const child = spawn(program, args, { ...account, cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return code === 0 ? undefined : output;
}

async function writePassword(path: string, account: Account | undefined): Promise<void> {
  if (!existsSync(path)) await writeFile(path, randomBytes(24).toString("hex"), { mode: 0o600 });
  if (account) await chown(path, account.uid, account.gid);
}

/**
 * Makes the cluster unless it is there. It is made beside and renamed when whole, so that a start
 * that was killed leaves nothing half-made.
 *
 * Text is compared by code point with Unicode upper and lower case (provider builtin, C.UTF-8):
 * the same on every machine, so a C library's new sorting rules can never damage an index. Lists
 * that people read are sorted by explicit keys, since no library sorts Tajik. Plain `C` would not
 * find "ӮҒ" by "ӯғ".
 */
export async function ensureCluster(
  paths: ClusterPaths,
  programs: PostgresPrograms,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const major = programs.version.split(".")[0];
  if (existsSync(join(paths.cluster, "PG_VERSION"))) {
    const found = (await readFile(join(paths.cluster, "PG_VERSION"), "utf8")).trim();
    if (found !== major) {
      throw new LauncherError(
        `The data folder was made by PostgreSQL ${found}, and this is ${major}. Go on with the version of Nihol that made it; or, while that runs, write a dump with pg_dump of PostgreSQL ${found} and read it with psql into a new data folder, then run: npm run nihol -- files adopt.`,
      );
    }
    await giveTo(account, paths.cluster);
    return;
  }
  const fresh = `${paths.cluster}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await giveTo(account, fresh);
  await writePassword(paths.password, account);
  const problem = await run(
    programs.initdb,
    [
      ...["-D", folderArgument(fresh, account), "-U", "nihol"],
      // Relative, for the same reason as the folder.
      `--pwfile=${join("..", basename(paths.password))}`,
      // The socket lies in a folder of mode 0700: whoever reaches it owns the files anyway.
      ...["--auth-local=trust", "--auth-host=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...["--no-instructions", ...(durable ? [] : ["--no-sync"])],
    ],
    fresh,
    account,
  );
  if (problem !== undefined) {
    await rm(fresh, { recursive: true, force: true });
    throw new LauncherError(`PostgreSQL could not make its folder ${paths.cluster}:\n${problem}`);
  }
  await rename(fresh, paths.cluster);
}

/** Lets the account pass through the data folder itself (its contents keep their own modes). */
export async function allowTraversal(dataDir: string, account: Account | undefined): Promise<void> {
  if (!account) return;
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
}

const mebibyte = 1024 ** 2;

function tuning(durable: boolean): Record<string, string | number> {
  const memory = process.constrainedMemory?.() || totalmem();
  const limited = Math.min(memory, totalmem()) / mebibyte;
  const buffers = Math.round(Math.min(256, Math.max(32, limited / 16)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(64, Math.round(limited / 3))}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "2GB",
    // Enough for one server and worker; the cluster of a run of tests has those of many.
    max_connections: durable ? 60 : 200,
    // Compiling costs more than it saves on queries of milliseconds, and needs LLVM.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
}

/** Listens on a loopback port for a moment. @returns the port, or undefined when it is taken */
async function tryPort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(wanted, "127.0.0.1", () => resolve(true));
  });
  if (!free) return undefined;
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : undefined;
}

/** The port of the last start, from the command line that PostgreSQL keeps. */
async function lastPort(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "postmaster.opts"), "utf8").catch(() => "");
  return Number(/"port=(\d+)"/.exec(text)?.[1]) || undefined;
}

/**
 * Chooses how to reach a cluster: by its socket, or by a loopback port where the path is too long for one; the port of
 * the last start where it is free, since programs that wait for this database know that one.
 */
export async function chooseEndpoint(cluster: string): Promise<{ port: number; tcp: boolean }> {
  // sun_path holds 108 bytes, 104 on macOS, with the name ".s.PGSQL.5432" in it.
  const fits = Buffer.byteLength(join(cluster, ".s.PGSQL.5432")) < 100;
  if (process.platform !== "win32" && fits) return { port: 5432, tcp: false };
  const last = await lastPort(cluster);
  const port = (last && (await tryPort(last))) || (await tryPort(0));
  return { port: port ?? 5432, tcp: true };
}

/** A started PostgreSQL: its number, and its end if it has ended. */
export interface StartedPostgres {
  pid: number;
  hasExited: () => boolean;
  /** Reads what it has written to its log since this start. */
  log: () => Promise<string>;
}

async function openLog(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > 10 * mebibyte) await rename(path, `${path}.1`);
  return openSync(path, "a", 0o640);
}

/**
 * Starts PostgreSQL on a cluster and returns at once. It gets a process group of its own: Ctrl-C
 * in a terminal must reach the server first, which then stops PostgreSQL when it is done with it.
 */
export async function startPostgres(
  paths: ClusterPaths,
  programs: PostgresPrograms,
  account: Account | undefined,
  endpoint: { port: number; tcp: boolean },
  durable: boolean,
): Promise<StartedPostgres> {
  const values = {
    ...tuning(durable),
    port: endpoint.port,
    listen_addresses: endpoint.tcp ? "127.0.0.1" : "",
    unix_socket_directories: endpoint.tcp ? "" : ".",
    unix_socket_permissions: "0700",
  };
  const log = await openLog(paths.log);
  const from = (await stat(paths.log)).size;
  const child = spawn(
    programs.postgres,
    [
      ...["-D", folderArgument(paths.cluster, account)],
      ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { ...account, cwd: paths.cluster, detached: true, stdio: ["ignore", log, log] },
  );
  child.unref();
  let exited = false;
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  } finally {
    // PostgreSQL has a descriptor of its own.
    closeSync(log);
  }
  child.once("exit", () => (exited = true));
  return {
    pid: child.pid as number,
    hasExited: () => exited,
    log: async () => {
      await using file = await open(paths.log);
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, Math.min(size - from, 20_000)));
      await file.read(buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString("utf8");
    },
  };
}

/**
 * Stops PostgreSQL fast: open transactions are rolled back, everything committed is on disk. After
 * `timeoutMs` at once, which the next start mends from the log.
 * @throws LauncherError when it does not end in another `timeoutMs`: it hangs in the kernel, mostly on a disk
 */
export async function stopPostgres(pid: number, timeoutMs = 20_000): Promise<void> {
  // Another process that is given the number later is not it.
  const started = startTime(pid);
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended already.
    }
  };
  signal("SIGINT");
  const began = Date.now();
  for (let isQuit = false; isAlive(pid) && startTime(pid) === started; await wait(20)) {
    const passed = Date.now() - began;
    if (passed > 2 * timeoutMs)
      throw new LauncherError(`PostgreSQL (process ${pid}) does not end; is its disk still there?`);
    if (passed <= timeoutMs || isQuit) continue;
    signal("SIGQUIT");
    isQuit = true;
  }
}

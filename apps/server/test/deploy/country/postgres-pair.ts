/** Debian's PostgreSQL as a country's data centre runs it: a primary, a standby that has each commit, and PgBouncer. */

import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { until } from "../../support/imagery-server.ts";
import { freePort } from "../../support/server-process.ts";

const installed = "/usr/lib/postgresql";

/** Debian keeps each version in a folder of its own; the newest is taken. @throws where there is none */
function programFolder(): string {
  const [newest] = readdirSync(installed).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error("apt-get install postgresql");
  return join(installed, newest, "bin");
}

/** PostgreSQL refuses to run as root: it and its folder belong to the user that Debian's package makes. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "postgres"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}

interface Node {
  port: number;
  /** Ends it and all its processes at once, as a power cut does. */
  kill: () => Promise<void>;
}

/** Starts a cluster's server and waits until it answers. */
async function startNode(folder: string, port: number): Promise<Node> {
  const options: SpawnOptions = { stdio: "ignore", detached: true, ...owner() };
  const settings = [
    ...[`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="],
    // Killed are its processes, never the machine.
    ...["fsync=off", "max_connections=80", "shared_buffers=64MB"],
  ].flatMap((setting) => ["-c", setting]);
  const program = spawn(join(programFolder(), "postgres"), ["-D", folder, ...settings], options);
  const gone = new Promise((resolve) => program.once("exit", resolve));
  await answers(`postgres://nihol@127.0.0.1:${port}/postgres`);
  return {
    port,
    async kill() {
      const isRunning = program.exitCode === null && program.signalCode === null;
      if (isRunning && program.pid) process.kill(-program.pid, "SIGKILL");
      await gone;
    },
  };
}

async function ask<T extends object>(url: string, statement: string): Promise<T[]> {
  const db = connect({ connectionString: url }, { max: 1 });
  try {
    return (await db.pool.query<T>(statement)).rows;
  } finally {
    await db.close();
  }
}

const answers = (url: string) =>
  until(() =>
    ask(url, "select 1").then(
      () => true,
      () => false,
    ),
  );

export interface PostgresPair {
  /** Through PgBouncer in transaction mode. */
  url: string;
  /** The standby itself. */
  standbyUrl: string;
  /** The primary loses its power, the standby takes its place, PgBouncer is told. */
  failOver: () => Promise<void>;
  /** The standby loses its power. Commits wait for it no longer. */
  killStandby: () => Promise<void>;
  /** PgBouncer is killed and started again. */
  restartPooler: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts all three in `dir`, which other users may enter. The database `nihol` is empty. */
export async function startPostgresPair(dir: string): Promise<PostgresPair> {
  const bin = programFolder();
  const { uid, gid } = owner();
  const as = { stdio: "ignore", uid, gid } as const;
  const folder = (name: string) => {
    const path = join(dir, name);
    mkdirSync(path, { mode: 0o700 });
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    return path;
  };
  const [first, second] = [folder("first"), folder("second")];
  execFileSync(join(bin, "initdb"), ["-D", first, "-U", "nihol", "-A", "trust", "-E", "UTF8"], as);
  const primary = await startNode(first, await freePort());
  const address = (port: number, name: string) => `postgres://nihol@127.0.0.1:${port}/${name}`;
  execFileSync(
    join(bin, "pg_basebackup"),
    ["-D", second, "-R", "-d", `${address(primary.port, "")}?application_name=standby`],
    as,
  );
  const standby = await startNode(second, await freePort());
  /** Standbys that must have a commit before it is acknowledged. */
  async function waitFor(names: string) {
    const line = address(primary.port, "postgres");
    await ask(line, `alter system set synchronous_standby_names = '${names}'`);
    await ask(line, "select pg_reload_conf()");
  }
  await waitFor("FIRST 1 (standby)");
  await ask(address(primary.port, "postgres"), "create database nihol");

  const listen = await freePort();
  const settings = join(dir, "pgbouncer.ini");
  const pointTo = (port: number) =>
    writeFileSync(
      settings,
      `[databases]
nihol = host=127.0.0.1 port=${port} dbname=nihol user=nihol
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
server_login_retry = 1
`,
    );
  const url = address(listen, "nihol");
  const startPooler = () =>
    spawn("pgbouncer", [...(uid === undefined ? [] : ["-u", "nobody"]), settings], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: "ignore",
    });
  pointTo(primary.port);
  let pooler = startPooler();
  await answers(url);
  return {
    url,
    standbyUrl: address(standby.port, "nihol"),
    async failOver() {
      await primary.kill();
      await ask(address(standby.port, "postgres"), "select pg_promote()");
      pointTo(standby.port);
      pooler.kill("SIGHUP");
    },
    async killStandby() {
      await standby.kill();
      await waitFor("");
    },
    async restartPooler() {
      const gone = new Promise((resolve) => pooler.once("exit", resolve));
      pooler.kill("SIGKILL");
      await gone;
      pooler = startPooler();
    },
    async close() {
      pooler.kill("SIGKILL");
      await Promise.all([primary.kill(), standby.kill()]);
    },
  };
}

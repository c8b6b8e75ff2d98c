/** The server behind PgBouncer in transaction mode, where each transaction may have another connection. */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";

let dir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-pooler-"));
  // PgBouncer runs as nobody.
  await chmod(dir, 0o755);
});
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
  await rm(dir, { recursive: true, force: true });
});

/** PgBouncer before a database of its own, with so few connections that calls change them all the time. @returns its address */
async function startPooler(): Promise<string> {
  const database = await openEmbedded(join(dir, "cluster"), { durable: false });
  closers.push(() => database.stop());
  const { host, port, user, password, database: name } = database.config;
  const listen = await freePort();
  const file = join(dir, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
nihol = host=${host} port=${port} dbname=${name} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
`,
  );
  const asRoot = process.getuid?.() === 0;
  const program = spawn("pgbouncer", [...(asRoot ? ["-u", "nobody"] : []), file], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "ignore",
  });
  closers.push(async () => {
    program.kill("SIGKILL");
  });
  const url = `postgres://nihol@127.0.0.1:${listen}/nihol`;
  await until(async () => {
    const db = connect({ connectionString: url }, { max: 1 });
    return db.pool
      .query("select 1")
      .then(
        () => true,
        () => false,
      )
      .finally(() => db.close());
  });
  return url;
}

test("answers every call, is killed and comes up again", async () => {
  const environment = { DATABASE_URL: await startPooler(), NIHOL_DATA: join(dir, "data") };
  const first = await startServerProcess(environment);
  const paths = ["/user-profile", "/garden", "/region", "/planting-verdict", "/statistics"];
  const calls = Array.from({ length: 300 }, (_, index) => paths[index % paths.length] as string);
  const statuses = new Map<number, number>();
  for (let from = 0; from < calls.length; from += 20)
    for (const { status } of await Promise.all(
      calls.slice(from, from + 20).map((path) => first.call("GET", path)),
    ))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect([...statuses]).toEqual([[200, 300]]);
  first.child.kill("SIGKILL");
  const second = await startServerProcess(environment);
  closers.push(second.stop);
  expect((await second.call("GET", "/garden")).status).toBe(200);
});

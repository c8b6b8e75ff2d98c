/** The database is killed under real programs at work: they live on, lose nothing they acknowledged, double nothing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { openEmbedded, stopDatabase } from "@nihol/db/launcher/launcher";
import { findRunning } from "@nihol/db/launcher/process";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { base64, geoTiff, until } from "../support/imagery-server.ts";
import { type ServerProcess, startProgram, startServerProcess } from "../support/server-process.ts";

let dataDir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nihol-outage-"));
});
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

const cluster = () => join(dataDir, "postgres");
const postmaster = async () => (await findRunning(cluster()))?.pid;

/** A connection of the test's own to the database that may be killed at any moment. */
async function connectTo(config: DatabaseConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Connects to the running embedded database, which stays the server's to stop. */
async function ownConnection(): Promise<pg.Client> {
  const database = await openEmbedded(dataDir);
  await database.stop();
  return connectTo(database.config);
}

interface Writers {
  acknowledged: string[];
  refused: string[];
  /** Answers that were neither 201 nor a 503 as it should be. */
  odd: string[];
  stop: () => Promise<void>;
}

/** Three people who write without end; each write has a title of its own and is sent once. */
function startWriters(server: ServerProcess): Writers {
  const found: Writers = { acknowledged: [], refused: [], odd: [], stop: async () => {} };
  let going = true;
  let n = 0;
  async function writeOne() {
    const title = `Felling ${++n}`;
    const answer = await server.call("POST", "/violation", {
      kind: "illegal_felling",
      title,
      point: [69.2, 38.5],
      observed_on: "2026-05-14",
    });
    const body = (await answer.json()) as { code?: string; detail?: string };
    if (answer.status === 201) found.acknowledged.push(title);
    else if (
      answer.status === 503 &&
      body.code === "database_away" &&
      body.detail &&
      Number(answer.headers.get("retry-after")) > 0
    )
      found.refused.push(title);
    else found.odd.push(`${answer.status} ${JSON.stringify(body)}`);
  }
  async function writeOn() {
    while (going) {
      await writeOne().catch((error) => found.odd.push(String(error.cause ?? error)));
      await wait(40);
    }
  }
  const all = [writeOn(), writeOn(), writeOn()];
  found.stop = async () => {
    going = false;
    await Promise.all(all);
  };
  return found;
}

/** Holds all writes of the server in the middle of their transactions. */
async function holdWrites(): Promise<void> {
  const control = await ownConnection();
  closers.push(() => control.end());
  await control.query("begin");
  await control.query("lock table audit_log in share row exclusive mode");
  await until(async () => {
    // PostgreSQL reads what others do once in a transaction, and keeps it.
    await control.query("select pg_stat_clear_snapshot()");
    const { rows } = await control.query(
      `select count(*)::int as n from pg_stat_activity
       where application_name = 'nihol server' and wait_event_type = 'Lock'`,
    );
    return rows[0].n >= 2;
  });
}

async function killPostmaster(signal: NodeJS.Signals): Promise<void> {
  const pid = await until(postmaster);
  process.kill(pid, signal);
}

/** Waits until a write that began after this call is acknowledged. */
async function servesAgain({ acknowledged, odd }: Writers): Promise<void> {
  const before = acknowledged.length;
  await until(async () => odd.length > 0 || acknowledged.length > before + 3);
}

const isOk = async (server: ServerProcess) => (await server.call("GET", "/health")).ok;

/** Every acknowledged title once, every refused one at most once, and an entry in the log for each row. */
async function expectNothingLost(client: pg.Client, { acknowledged, refused }: Writers) {
  const { rows } = await client.query<{ title: string; n: number }>(
    "select title, count(*)::int as n from violation group by title",
  );
  const kept = new Map(rows.map(({ title, n }) => [title, n]));
  expect(acknowledged.filter((title) => kept.get(title) !== 1)).toEqual([]);
  expect(refused.filter((title) => (kept.get(title) ?? 0) > 1)).toEqual([]);
  const log = await client.query(
    "select count(*)::int as n from audit_log where resource = 'violation' and action = 'add'",
  );
  expect(log.rows[0].n).toBe(rows.length);
}

test("the embedded database is killed twelve times inside open transactions under load", async () => {
  const server = await startServerProcess({ NIHOL_DATA: dataDir });
  closers.push(server.stop);
  const writers = startWriters(server);
  closers.push(writers.stop);
  await servesAgain(writers);
  for (let round = 0; round < 12; round++) {
    if (round % 2 === 0) await holdWrites();
    await killPostmaster(round % 4 < 2 ? "SIGKILL" : "SIGQUIT");
    await servesAgain(writers);
    expect(writers.odd).toEqual([]);
    expect(server.child.exitCode ?? server.child.signalCode).toBe(null);
  }
  await until(() => isOk(server));
  await writers.stop();
  expect(writers.refused.length).toBeGreaterThan(0);
  const client = await ownConnection();
  await expectNothingLost(client, writers);
  await client.end();
  expect(server.output()).not.toContain("worker ended");
  expect(await server.stop()).toBe(0);
  expect(await postmaster()).toBe(undefined);
}, 240_000);

/** A cluster that stands for a server's database: nobody but the test starts it. */
async function openCluster() {
  const database = await openEmbedded(dataDir);
  closers.push(database.stop);
  const { host, port, user, password, database: name } = database.config;
  const query = `host=${encodeURIComponent(host ?? "")}&port=${port}`;
  const url = `postgres://${user}:${password}@localhost/${name}?${query}`;
  return {
    url,
    config: database.config,
    kill: async (signal: NodeJS.Signals) => {
      await killPostmaster(signal);
      await until(async () => (await postmaster()) === undefined);
    },
    start: () => database.revive?.(new AbortController().signal),
  };
}

/** Uploads a drawn garden and makes a process of it. */
async function addImage(server: ServerProcess): Promise<number> {
  const bytes = geoTiff({ size: 512 });
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(`${server.address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token()}`, "tus-resumable": "1.0.0", ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const created = await tus("POST", "/upload", {
    "upload-length": String(bytes.length),
    "upload-metadata": `filename ${base64("garden.tif")}`,
  });
  const upload = created.headers.get("location")?.split("/").at(-1) ?? "";
  const type = "application/offset+octet-stream";
  await tus("PATCH", `/upload/${upload}`, { "upload-offset": "0", "content-type": type }, bytes);
  await until(async () => {
    const state = (await (await server.call("GET", `/upload/${upload}`)).json()) as {
      status: string;
    };
    return state.status === "ready";
  });
  const made = await server.call("POST", "/satellite-imagery", { upload, date: "2026-05-01" });
  return ((await made.json()) as { id: number }).id;
}

test("server, worker and an open stream outlast a server database that ends and comes back", async () => {
  const cluster = await openCluster();
  const server = await startServerProcess({ NIHOL_DATA: dataDir, DATABASE_URL: cluster.url });
  closers.push(server.stop);
  const environment = { NIHOL_DATA: dataDir, DATABASE_URL: cluster.url };
  const worker = startProgram("apps/worker/src/main.ts", environment);
  closers.push(worker.stop);

  const id = await addImage(server);
  // With a database of its own a server starts no worker: it says whether one works elsewhere.
  await until(async () => /"worker":true/.test(await (await server.call("GET", "/health")).text()));
  const stream = await server.call("GET", `/satellite-imagery/${id}/events`);
  let events = "";
  void stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(text) {
        events += text;
      },
    }),
  );
  let client = await connectTo(cluster.config);
  await until(async () => {
    const { rows } = await client.query("select from imagery_block where status = 'running'");
    return rows.length > 0;
  });

  for (const signal of ["SIGKILL", "SIGQUIT", "SIGINT"] as const) {
    const writers = startWriters(server);
    closers.push(writers.stop);
    await servesAgain(writers);
    await cluster.kill(signal);
    await until(async () => !(await isOk(server)));
    const health = await server.call("GET", "/health");
    expect([health.status, await health.json()]).toMatchObject([
      503,
      { status: "unavailable", database: false },
    ]);
    const signIn = await fetch(`${server.address}/api/token`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": "az" },
      body: JSON.stringify({ email: "a@b.example", password: "not mine at all" }),
    });
    expect([signIn.status, signIn.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await signIn.json()).toEqual({
      code: "database_away",
      detail: expect.stringContaining("Verilənlər bazası"),
    });
    await cluster.start();
    await servesAgain(writers);
    await writers.stop();
    expect(writers.odd).toEqual([]);
    client = await connectTo(cluster.config);
    await expectNothingLost(client, writers);
    await client.query("truncate violation cascade");
    await client.query("delete from audit_log where resource = 'violation'");
  }
  await until(async () => /"status":"(completed|failed)"/.test(events));
  const { rows } = await client.query(
    `select p.status, b.attempts from imagery_process p
     join imagery_block b on b.process_id = p.id where p.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ status: "completed", attempts: 1 }]);
  expect(worker.child.exitCode ?? worker.child.signalCode).toBe(null);
  expect(server.child.exitCode ?? server.child.signalCode).toBe(null);
  await client.end();
  expect(await worker.stop()).toBe(0);
  expect(await server.stop()).toBe(0);
}, 240_000);

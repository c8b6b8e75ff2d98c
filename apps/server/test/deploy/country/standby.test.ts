/** Lists, figures, tiles and files of lists that are read from a standby, and what happens when it is behind or gone. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nihol/db/connection";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../support/imagery-server.ts";
import {
  type ServerProcess,
  startProgram,
  startServerProcess,
} from "../../support/server-process.ts";
import { names } from "../../support/violation-fixture.ts";
import { type PostgresPair, startPostgresPair } from "./postgres-pair.ts";

let dir: string;
let pair: PostgresPair;
let server: ServerProcess;
let worker: ReturnType<typeof startProgram>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-standby-"));
  // PostgreSQL runs as another user.
  await chmod(dir, 0o755);
  pair = await startPostgresPair(dir);
  const environment = {
    DATABASE_URL: pair.url,
    DATABASE_READ_URL: pair.standbyUrl,
    NIHOL_DATA: join(dir, "data"),
  };
  server = await startServerProcess(environment);
  worker = startProgram("apps/worker/src/main.ts", environment);
});
afterAll(async () => {
  await server?.stop();
  await worker?.stop();
  await pair?.close();
  await rm(dir, { recursive: true, force: true });
});

async function atStandby<T extends object>(statement: string): Promise<T[]> {
  const db = connect({ connectionString: pair.standbyUrl }, { max: 1 });
  try {
    return (await db.pool.query<T>(statement)).rows;
  } finally {
    await db.close();
  }
}
/** Times that the table of tree types was read there; PostgreSQL counts within a minute. */
async function readsThere(): Promise<number> {
  const [row] = await atStandby<{ reads: number }>(
    `select (seq_scan + coalesce(idx_scan, 0))::int as reads
     from pg_stat_user_tables where relname = 'tree_type'`,
  );
  return row?.reads ?? 0;
}
const said = (text: string) => until(async () => server.output().includes(text));

async function body<T>(path: string): Promise<T> {
  const answer = await server.call("GET", path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
async function exportedRows(): Promise<number> {
  const order = { list: "plant-tree-type", format: "csv" };
  const sent = await server.call("POST", "/export", order);
  const { id } = (await sent.json()) as { id: number };
  const done = await until(async () => {
    const row = await body<{ status: string; rows: number }>(`/export/${id}`);
    return ["completed", "failed"].includes(row.status) && row;
  });
  expect(done.status).toBe("completed");
  return done.rows;
}
const countTypes = async () => (await body<{ count: number }>("/plant-tree-type")).count;
let made = 0;
async function addType() {
  const answer = await server.call("POST", "/plant-tree-type", { name: names(`Type ${made++}`) });
  expect(answer.status).toBe(201);
}

test("what a person has written is in the list that they read next, each time", async () => {
  await said("reads go to the standby");
  const before = await countTypes();
  for (let n = 1; n <= 40; n++) {
    await addType();
    expect(await countTypes()).toBe(before + n);
  }
});

test("the list, its file and the figures are read there while it keeps up", async () => {
  const list = await readsThere();
  await until(async () => {
    await countTypes();
    return (await readsThere()) > list;
  });
  const file = await readsThere();
  expect(await exportedRows()).toBe(await countTypes());
  await until(async () => (await readsThere()) > file);
  expect(await body("/statistics")).toMatchObject({ total_tree_count: null });
});

test("a standby that replays nothing is left, and taken again", async () => {
  await atStandby("select pg_wal_replay_pause()");
  const before = await countTypes();
  await addType();
  expect(await countTypes()).toBe(before + 1);
  await said("the standby is behind");
  await addType();
  expect(await countTypes()).toBe(before + 2);
  expect(await exportedRows()).toBe(before + 2);
  const since = server.output().length;
  await atStandby("select pg_wal_replay_resume()");
  await until(async () => server.output().indexOf("reads go to the standby", since) > 0);
  expect(await countTypes()).toBe(before + 2);
});

test("a standby that ends costs nobody an answer", async () => {
  const before = await countTypes();
  const asked = Array.from({ length: 60 }, async (_, n) => {
    await wait(n * 20);
    return countTypes();
  });
  await wait(300);
  await pair.killStandby();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([before]));
  await said("reads go to the primary");
  expect(await exportedRows()).toBe(before);
});

test("another database than the primary's is not read", async () => {
  const other = await startServerProcess({
    DATABASE_URL: pair.url,
    DATABASE_READ_URL: pair.url,
    NIHOL_DATA: join(dir, "data"),
  });
  await until(async () => other.output().includes("is no standby"));
  expect((await other.call("GET", "/plant-tree-type")).status).toBe(200);
  expect(await other.stop()).toBe(0);
});

/** A database that goes away in every way that it can, and what watches it. */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connect } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { type DatabaseWatch, watchDatabase } from "@nihol/db/database-watch";
import { type OpenDatabase, openEmbedded, stopDatabase } from "@nihol/db/launcher/launcher";
import { findRunning } from "@nihol/db/launcher/process";
import { freshDatabase } from "@nihol/db/test-database";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyMadeFolder } from "./made-folder.ts";

let dir: string;
let dataDir: string;
let database: OpenDatabase;
let watch: DatabaseWatch;
let db: Connection;
let lines: string[];

async function open() {
  if (!existsSync(dataDir)) await copyMadeFolder(dataDir);
  database = await openEmbedded(dataDir, { durable: false });
  db = connect(database.config);
  watch = watchDatabase(database, (line) => lines.push(line));
  await expect.poll(() => watch.answers(10_000)).toBe(true);
}
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-watch-"));
  dataDir = join(dir, "data");
  lines = [];
});
afterEach(async () => {
  await watch?.close();
  await db?.close();
  await database?.stop();
  await stopDatabase(dataDir);
  await rm(dir, { recursive: true, force: true });
});

const postmaster = async () => {
  const running = await findRunning(join(dataDir, "postgres"));
  return running?.pid ?? expect.unreachable("PostgreSQL runs");
};

/** Resolves when the watch has said that it is back so many times. */
const backTimes = (times: number) =>
  new Promise<void>((resolve) => {
    let seen = 0;
    watch.onBack(() => ++seen === times && resolve());
  });

const isThere = async () => (await db.pool.query("select 1 as one")).rows[0].one;

describe("the embedded database is started again", () => {
  test.each(["SIGKILL", "SIGQUIT", "SIGINT"] as const)("after %s", async (signal) => {
    await open();
    const back = backTimes(1);
    process.kill(await postmaster(), signal);
    await back;
    expect(await isThere()).toBe(1);
    expect(watch.isAway()).toBe(false);
    expect(await watch.answers(10_000)).toBe(true);
    expect(lines.filter((line) => /away|back/.test(line))).toHaveLength(2);
  });

  test("after a plain kill, which lets its clients stay and nobody new in", async () => {
    await open();
    const taken = await db.pool.connect();
    const back = backTimes(1);
    process.kill(await postmaster(), "SIGTERM");
    await back;
    const error = await taken.query("select 1").catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    taken.release(true);
    expect(await isThere()).toBe(1);
  });

  test("though a backend works on without its postmaster", async () => {
    await open();
    const busy = db.pool.query("select count(*) from generate_series(1, 1000000000000)");
    const ended = busy.catch((error: unknown) => error);
    const back = backTimes(1);
    process.kill(await postmaster(), "SIGKILL");
    await back;
    expect(isDatabaseAway(await ended)).toBe(true);
    expect(await isThere()).toBe(1);
  });

  test("at its port, where its folder's path is too long for a socket", async () => {
    dataDir = join(dir, "a".repeat(90), "data");
    await open();
    const { port } = database.config;
    const back = backTimes(1);
    process.kill(await postmaster(), "SIGKILL");
    await back;
    expect(await isThere()).toBe(1);
    expect((await findRunning(join(dataDir, "postgres")))?.port).toBe(port);
  });

  test("but a folder that is gone is not made anew, and is used again once it is there", async () => {
    await open();
    const cluster = join(dataDir, "postgres");
    const back = backTimes(1);
    await rename(cluster, `${cluster}.gone`);
    process.kill(Number((await findRunning(`${cluster}.gone`))?.pid), "SIGKILL");
    await expect.poll(() => lines.join("\n"), { timeout: 30_000 }).toContain("no database in");
    expect(watch.isAway()).toBe(true);
    await rename(`${cluster}.gone`, cluster);
    await back;
    expect(await isThere()).toBe(1);
  });

  test("not by a watch that was closed", async () => {
    await open();
    await watch.close();
    process.kill(await postmaster(), "SIGKILL");
    await expect.poll(async () => await findRunning(join(dataDir, "postgres"))).toBe(undefined);
    await expect(watch.back()).resolves.toBe(undefined);
    expect(await watch.answers(1000)).toBe(false);
  });
});

test("a wait for the database ends when it is back, or with its own signal", async () => {
  await open();
  const cluster = join(dataDir, "postgres");
  await rename(cluster, `${cluster}.gone`);
  process.kill(Number((await findRunning(`${cluster}.gone`))?.pid), "SIGKILL");
  await expect.poll(() => watch.isAway(), { timeout: 30_000 }).toBe(true);
  const aborter = new AbortController();
  const [first, second] = [watch.back(), watch.back(aborter.signal)];
  aborter.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  await rename(`${cluster}.gone`, cluster);
  await first;
  expect(watch.losses()).toBe(1);
});

test.each([
  ["noticed by a statement", false],
  ["noticed while its connections were idle", true],
])("an outage takes no job from a living worker: %s", async (_name, isIdle) => {
  const fresh = await freshDatabase();
  const jobs = await openJobQueue(fresh.config);
  await jobs.send("imagery.publish", { process: 1 });
  const [job] = await jobs.boss.fetch("imagery.publish");
  expect(job?.retryCount).toBe(0);
  // As after an outage longer than a heartbeat: nobody could say that he lives.
  await fresh.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour'");
  await fresh.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'nihol jobs' and datname = current_database()`,
  );
  const left = `select count(*)::int as n from pg_stat_activity
    where application_name = 'nihol jobs' and datname = current_database()`;
  if (isIdle)
    await expect.poll(async () => (await fresh.pool.query(left)).rows[0]).toEqual({ n: 0 });
  const cut = await jobs.boss.supervise("imagery.publish").catch((error: unknown) => error);
  if (cut) expect(isDatabaseAway(cut)).toBe(true);
  // More than one of its connections may have been cut.
  await expect
    .poll(() =>
      jobs.boss.supervise("imagery.publish").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const { rows } = await fresh.pool.query("select state, retry_count from pgboss.job");
  expect(rows).toEqual([{ state: "active", retry_count: 0 }]);
  await jobs.close();
  await fresh.close();
});

test.each([
  [{ code: "57P01" }, true],
  [{ code: "57P03" }, true],
  [{ code: "08006" }, true],
  [{ code: "25006" }, true],
  [{ code: "ENOENT", syscall: "connect" }, true],
  [{ code: "ECONNRESET", syscall: "read" }, true],
  [{ message: "Connection terminated unexpectedly" }, true],
  [{ message: "rolled back", cause: { code: "57P02" } }, true],
  // A client of the server that hung up, a file that is not there, a broken statement.
  [{ code: "ECONNRESET", message: "aborted" }, false],
  [{ code: "ENOENT", syscall: "open" }, false],
  [{ code: "42601" }, false],
  [undefined, false],
])("%o: away %s", (error, away) => {
  expect(isDatabaseAway(error)).toBe(away);
});

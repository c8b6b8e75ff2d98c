/** Exports that are killed, given back, deleted, left behind; and how much memory one takes. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ExportFormat, formatsOfList, mapFormats } from "@nihol/contract/values/exports";
import { json } from "@nihol/db/json";
import { deleteExpiredExports } from "@nihol/store/exports/cleanup";
import type { ExportRequest, ExportResult } from "@nihol/store/exports/export-request";
import { childPool } from "@nihol/vision/children/child-pool";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertExport } from "../../src/exports/export-queries.ts";
import type { Actor } from "../../src/http/actor.ts";
import { ended, exported, linesOf, type Sent } from "../support/export-orders.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

const entry = new URL("../../src/exports/export-child.ts", import.meta.url);
const gardens = 3000;
let server: TestApp;
let worker: ChildProcess;
let master: Awaited<ReturnType<TestApp["person"]>>;

beforeAll(async () => {
  server = await testApp();
  worker = startWorkerOf(server);
  master = await server.person("MasterAdmin");
  const name = json({ tg: "Суғд", ru: "Согд", en: "Sughd", az: "" });
  const { id: region_id } = await server.db.sql
    .insertInto("region")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  await server.db.sql
    .insertInto("garden")
    .values(Array.from({ length: gardens }, () => ({ name, region_id })))
    .execute();
}, 120_000);
afterAll(async () => {
  await endWorker(worker);
  await server.close();
});

describe("leftovers", () => {
  /** Actor whose permissions an order keeps: that of an order of today. */
  async function keptActor(): Promise<Actor> {
    const { done } = await exported(master.call, { list: "region", format: "csv" });
    const { actor } = await server.db.sql
      .selectFrom("export")
      .where("id", "=", done.id)
      .select("actor")
      .executeTakeFirstOrThrow();
    return actor as unknown as Actor;
  }
  const row = async () =>
    insertExport(server.db.sql, {
      actor: await keptActor(),
      user_id: master.id,
      list: "garden",
      format: "csv",
      query: {},
      language: "en",
      time_zone: "UTC",
      reach: "all",
      file_name: "x.csv",
      row_count: 1,
    });

  /** As killed workers leave it: begun so often, and its job is lost. */
  async function begun(attempts: number) {
    const id = await row();
    await server.db.sql
      .updateTable("export")
      .set({ status: "in_progress", attempts })
      .where("id", "=", id)
      .execute();
    return id;
  }

  test("by a killed worker is found without its job", async () => {
    const id = await begun(1);
    const done = await ended(master.call, id);
    expect(done).toMatchObject({ status: "completed", rows: gardens });
    expect((await master.call("GET", `/export/${id}/file`)).status).toBe(200);
  });

  test("by three killed workers is not tried again", async () => {
    const id = await begun(3);
    expect(await ended(master.call, id)).toMatchObject({
      status: "failed",
      problem: { code: "interrupted" },
    });
    expect((await master.call("GET", `/export/${id}/file`)).status).toBe(409);
  });

  test("after a day goes with its file", async () => {
    const { done } = await exported(master.call, { list: "region", format: "csv" });
    await deleteExpiredExports(server.db.sql, server.files, Date.now() + 2 * 86_400_000);
    expect((await master.call("GET", `/export/${done.id}`)).status).toBe(404);
  });
});

describe("an export that was being made", () => {
  /** Begins one and holds it in the middle, by a lock on what the list reads; `release` lets it go on. */
  async function held(format: ExportFormat = "csv") {
    const control = await server.db.pool.connect();
    for (;;) {
      const sent = await master.call<Sent>("POST", "/export", { list: "garden", format });
      await control.query("begin");
      await control.query("lock table garden in access exclusive mode");
      const { id } = sent.body;
      const isBegun = async () => (await statusOf(id)) !== "pending";
      await expect.poll(isBegun, { timeout: 30_000 }).toBe(true);
      const release = async () => {
        await control.query("rollback");
        control.release();
      };
      if ((await statusOf(id)) === "in_progress") return { id, release };
      await control.query("rollback");
    }
  }
  const statusOf = async (id: number) =>
    (await master.call<Sent>("GET", `/export/${id}`)).body.status;
  const attemptsOf = async (id: number) =>
    await server.db.sql
      .selectFrom("export")
      .where("id", "=", id)
      .select("attempts")
      .executeTakeFirstOrThrow();
  /** Processes of the worker that write files. */
  function writers(): number[] {
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
    return rows
      .map((line) => /^\s*(\d+)\s+(\d+)\s.*export-child/.exec(line))
      .filter((found) => found !== null && Number(found[2]) === worker.pid)
      .map((found) => Number(found?.[1]));
  }
  async function isWhole(id: number) {
    const list = await master.call<{ count: number }>("GET", "/garden");
    expect(await ended(master.call, id)).toMatchObject({
      status: "completed",
      rows: list.body.count,
    });
    const file = await master.call<string>("GET", `/export/${id}/file`);
    expect(linesOf(file.body)).toHaveLength(list.body.count + 1);
  }

  test("by a worker that is killed is made by the next one, whole", async () => {
    const { id, release } = await held();
    const gone = once(worker, "exit");
    worker.kill("SIGKILL");
    await gone;
    await release();
    expect(await statusOf(id)).toBe("in_progress");
    worker = startWorkerOf(server);
    await isWhole(id);
    expect(await attemptsOf(id)).toEqual({ attempts: 2 });
  }, 120_000);

  test("by a process that is killed is made by another one, whole", async () => {
    const { id, release } = await held();
    const [writer = 0] = writers();
    process.kill(writer, "SIGKILL");
    await expect.poll(() => writers().includes(writer), { timeout: 60_000 }).toBe(false);
    await release();
    await isWhole(id);
    expect(await attemptsOf(id)).toEqual({ attempts: 2 });
  }, 120_000);

  test.each(mapFormats)(
    "of kind %s is given up when it is deleted: no process goes on, no file is left",
    async (format) => {
      const { id, release } = await held(format);
      const [writer = 0] = writers();
      expect((await master.call("DELETE", `/export/${id}`)).status).toBe(204);
      await expect.poll(() => writers().includes(writer), { timeout: 60_000 }).toBe(false);
      await release();
      const left = [];
      for await (const { key } of server.files.list("export"))
        if (key.startsWith(`export/${id}-`)) left.push(key);
      expect(left).toEqual([]);
      const work = join(server.files.path("x"), "../.incoming");
      await expect.poll(() => readdirSync(work), { timeout: 60_000 }).toEqual([]);
    },
    60_000,
  );

  test("by a worker that ends is given back, which is no attempt", async () => {
    const { id, release } = await held();
    await endWorker(worker);
    expect(await statusOf(id)).toBe("pending");
    expect(await attemptsOf(id)).toEqual({ attempts: 0 });
    await release();
    worker = startWorkerOf(server);
    await isWhole(id);
  }, 120_000);
});

test("a long list takes no more memory than a short one, in every kind of file", {
  timeout: 300_000,
}, async () => {
  const rows = 12_000;
  // Keeping the search's index of such long names takes longer than all the files.
  await sql`drop index garden_search`.execute(server.db.sql);
  await sql`insert into garden (name, region_id)
    select jsonb_build_object('tg', n || ${"боғ ".repeat(400)}, 'ru', '', 'en', '', 'az', ''), region.id
    from region, generate_series(1, ${rows}::int) n`.execute(server.db.sql);
  // Its row says whose scope it is made under.
  const { done } = await exported(master.call, { list: "region", format: "csv" });
  const row = await server.db.sql
    .selectFrom("export")
    .where("id", "=", done.id)
    .select("actor")
    .executeTakeFirstOrThrow();
  // Little more than the program itself; all rows at once would not fit.
  const pool = childPool({ entry, heapMb: 80 }, { size: 1 });
  const request = (format: ExportFormat): ExportRequest => ({
    config: server.db.config,
    list: "garden",
    format,
    query: {},
    actor: row.actor,
    language: "tg",
    timeZone: "UTC",
    path: join(server.files.path("x"), `../../long.${format}`),
  });
  try {
    for (const format of formatsOfList("garden"))
      expect(await pool.run<ExportResult>(request(format)), format).toEqual({
        rows: gardens + rows,
      });
  } finally {
    await pool.close();
  }
});

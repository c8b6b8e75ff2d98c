/** The blocks of a process: which are where, what became of each, how long the rest takes, and whose turn it is. */
import type {
  BlockAttempt,
  Process,
  ProcessBlock,
  ProcessDetail,
} from "@nihol/contract/imagery/processes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everything, imageryWorld } from "../support/imagery-world.ts";
import type { Caller, TestApp } from "../support/test-app.ts";

let server: TestApp;
let master: Caller;
/** Of the image's region, with every right on images there. */
let local: Caller;
let process: number;
const blocks = 5000;

beforeAll(async () => {
  const world = await imageryWorld();
  ({ server, master } = world);
  process = world.images[1]?.process ?? 0;
  const person = { permissions: everything, regions: [world.home.region] };
  local = (await server.person("Local", person)).call;
  await sql`update imagery_process set status = 'in_progress', step = 'detecting',
    started_at = now() - interval '1 hour' where id = ${process}`.execute(server.db.sql);
  // 300 are done, at 4 at once and 10 to 14 seconds each; the last ended a second ago.
  await sql`
    insert into imagery_block (process_id, n, status, fx0, fy0, fx1, fy1, fragments, trees, attempts, started_at, finished_at, updated_at)
    select ${process}, n, case when n <= 300 then 'done' when n <= 304 then 'running' else 'pending' end,
      5 * (n % 100), 5 * (n / 100), 5 * (n % 100) + 4, 5 * (n / 100) + 4, 25, n % 7, case when n <= 304 then 1 else 0 end,
      case when n <= 304 then now() - interval '1 second' - (300 - n) / 4 * interval '12 seconds' - (10 + n % 5) * interval '1 second' end,
      case when n <= 300 then now() - interval '1 second' - (300 - n) / 4 * interval '12 seconds' end, now() - interval '1 hour'
    from generate_series(1, ${blocks}) n`.execute(server.db.sql);
});
afterAll(() => server.close());

const at = (path = "") => `/satellite-imagery/${process}${path}`;
const detail = async () => (await master<ProcessDetail>("GET", at())).body;
const listed = async (query = "") =>
  (await master<{ at: string; results: ProcessBlock[] }>("GET", at(`/blocks${query}`))).body;

test("the process says how many of its blocks are in which state", async () => {
  expect((await detail()).blocks).toEqual({ pending: 4696, running: 4, done: 300, failed: 0 });
});

test("it says how long the rest takes, as a range around what the last blocks say", async () => {
  const { time_left } = await detail();
  expect(time_left?.at_once).toBeCloseTo(4, 0);
  // 4698 blocks of 12 seconds, 4 at once: about four hours
  expect(time_left?.min_s).toBeLessThan(14_100);
  expect(time_left?.max_s).toBeGreaterThan(14_100);
  expect((time_left?.max_s ?? 0) / (time_left?.min_s ?? 1)).toBeLessThan(1.6);
});

test("all blocks come with their place", async () => {
  const { results } = await listed();
  expect(results).toHaveLength(blocks);
  expect(results[100]).toMatchObject({ n: 101, status: "done", place: [5, 5, 9, 9], attempts: 1 });
});

test("later only those come that changed", async () => {
  const { at: moment } = await listed();
  await server.db.sql
    .updateTable("imagery_block")
    .set({ status: "done", updated_at: sql`now()` })
    .where("process_id", "=", process)
    .where("n", "=", 301)
    .execute();
  const { results } = await listed(`?after=${moment}`);
  expect(results.map(({ n }) => n)).toEqual([301]);
});

test("a block has a log of its attempts, with the reason in the reader's language", async () => {
  await sql`insert into block_attempt (process_id, block, worker, started_at, ended_at, outcome, message) values
    (${process}, 7, 'forest · 12', now() - interval '1 minute', now() - interval '50 seconds', 'retried', '{"code":"internal","params":{}}'),
    (${process}, 7, 'forest · 13', now() - interval '40 seconds', null, null, null)`.execute(
    server.db.sql,
  );
  const { body } = await master<{ attempts: BlockAttempt[] }>("GET", at("/blocks/7"));
  expect(body.attempts).toMatchObject([
    { worker: "forest · 12", outcome: "retried", message: { code: "internal" } },
    { worker: "forest · 13", outcome: null, ended_at: null, message: null },
  ]);
  expect(body.attempts[0]?.message?.detail).toMatch(/reason inside the system/);
  expect((await master("GET", at("/blocks/5001"))).status).toBe(404);
});

test("a person who may not see the process sees no block of it", async () => {
  const stranger = await server.person("Stranger", { permissions: everything, ministryId: 1 });
  for (const path of ["/blocks", "/blocks/7"])
    expect((await stranger.call("GET", at(path))).status).toBe(404);
});

test("people of a territory lower a priority and set it back, and may not raise it above usual", async () => {
  const set = (call: Caller, priority: string) =>
    call<Process & { code: string }>("POST", at("/priority"), { priority });
  const lowered = await set(local, "low");
  expect([lowered.status, lowered.body.priority]).toEqual([200, "low"]);
  expect(lowered.body.can).toMatchObject({ prioritize: true, raise: false });
  expect((await set(local, "normal")).status).toBe(200);
  const refused = await set(local, "high");
  expect([refused.status, refused.body.code]).toEqual([403, "whole_programme_only"]);
  expect((await set(master, "high")).body).toMatchObject({ priority: "high" });
  // A raised priority is not theirs to take back.
  expect((await set(local, "low")).status).toBe(403);
  const { rows } = await sql<{ change: object }>`
    select change from audit_log where resource = 'satelliteimagery' and resource_id = ${String(process)}
      and change ? 'priority' order by id`.execute(server.db.sql);
  expect(rows.map(({ change }) => change)).toEqual([
    { priority: "low", before: "normal" },
    { priority: "normal", before: "low" },
    { priority: "high", before: "normal" },
  ]);
});

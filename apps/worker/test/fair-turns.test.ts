/** Order in which the blocks of several people are taken, by a worker that does one at a time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { orderTurns } from "@nihol/store/processes/fair-turns";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeRig, type Rig } from "./rig.ts";
import { makeImage } from "./test-image.ts";

const folder = mkdtempSync(join(tmpdir(), "nihol-turns-"));
const [long, short] = [join(folder, "long.tif"), join(folder, "short.tif")];
let rig: Rig;
let people: number[];
beforeAll(async () => {
  // A block is 4480 pixels wide: sixteen blocks, and two of another place.
  makeImage(long, { columns: 16 * 17.5, rows: 1, gsdMeters: 0.05 });
  makeImage(short, { columns: 2 * 17.5, rows: 1, from: 5, gsdMeters: 0.05 });
  rig = await makeRig();
  await seedBuiltInRoles(rig.db.sql);
  people = await Promise.all(["a", "b"].map(addPerson));
}, 120_000);
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

const addPerson = (name: string) =>
  insertPerson(rig.db.sql, {
    email: `${name}@test.example`,
    firstName: name,
    lastName: "Test",
    role: "MasterAdmin",
    passwordHash: "none",
    ministryId: null,
  });

/** Waiting blocks of a process that nobody works on, by a person and with a priority. */
async function waiting(person: number, blocks: number, priority: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imagery_process (file_name, file_key, facts, capture_date, requested_by, priority, status)
    values ('a.tif', 'none', '{}', '2026-05-01', ${person}, ${priority}, 'in_progress') returning id`.execute(
    rig.db.sql,
  );
  const id = rows[0]?.id ?? 0;
  await rig.jobs.sendAll(
    Array.from({ length: blocks }, (_, n) => ({
      name: "imagery.detect",
      data: { process: id, block: n + 1 },
    })),
  );
  return id;
}
/** The processes of the waiting blocks, in the order in which pg-boss hands them out. */
async function order(): Promise<number[]> {
  await orderTurns(rig.db.sql);
  const { rows } = await sql<{ process: number }>`
    select (data->>'process')::int as process from pgboss.job
    where name = 'imagery.detect' and state < 'active' order by priority desc, created_on`.execute(
    rig.db.sql,
  );
  return rows.map(({ process }) => process);
}
beforeEach(async () => {
  await rig.jobs.boss.deleteAllJobs("imagery.detect").catch(() => {});
});

test("two people take turns, block by block", async () => {
  const [a, b] = [
    await waiting(people[0] ?? 0, 5000, "normal"),
    await waiting(people[1] ?? 0, 5, "normal"),
  ];
  const taken = await order();
  expect(taken).toHaveLength(5005);
  expect(taken.slice(0, 10).filter((one) => one === b)).toHaveLength(5);
  expect(taken.slice(10).every((one) => one === a)).toBe(true);
});

test("two processes of one person are taken one after the other", async () => {
  const first = await waiting(people[0] ?? 0, 3, "normal");
  const second = await waiting(people[0] ?? 0, 3, "normal");
  expect(await order()).toEqual([first, first, first, second, second, second]);
});

test("a high process takes four turns for one, and holds nobody up for ever", async () => {
  const high = await waiting(people[0] ?? 0, 100, "high");
  const usual = await waiting(people[1] ?? 0, 5, "normal");
  const taken = await order();
  const last = taken.lastIndexOf(usual);
  expect(last).toBeGreaterThan(18);
  expect(last).toBeLessThan(25);
  expect(taken.slice(0, last).filter((one) => one === high).length).toBeGreaterThan(14);
});

test("a low process takes one turn for four", async () => {
  await waiting(people[0] ?? 0, 100, "low");
  const usual = await waiting(people[1] ?? 0, 100, "normal");
  expect((await order()).slice(0, 50).filter((one) => one === usual).length).toBeGreaterThan(38);
});

test("a small process ends long before the large one that was there first", async () => {
  const large = await rig.addProcess(long, "2026-05-01", { requested_by: people[0] });
  const worker = rig.startWorker({ NIHOL_DETECTORS: "1" });
  await expect
    .poll(async () => (await rig.process(large)).blocks_done, { timeout: 120_000, interval: 50 })
    .toBeGreaterThan(0);
  const small = await rig.addProcess(short, "2026-05-02", { requested_by: people[1] });
  await rig.waitForStatus(small, "completed");
  const { blocks_done, blocks_total, status } = await rig.process(large);
  expect([status, blocks_total]).toEqual(["in_progress", 16]);
  expect(blocks_done).toBeLessThan(blocks_total);
  await rig.waitForStatus(large, "completed");
  worker.kill("SIGTERM");
}, 300_000);

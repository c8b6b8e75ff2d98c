/** The demonstration's images: each is made once, whatever ends the worker in between. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "@nihol/db/json";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { openFileStore } from "@nihol/store/files/file-store";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { startDemoScenes } from "@nihol/worker/handlers/demo-scenes";
import { afterAll, beforeAll, expect, test } from "vitest";

let db: FreshDatabase;
let folder: string;
let services: Parameters<typeof startDemoScenes>[0];

beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "nihol-scenes-"));
  const [files, jobs] = await Promise.all([openFileStore(folder), openJobQueue(db.config)]);
  services = { db, files, jobs, scratch: join(folder, "scratch") };
  const field = { east: 0, north: 0, width: 30, height: 30, rows: 5, spacing: 5 };
  const plantings = [{ ...field, radii: [0, 1, 2], living: [1, 1, 1] }];
  const orders = ([0, 1, 2] as const).map((date) => ({
    garden: 1,
    lon: 69,
    lat: 38,
    seed: 4,
    size: 256,
    gsdMeters: 0.3,
    plantings,
    date,
    age: 400 - 150 * date,
  }));
  await db.sql
    .insertInto("installation")
    .values({ key: "demo_scenes", value: json(orders) })
    .execute();
});

afterAll(async () => {
  await services.jobs.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

const processes = () =>
  db.sql
    .selectFrom("imagery_process")
    .select(["id", "capture_date", "file_key", "facts", "demo"])
    .orderBy("id")
    .execute();

test("a worker that ends goes on with the rest, and no image is made twice", async () => {
  const ending = new AbortController();
  const unfinished = startDemoScenes(services, ending.signal);
  while ((await processes()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  await unfinished.catch(() => {});
  expect((await processes()).length).toBeLessThan(3);

  await startDemoScenes(services, new AbortController().signal);
  const made = await processes();
  expect(new Set(made.map(({ capture_date }) => capture_date)).size).toBe(3);
  expect(made).toHaveLength(3);
  for (const { id, file_key, facts, demo } of made) {
    expect(demo).toBe(true);
    expect(facts).toMatchObject({ width: 256, roles: { nir: 4 } });
    expect(await services.files.stat(file_key)).toBeDefined();
    expect(
      await services.jobs.missing([{ name: "imagery.prepare", data: { process: id } }]),
    ).toEqual([]);
  }
  const { rowCount } = await db.pool.query("select from installation where key = 'demo_scenes'");
  expect(rowCount).toBe(0);
});

/** A data folder from before trees knew until when they counted. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, migrationsDir } from "@nihol/db/migrate";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countsInPeriod, type Period } from "../src/trees/tree-period.ts";
import { publishImage, settleOwnTrees, settleVersion } from "../src/trees/tree-publish.ts";
import { recountPyramid } from "../src/trees/tree-pyramid.ts";
import { insertImage } from "./tree-world.ts";

let db: FreshDatabase;
let dir: string;
beforeEach(async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  dir = await mkdtemp(join(tmpdir(), "nihol-migrations-"));
  for (const name of await readdir(migrationsDir))
    if (name < "0022") await cp(join(migrationsDir, name), join(dir, name));
  await migrate(db.pool, dir);
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

/** Publishes as it was done before: `current` alone, the pyramid and the tally of current trees. */
async function publishAsBefore(id: number, isCurrent: string): Promise<void> {
  await db.pool.query("update whole_image set published_at = now() where id = $1", [id]);
  await db.pool.query(`update tree set current = ${isCurrent} where whole_image_id = $1`, [id]);
  const sums = `count(*), count(*) filter (where green = 1), count(*) filter (where green = 0),
    count(*) filter (where green = 2), sum(area_m2::float8)`;
  await db.pool.query(
    `insert into tree_cell select level, zc >> (2 * (31 - level)), 0, 0, 0, captured_on, ${sums}
     from tree cross join generate_series(4, 18) level where current and whole_image_id = $1
     group by 1, 2, captured_on`,
    [id],
  );
  await db.pool.query(
    `insert into tree_tally select whole_image_id, 0, 0, 0, captured_on, ${sums},
       coalesce(sum(area_m2) filter (where green = 1), 0)
     from tree where current and whole_image_id = $1 group by 1, captured_on`,
    [id],
  );
}

async function countIn(period: Period): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from tree_tally t
    where ${sql.join(countsInPeriod(period, "t"), sql` and `)}`.execute(db.sql);
  return rows[0]?.n ?? 0;
}

const settle = (id: number) => db.sql.transaction().execute((trx) => settleOwnTrees(trx, id));

it("keeps today's numbers, and counts past periods once its images are settled", async () => {
  const older = await insertImage(db, "2023-05-01", [69, 38, 69.01, 38.01]);
  const newer = await insertImage(db, "2025-05-01", [69, 38, 69.005, 38.01]);
  await publishAsBefore(older, "lon > 69.005");
  await publishAsBefore(newer, "true");

  await migrate(db.pool);
  expect(await countIn({})).toBe(150);
  expect(await recountPyramid(db.sql)).toBe(0);

  for (const id of [newer, older]) await settle(id);
  expect(await countIn({})).toBe(150);
  expect(await countIn({ to: "2024-12-31" })).toBe(100);
  expect(await countIn({ from: "2024-01-01" })).toBe(100);
  expect(await recountPyramid(db.sql)).toBe(0);
});

it("publishes over images that are not settled yet", async () => {
  const older = await insertImage(db, "2023-05-01", [69, 38, 69.01, 38.01]);
  await publishAsBefore(older, "true");
  await migrate(db.pool);
  const newer = await insertImage(db, "2025-05-01", [69, 38, 69.005, 38.01]);
  await db.sql.transaction().execute((trx) => publishImage(trx, newer));
  expect([await countIn({}), await countIn({ to: "2024-12-31" })]).toEqual([150, 100]);
  await settle(older);
  expect([await countIn({}), await countIn({ to: "2024-12-31" })]).toEqual([150, 100]);
  expect(await recountPyramid(db.sql)).toBe(0);
  const versions = await db.sql.selectFrom("whole_image").select("settle_version").execute();
  expect(versions.map((row) => row.settle_version)).toEqual([settleVersion, settleVersion]);
});

/** Facts of an image that a verdict takes: whether leaves were off on it, and how much of the ground people looked over. */
import { json } from "@nihol/db/json";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setChecked } from "../src/trees/corrections/checked-ground.ts";
import { noteNewSeason, settleLeaves } from "../src/trees/leaf-off.ts";
import { publishImage } from "../src/trees/tree-publish.ts";
import { listCaptures } from "../src/verdicts/garden-captures.ts";
import { addGarden, addRegion, insertImage, rectangle } from "./tree-world.ts";

const ground: Bbox = [69, 38, 69.01, 38.01];
/** The western half of the ground, in two fragments of four. */
const plot: Bbox = [69, 38, 69.005, 38.01];

let db: FreshDatabase;
let region: number;
let garden: number;
let task: number;
beforeEach(async () => {
  db = await freshDatabase();
  region = await addRegion(db, [68, 37, 70, 39]);
  garden = await addGarden(db, plot);
  const days = { assigned_date: "2024-01-01", due_date: "2024-06-01" };
  const { id } = await db.sql
    .insertInto("planting_task")
    .values({ garden_id: garden, ...days })
    .returning("id")
    .executeTakeFirstOrThrow();
  task = id;
  await db.sql.insertInto("planting_verdict").values({ task_id: task }).execute();
});
afterEach(() => db.close());

const transact = (write: (trx: FreshDatabase["sql"]) => Promise<unknown>) =>
  db.sql.transaction().execute((trx) => write(trx));

async function published(date: string): Promise<number> {
  const id = await insertImage(db, date, ground);
  await db.sql
    .updateTable("whole_image")
    .set({ region_id: region, fragment_count: 4 })
    .where("id", "=", id)
    .execute();
  for (const n of [1, 2, 3, 4]) {
    const [column, row] = [n % 2, n > 2 ? 1 : 0];
    const [west, south] = [69 + column / 200, 38 + row / 200];
    const bbox: Bbox = [west, south, west + 0.005, south + 0.005];
    const place = { whole_image_id: id, n, fx: column, fy: row, block: 1, bbox };
    await db.sql
      .insertInto("fragment")
      .values({ ...place, status: "done", review: "accepted" })
      .execute();
  }
  await transact(async (trx) => {
    await settleLeaves(trx, id);
    await publishImage(trx, id);
  });
  return id;
}

const captureOf = async () => {
  const where = { id: task, garden, boundary: rectangle(plot), bbox: plot, area_m2: 1 };
  const [capture] = await listCaptures(db.sql, where);
  return capture;
};
const revision = async () => {
  const row = await db.sql
    .selectFrom("planting_verdict")
    .where("task_id", "=", task)
    .select("evidence_revision")
    .executeTakeFirstOrThrow();
  return row.evidence_revision;
};

/** Tells whether the change has the verdict worked out anew. */
async function moves(change: () => Promise<unknown>): Promise<boolean> {
  const before = await revision();
  await change();
  return (await revision()) > before;
}

it("follows the season of the region, and is asked for anew with it", async () => {
  const image = await published("2026-04-20");
  expect(await captureOf()).toMatchObject({ image, isLeafless: false });
  const change = async () => {
    const leaf_off = "10-01/04-30";
    await transact((trx) => noteNewSeason(trx, region, leaf_off));
    await db.sql.updateTable("region").set({ leaf_off }).where("id", "=", region).execute();
    await transact((trx) => settleLeaves(trx, image));
  };
  expect(await moves(change)).toBe(true);
  expect(await captureOf()).toMatchObject({ isLeafless: true });
});

it("does not let images beside the garden take the places of those that show it", async () => {
  const image = await published("2025-06-15");
  // Fourteen newer ones, whose box meets the garden's, and whose pixels with an image begin east of it.
  const beside = json(rectangle([69.005, 38, 69.01, 38.01]));
  for (let n = 0; n < 14; n++) {
    const id = await insertImage(db, `2026-06-${n + 10}`, ground, 0);
    await db.sql
      .updateTable("whole_image")
      .set({ coverage: beside, published_at: new Date() })
      .where("id", "=", id)
      .execute();
  }
  expect(await captureOf()).toMatchObject({ image, coverage: 1 });
});

it("knows no season where leaves never fall", async () => {
  await db.sql.updateTable("region").set({ leaf_off: "never" }).where("id", "=", region).execute();
  await published("2026-01-15");
  expect(await captureOf()).toMatchObject({ isLeafless: false });
});

it("knows which part of the garden people looked over, and is asked for anew with each", async () => {
  const image = await published("2026-06-15");
  await seedBuiltInRoles(db.sql);
  const reviewed_by = await insertPerson(db.sql, {
    ...{ email: "a@b.example", firstName: "A", lastName: "B", role: "SysAdmin" },
    passwordHash: "x",
  });
  await db.sql.updateTable("fragment").set({ reviewed_by, reviewed_at: new Date() }).execute();
  expect(await captureOf()).toMatchObject({ checkedShare: 0 });
  const check = (n: number, isChecked = true) =>
    moves(() => transact((trx) => setChecked(trx, image, n, isChecked)));
  // Beside the garden: 1 and 3 lie in the east.
  await check(1);
  expect(await captureOf()).toMatchObject({ checkedShare: 0 });
  expect(await check(2)).toBe(true);
  expect(await captureOf()).toMatchObject({ checkedShare: 0.5 });
  expect(await check(4)).toBe(true);
  expect(await captureOf()).toMatchObject({ checkedShare: 1 });
  expect(await check(4, false)).toBe(true);
  expect(await captureOf()).toMatchObject({ checkedShare: 0.5 });
});

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishImage, redateImage, unpublishImage } from "../src/trees/tree-publish.ts";
import { rebuildPyramid, recountPyramid } from "../src/trees/tree-pyramid.ts";
import { countCurrent, insertImage } from "./tree-world.ts";

const whole: Bbox = [69, 38, 69.01, 38.01];
const westHalf: Bbox = [69, 38, 69.005, 38.01];

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  // Every test leaves an exact pyramid, whatever else it tests.
  const differing = await recountPyramid(db.sql);
  await db.close();
  expect(differing).toBe(0);
});

const publish = (id: number) => db.sql.transaction().execute((trx) => publishImage(trx, id));
const unpublish = (id: number) => db.sql.transaction().execute((trx) => unpublishImage(trx, id));
const redate = (id: number, date: string) =>
  db.sql.transaction().execute((trx) => redateImage(trx, id, date));
const cells = async () =>
  (
    await db.sql
      .selectFrom("tree_cell")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

it("counts no tree of an image that is not published", async () => {
  const image = await insertImage(db, "2025-05-01", whole);
  expect(await countCurrent(db, image)).toBe(0);
  expect(await cells()).toBe(0);
});

it("counts every tree of the first published image", async () => {
  const image = await insertImage(db, "2025-05-01", whole);
  await publish(image);
  expect(await countCurrent(db, image)).toBe(100);
});

it("replaces older trees only where the newer image lies", async () => {
  const older = await insertImage(db, "2024-05-01", whole);
  const newer = await insertImage(db, "2025-05-01", westHalf);
  await publish(older);
  await publish(newer);
  expect(await countCurrent(db, older)).toBe(50);
  expect(await countCurrent(db, newer)).toBe(100);
});

it("gives the same when the older image is published last", async () => {
  const older = await insertImage(db, "2024-05-01", whole);
  const newer = await insertImage(db, "2025-05-01", westHalf);
  await publish(newer);
  await publish(older);
  expect(await countCurrent(db, older)).toBe(50);
  expect(await countCurrent(db, newer)).toBe(100);
});

it("counts older trees again when the newer image is taken out", async () => {
  const older = await insertImage(db, "2024-05-01", whole);
  const newer = await insertImage(db, "2025-05-01", westHalf);
  await publish(older);
  await publish(newer);
  await unpublish(newer);
  expect(await countCurrent(db, older)).toBe(100);
  expect(await countCurrent(db, newer)).toBe(0);
});

it("keeps trees hidden that a third image still covers", async () => {
  const oldest = await insertImage(db, "2023-05-01", whole);
  const middle = await insertImage(db, "2024-05-01", westHalf);
  const newest = await insertImage(db, "2025-05-01", whole);
  for (const id of [newest, oldest, middle]) await publish(id);
  await unpublish(newest);
  expect(await countCurrent(db, oldest)).toBe(50);
  expect(await countCurrent(db, middle)).toBe(100);
});

it("moves the trees in time when the date of an image is mended", async () => {
  const older = await insertImage(db, "2024-05-01", whole);
  const newer = await insertImage(db, "2025-05-01", whole);
  await publish(older);
  await publish(newer);
  await redate(newer, "2023-05-01");
  expect(await countCurrent(db, older)).toBe(100);
  expect(await countCurrent(db, newer)).toBe(0);
});

it("leaves no cell behind when the last image is taken out", async () => {
  const image = await insertImage(db, "2024-05-01", whole);
  await publish(image);
  await unpublish(image);
  expect(await cells()).toBe(0);
});

it("publishes twice without counting twice", async () => {
  const image = await insertImage(db, "2024-05-01", whole);
  await publish(image);
  await publish(image);
  expect(await countCurrent(db, image)).toBe(100);
});

it("stays exact when two overlapping images are published at once", async () => {
  const older = await insertImage(db, "2024-05-01", whole, 40);
  const newer = await insertImage(db, "2025-05-01", westHalf, 40);
  await Promise.all([publish(older), publish(newer)]);
  expect(await countCurrent(db, older)).toBe(800);
  expect(await countCurrent(db, newer)).toBe(1600);
});

it("rebuilds a damaged pyramid", async () => {
  const image = await insertImage(db, "2024-05-01", whole);
  await publish(image);
  await db.sql.updateTable("tree_cell").set({ n: 7 }).where("level", "=", 10).execute();
  expect(await recountPyramid(db.sql)).toBeGreaterThan(0);
  await db.sql.transaction().execute(rebuildPyramid);
});

it("an image on which no trees are counted supersedes none, whatever is done with it", async () => {
  const older = await insertImage(db, "2024-05-01", whole);
  const coarse = await insertImage(db, "2025-05-01", whole, 0);
  await db.sql
    .updateTable("whole_image")
    .set({ counted: false })
    .where("id", "=", coarse)
    .execute();
  await publish(older);
  await publish(coarse);
  expect(await countCurrent(db, older)).toBe(100);
  await redate(coarse, "2026-05-01");
  await publish(older);
  expect(await countCurrent(db, older)).toBe(100);
  await unpublish(coarse);
  expect(await countCurrent(db, older)).toBe(100);
});

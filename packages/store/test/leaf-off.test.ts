import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockImage } from "../src/trees/counted-image.ts";
import { noteNewSeason, settleLeaves } from "../src/trees/leaf-off.ts";
import { publishImage, redateImage } from "../src/trees/tree-publish.ts";
import { lockTrees, recountPyramid } from "../src/trees/tree-pyramid.ts";
import { addRegion, insertImage } from "./tree-world.ts";

const ground: Bbox = [69, 38, 69.01, 38.01];
/** Of the hundred trees of an image every third is not green, and every third is unsure by its colour. */
const inLeaf = { green: 33, not_green: 34, unsure: 33 };
const leafless = { green: 33, not_green: 0, unsure: 67 };

let db: FreshDatabase;
let region: number;
beforeEach(async () => {
  db = await freshDatabase();
  region = await addRegion(db, [68, 37, 70, 39]);
});
afterEach(async () => {
  const differing = await recountPyramid(db.sql);
  await db.close();
  expect(differing).toBe(0);
});

const inTransaction = (write: (trx: FreshDatabase["sql"]) => Promise<unknown>) =>
  db.sql.transaction().execute((trx) => write(trx));
const setImage = (id: number, values: object) =>
  db.sql.updateTable("whole_image").set(values).where("id", "=", id).execute();

async function published(date: string): Promise<number> {
  const id = await insertImage(db, date, ground);
  await setImage(id, { region_id: region });
  await inTransaction(async (trx) => {
    await settleLeaves(trx, id);
    await publishImage(trx, id);
  });
  return id;
}

/** By the trees themselves, and by the sums that every figure is made of. */
async function states(id: number) {
  const { rows } = await sql<Record<"trees" | "tally", typeof inLeaf>>`
    select (select jsonb_build_object('green', count(*) filter (where green = 1),
        'not_green', count(*) filter (where green = 0), 'unsure', count(*) filter (where green = 2))
      from tree where whole_image_id = ${id}) as trees,
      (select jsonb_build_object('green', sum(green), 'not_green', sum(not_green), 'unsure', sum(unsure))
      from tree_tally where whole_image_id = ${id}) as tally`.execute(db.sql);
  expect(rows[0]?.tally).toEqual(rows[0]?.trees);
  return rows[0]?.trees;
}
const imageNow = (id: number) =>
  db.sql
    .selectFrom("whole_image")
    .select(["leaf_off", "leaf_off_due"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

it("calls trees without green unsure on an image taken while leaves are off", async () => {
  const winter = await published("2026-01-15");
  expect(await states(winter)).toEqual(leafless);
  expect(await imageNow(winter)).toEqual({ leaf_off: true, leaf_off_due: false });
  const summer = await published("2026-06-15");
  expect(await states(summer)).toEqual(inLeaf);
  expect(await imageNow(summer)).toMatchObject({ leaf_off: false });
});

it("follows another date of the image, and back", async () => {
  const image = await published("2026-06-15");
  await inTransaction((trx) => redateImage(trx, image, "2026-12-15"));
  expect(await states(image)).toEqual(leafless);
  await inTransaction((trx) => redateImage(trx, image, "2026-05-15"));
  // Those that were unsure by their colour are so still.
  expect(await states(image)).toEqual(inLeaf);
});

it("follows the season of the region, of those images alone", async () => {
  const [spring, elsewhere] = [await published("2026-05-10"), await published("2026-05-11")];
  await setImage(elsewhere, { region_id: null });
  const setSeason = (season: string) =>
    inTransaction(async (trx) => {
      await noteNewSeason(trx, region, season);
      await trx.updateTable("region").set({ leaf_off: season }).where("id", "=", region).execute();
    });
  await setSeason("by_latitude");
  expect(await imageNow(spring)).toMatchObject({ leaf_off_due: false });
  await setSeason("10-01/05-31");
  expect(await imageNow(spring)).toMatchObject({ leaf_off_due: true });
  expect(await imageNow(elsewhere)).toMatchObject({ leaf_off_due: false });
  await inTransaction((trx) => settleLeaves(trx, spring));
  expect(await states(spring)).toEqual(leafless);
  expect(await imageNow(spring)).toEqual({ leaf_off: true, leaf_off_due: false });
  await setSeason("never");
  await inTransaction((trx) => settleLeaves(trx, spring));
  expect(await states(spring)).toEqual(inLeaf);
});

it("leaves alone what a person said, and the drawn trees of the demonstration", async () => {
  const image = await insertImage(db, "2026-01-15", ground);
  await sql`
    update tree set version = 1 where id = (select min(id) from tree where whole_image_id = ${image} and green = 0)`.execute(
    db.sql,
  );
  await inTransaction((trx) => settleLeaves(trx, image));
  await inTransaction((trx) => publishImage(trx, image));
  expect(await states(image)).toEqual({ ...leafless, not_green: 1, unsure: 66 });
  const drawn = await insertImage(db, "2026-01-16", ground);
  await sql`
    update imagery_process set demo = true where id = (select process_id from whole_image where id = ${drawn})`.execute(
    db.sql,
  );
  await inTransaction((trx) => settleLeaves(trx, drawn));
  await inTransaction((trx) => publishImage(trx, drawn));
  expect(await states(drawn)).toEqual(inLeaf);
});

it("is settled by whoever comes first, in the order in which images are locked everywhere", async () => {
  const image = await published("2026-06-15");
  let redated: Promise<unknown> = Promise.resolve();
  await inTransaction(async (trx) => {
    await lockImage(trx, image);
    redated = inTransaction((other) => redateImage(other, image, "2026-12-15"));
    // The other one waits for the image, and holds nothing that is asked for next.
    await waitsForLock();
    await lockTrees(trx);
  });
  await redated;
  expect(await states(image)).toEqual(leafless);
});

/** Until a transaction of this database waits for another one's lock. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
      db.sql,
    );
    if (rows[0]?.waiting) return;
  }
}

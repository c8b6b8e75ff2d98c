/** Images of one kind share their sample plots: whose range follows whose, by a running worker. */
import { setTimeout as wait } from "node:timers/promises";
import { json } from "@nihol/db/json";
import { refreshRange } from "@nihol/store/trees/count-check";
import { combineCounts, countTreesOfImages } from "@nihol/store/trees/tree-count";
import { publishImage } from "@nihol/store/trees/tree-publish";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../../../packages/store/test/tree-world.ts";
import { makeRig, type Rig } from "../rig.ts";

let rig: Rig;
/** Three with plots, one without, and one of a pixel twice as large. */
let images: number[];
const days = ["2025-05-01", "2025-05-10", "2024-06-01", "2025-05-20", "2025-05-21"];
const grid = { side: 10, columns: 10, cells: 10 };

beforeAll(async () => {
  rig = await makeRig();
  images = [];
  for (const day of days) images.push(await insertCounted(day));
  await rig.db.sql.updateTable("whole_image").set({ gsd_m: 1 }).where("id", "=", at(4)).execute();
  rig.startWorker();
});
afterAll(() => rig.close());

const at = (n: number) => images[n] as number;

/** Ten trees in each of ten cells, a model's range, and ground that the model does not know. */
async function insertCounted(day: string): Promise<number> {
  const { sql, pool } = rig.db;
  const id = await insertImage(rig.db, day, [69, 38, 69.01, 38.01]);
  await pool.query(
    `with numbered as (select id, row_number() over (order by id) - 1 as n from tree where whole_image_id = $1)
    update tree t set box = array[10 * (n % 10) + 4, 4, 10 * (n % 10) + 6, 6]::real[] from numbered where numbered.id = t.id`,
    [id],
  );
  await sql
    .updateTable("whole_image")
    .set({
      ...{ model: "m", model_sha256: "m", threshold: 0.3, familiarity: "unfamiliar" },
      ...{ tree_count: 100, model_range_low: 0.5, model_range_high: 2, model_range_shared: 0.5 },
      facts: json({ dtype: "uint8", bands: [{}, {}, {}] } as never),
    })
    .where("id", "=", id)
    .execute();
  const at = { whole_image_id: id, n: 1, fx: 0, fy: 0, block: 1, tree_count: 100 };
  await sql
    .insertInto("fragment")
    .values({ ...at, bbox: [69, 38, 69.01, 38.01], status: "done" })
    .execute();
  await sql.transaction().execute((trx) => publishImage(trx, id));
  await sql.transaction().execute((trx) => refreshRange(trx, id));
  return id;
}

/** A person counts so many trees in each of six cells, where ten were found. */
async function countPlots(id: number, perCell: number[]): Promise<void> {
  const { sql } = rig.db;
  const { side, columns, cells } = grid;
  await sql.transaction().execute(async (trx) => {
    const occupied = Array.from({ length: cells }, (_, cell) => cell);
    await trx
      .insertInto("calibration")
      .values({ whole_image_id: id, wanted: perCell.length, side, columns, occupied, outside: 0 })
      .execute();
    await trx
      .insertInto("calibration_window")
      .values(
        perCell.map((trees, cell) => ({
          ...{ whole_image_id: id, n: cell + 1, cell, is_occupied: true, found: [] },
          marks: Array.from({ length: 2 * trees }, () => 1),
        })),
      )
      .execute();
    await refreshRange(trx, id);
  });
}

const rangeOf = async (id: number) => {
  const { range_basis, range_images, range_low, range_high, range_shared } = await rig.db.sql
    .selectFrom("whole_image")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { range_basis, range_images, low: range_low ?? 0, high: range_high ?? 0, range_shared };
};
const said = async (...some: number[]) => combineCounts(await countTreesOfImages(rig.db.sql, some));

async function allFollowed(): Promise<void> {
  while ((await rig.db.pool.query("select from plots_changed")).rowCount) await wait(100);
}

test("until three images of the kind have plots the model's range stands, and none on unfamiliar ground", async () => {
  await countPlots(at(0), [14, 15, 16, 15, 14, 16]);
  await countPlots(at(1), [16, 17, 15, 16, 18, 14]);
  await allFollowed();
  expect((await rangeOf(at(0))).range_basis).toBe("calibration");
  expect(await rangeOf(at(3))).toMatchObject({ range_basis: "model", low: 0.5, high: 2 });
  expect(await said(at(3))).toMatchObject({ low: null, ground: { familiarity: "unfamiliar" } });
});

test("the third gives every image of the kind a range, and no other", async () => {
  await countPlots(at(2), [15, 15, 17, 13, 15, 14]);
  await allFollowed();
  const { low, high, ...range } = await rangeOf(at(3));
  expect(range).toMatchObject({ range_basis: "shared", range_images: images.slice(0, 3) });
  expect(low).toBeGreaterThan(0.7);
  expect(low).toBeLessThan(1.5);
  expect(high).toBeGreaterThan(1.5);
  expect(range.range_shared).toBeGreaterThan(0);
  expect((await rangeOf(at(4))).range_basis).toBe("model");
  // The plots of the image itself come first.
  expect((await rangeOf(at(2))).range_basis).toBe("calibration");
});

test("a count says so, alone and in a sum, and unfamiliar ground has a number", async () => {
  const alone = await said(at(3));
  expect(alone).toMatchObject({ found: 100, range_basis: "shared", ground: null });
  const { low, high } = await rangeOf(at(3));
  expect([alone.low, alone.high]).toEqual([Math.floor(100 * low), Math.ceil(100 * high)]);
  expect((await said(at(0), at(3))).range_basis).toBe("shared");
  expect((await said(at(0), at(1))).range_basis).toBe("calibration");
});

test("a new image of the kind has it as soon as it is ranged", async () => {
  const fresh = await insertCounted("2026-05-05");
  expect(await rangeOf(fresh)).toMatchObject({ range_basis: "shared" });
  const autumn = await insertCounted("2026-10-05");
  expect(await rangeOf(autumn)).toMatchObject({ range_basis: "model" });
});

test("plots that say something else move it", async () => {
  const before = await rangeOf(at(3));
  const { sql } = rig.db;
  await sql.deleteFrom("calibration").where("whole_image_id", "=", at(1)).execute();
  await countPlots(at(1), [25, 24, 26, 25, 25, 24]);
  await allFollowed();
  const after = await rangeOf(at(3));
  expect(after.high).toBeGreaterThan(before.high);
});

test("plots that somebody counted who may not change the image give it no range", async () => {
  const { pool } = rig.db;
  const role = "insert into user_group (name, permissions) values ('Clerk', '{}') returning id";
  const office = `insert into ministry (name) values ('{"en": "Office"}') returning id`;
  const [group, ministry] = [await pool.query(role), await pool.query(office)];
  const { rows } = await pool.query(
    `insert into user_account (email, first_name, last_name, password_hash, group_id, ministry_id)
    values ('clerk@test.example', 'A', 'B', '', $1, $2) returning id`,
    [group.rows[0].id, ministry.rows[0].id],
  );
  const countedBy = (person: number | null) =>
    pool.query("update calibration_window set counted_by = $1 where whole_image_id = $2", [
      person,
      at(0),
    ]);
  const ranged = async () => {
    await rig.db.sql.transaction().execute((trx) => refreshRange(trx, at(3)));
    return (await rangeOf(at(3))).range_basis;
  };
  await countedBy(rows[0].id);
  expect(await ranged()).toBe("model");
  await countedBy(null);
  expect(await ranged()).toBe("shared");
});

test.each([
  [
    "is rejected",
    (id: number) =>
      rig.db.pool.query(
        "update whole_image set review = 'rejected', review_reason = 'too_cloudy' where id = $1",
        [id],
      ),
  ],
  ["is deleted", (id: number) => rig.db.pool.query("delete from whole_image where id = $1", [id])],
])("without an image that %s its plots count no longer", async (_what, end) => {
  const fourth = await insertCounted("2025-05-03");
  await countPlots(fourth, [15, 15, 16, 15, 14, 15]);
  await allFollowed();
  expect((await rangeOf(at(3))).range_images).toContain(fourth);
  await end(fourth);
  await allFollowed();
  const after = await rangeOf(at(3));
  expect(after).toMatchObject({ range_basis: "shared", range_images: images.slice(0, 3) });
});

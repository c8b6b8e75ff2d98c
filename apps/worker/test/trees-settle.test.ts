/** Images that an older version published, or whose season has changed: settled by a running worker. */
import { setTimeout as wait } from "node:timers/promises";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { publishImage } from "@nihol/store/trees/tree-publish";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { insertImage } from "../../../packages/store/test/tree-world.ts";
import { makeRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(() => rig.close());

const pastTrees = async () =>
  (await rig.db.pool.query("select count(*)::int as n from tree where superseded_on is not null"))
    .rows[0].n as number;

it("settles the images of an older version, and of another season, by itself", async () => {
  const { sql, pool } = rig.db;
  for (const date of ["2023-05-01", "2024-05-01", "2025-05-01"]) {
    const image = await insertImage(rig.db, date, [69, 38, 69.01, 38.01]);
    await sql.transaction().execute((trx) => publishImage(trx, image));
  }
  expect(await pastTrees()).toBe(200);
  await pool.query(`update tree set superseded_on = null; delete from tree_cell_past;
    delete from tree_tally where superseded_on < 'infinity'; update whole_image set settle_version = 0`);

  rig.startWorker();
  const unsettled = "select from whole_image where settle_version = 0";
  while ((await pool.query(unsettled)).rowCount) await wait(200);
  expect(await pastTrees()).toBe(200);
  expect(await recountPyramid(sql)).toBe(0);

  // 34 of the hundred trees of each are not green; in May leaves are on until the region says otherwise.
  await pool.query("update whole_image set leaf_off_due = true");
  await pool.query(`
    with valley as (
      insert into region (name, leaf_off) values ('{"tg": "В", "ru": "В", "en": "V", "az": "V"}', '10-01/05-15')
      returning id
    ) update whole_image set region_id = valley.id from valley where captured_on < '2025-01-01'`);
  while ((await pool.query("select from whole_image where leaf_off_due")).rowCount) await wait(200);
  const { rows } = await pool.query(`
    select sum(t.not_green)::int as not_green from tree_tally t
    join whole_image w on w.id = t.whole_image_id group by w.id order by w.captured_on`);
  expect(rows.map((row) => row.not_green)).toEqual([0, 0, 34]);
  expect(await recountPyramid(sql)).toBe(0);
});

it("places the closed canopy of images from before its places were kept, as their blocks say", async () => {
  const { sql: db } = rig.db;
  const image = await insertImage(rig.db, "2025-05-01", [69, 38, 69.01, 38.01]);
  const { process_id } = await db
    .updateTable("whole_image")
    .set({
      ...{
        ground_ha: 1,
        crown_ha: 1,
        closed_canopy_ha: 0.12,
        closed_canopy_trees: 3,
        shrub_count: 0,
      },
      facts: json({
        affine: [69, 0.0001, 0, 38.01, 0, -0.0001],
        proj4: "+proj=longlat +datum=WGS84 +no_defs",
        gsdMeters: 10,
      } as Partial<ImageMetadata> as ImageMetadata),
    })
    .where("id", "=", image)
    .returning("process_id")
    .executeTakeFirstOrThrow();
  // Three grid cells side by side in two blocks, and one that stands alone.
  const block = { process_id, fy0: 0, fy1: 1, fragments: 1, shrubs: 0 };
  const cell = (column: number) =>
    [column, 5, 25, 25, 0.04, 1] as [number, number, number, number, number, number];
  const part = (...columns: number[]) =>
    json({ ground_ha: 0, crown_ha: 0, cells: columns.map(cell) });
  await db
    .insertInto("imagery_block")
    .values([
      { ...block, n: 0, fx0: 0, fx1: 1, canopy: part(5, 6) },
      { ...block, n: 1, fx0: 1, fx1: 2, canopy: part(7, 20) },
    ])
    .execute();
  await db.transaction().execute((trx) => publishImage(trx, image));
  const sums = async () =>
    (
      await sql<{ canopy: number | null; shrubs: number | null }>`
      select sum(canopy_m2) as canopy, sum(shrubs)::int as shrubs from seen_area`.execute(db)
    ).rows[0];
  expect(await sums()).toEqual({ canopy: null, shrubs: null });
  rig.startWorker();
  const unplaced = "select from whole_image where not canopy_placed";
  while ((await rig.db.pool.query(unplaced)).rowCount) await wait(200);
  // No shrub was found, so none is missing.
  expect(await sums()).toEqual({ canopy: 1200, shrubs: 0 });
});

/** Keeps what people counted where another detector comes and the image's file cannot be read any more, by a running worker. */
import { setTimeout as wait } from "node:timers/promises";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../../../packages/store/test/tree-world.ts";
import {
  calibrateJob,
  findWindows,
  unfinishedCalibrations,
  writeWindows,
} from "../../src/handlers/calibrating/imagery-calibrate-rows.ts";
import { makeRig, type Rig } from "../rig.ts";

let rig: Rig;
let image: number;

const grid = { side: 50, columns: 2 };
const geotransform: Pick<ImageMetadata, "affine" | "proj4"> = {
  affine: [69, 0.0001, 0, 38.01, 0, -0.0001],
  proj4: "+proj=longlat +datum=WGS84 +no_defs",
};

beforeAll(async () => {
  rig = await makeRig();
  const { sql, pool } = rig.db;
  image = await insertImage(rig.db, "2025-05-01", [69, 38, 69.01, 38.01]);
  await sql
    .updateTable("whole_image")
    .set({ facts: json(geotransform as ImageMetadata), date_hash: "00000001" })
    .where("id", "=", image)
    .execute();
  await sql
    .insertInto("calibration")
    .values({ whole_image_id: image, wanted: 4, ...grid, occupied: [0, 1, 2, 3] })
    .execute();
  const plot = { whole_image_id: image, is_occupied: true, found: [20, 20, 5, 0.9] };
  await sql
    .insertInto("calibration_window")
    .values([
      { ...plot, n: 1, cell: 3 },
      { ...plot, n: 2, cell: 0, marks: [20, 20, 30, 30] },
      { ...plot, n: 3, cell: 2 },
      { ...plot, n: 4, cell: 1, is_skipped: true },
    ])
    .execute();
  await pool.query("update imagery_process set status = 'completed'");
  rig.startWorker();
});
afterAll(() => rig.close());

const plots = async () =>
  (
    await rig.db.pool.query(
      "select n, marks, is_skipped, found from calibration_window order by whole_image_id, n",
    )
  ).rows;

const kept = [
  { n: 2, marks: [20, 20, 30, 30], is_skipped: false, found: null },
  { n: 4, marks: null, is_skipped: true, found: null },
];

async function untilGivenUp(): Promise<void> {
  const { pool } = rig.db;
  const running = `select from pgboss.job where name = 'imagery.calibrate' and state in ('created', 'retry', 'active')`;
  while ((await pool.query(running)).rowCount) await wait(100);
}

test("drops the plots that nobody looked into, and keeps what people counted or skipped", async () => {
  // As after an image is published by another detector.
  await rig.jobs.sendAll([calibrateJob(image)]);
  await untilGivenUp();
  expect(await plots()).toEqual(kept);
});

test("does not try again for ever", async () => {
  expect(await unfinishedCalibrations(rig.db.sql)).toEqual([]);
});

test("further plots are numbered after those that stay", async () => {
  const fresh = [2, 3].map((cell) => ({ cell, is_occupied: true }));
  const drawn = await rig.db.sql.transaction().execute(async (trx) => {
    await writeWindows(trx, image, await findWindows(trx, image), fresh);
    return findWindows(trx, image);
  });
  expect(drawn.map(({ n, cell }) => [n, cell])).toEqual([
    [2, 0],
    [4, 1],
    [5, 2],
    [6, 3],
  ]);
});

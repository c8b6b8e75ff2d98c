/** Pits that an image shows dug and empty: the same figure in reasons, list, task and visit, and never a tree. */

import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import type { PlantingVerdict } from "@nihol/contract/planting/verdicts";
import { afterAll, expect, test } from "vitest";
import { day } from "../../support/planting-fixture.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";
import { verdictWorld } from "./verdict-world.ts";

const { server, giver, abroad, reviewer, submittedTask, workOut, verdictOf } = await verdictWorld();
afterAll(() => server.close());

const step = 0.00004;

/** Rows on a new image of the garden: so many places with a tree, so many pits, both along a line; null: too coarse. */
async function insertRows(west: number, trees: number, pits: number | null, date: string) {
  const ground = { west, south: 38.5, side: 0.002, date };
  const image = await insertImage(server.db, ground);
  const places = trees + (pits ?? 0);
  const of = <T>(value: (i: number) => T) => Array.from({ length: places }, (_, i) => value(i));
  await server.db.sql
    .insertInto("planting_rows")
    .values({
      ...{ whole_image_id: image, block: 1, step_short_m: 3, step_long_m: 4, direction_deg: 0 },
      ...{ crown_m: 0.3, places, occupied: trees, occupied_low: trees, occupied_high: trees },
      ...{ chance: trees, variance: 0, doubt: 0, mistaken: 0 },
      ...{ lons: of((i) => west + step * (i + 1)), lats: of(() => 38.501) },
      ...{ xs: of((i) => i), ys: of(() => 0), chances: of((i) => (i < trees ? 1 : 0)) },
      pits: pits === null ? null : of((i) => i >= trees),
    })
    .execute();
  await plant(server.db, image, ground, []);
  return image;
}

test("empty pits stand in the reasons, in the list, at the task and at its visits, and hold no tree", async () => {
  const { id, west } = await submittedTask(60, 40);
  const date = day(-10);
  const image = await insertRows(west, 24, 9, date);
  await workOut();
  const seen = { image, captured_on: date, places: 33, occupied: 24, pits: 9 };
  const { body } = await verdictOf(id);
  expect(body.rows_seen).toMatchObject(seen);
  expect(body.proposal?.reasons).toContainEqual(
    expect.objectContaining({
      code: "rows_counted",
      figures: expect.objectContaining({ ...seen, gsd_m: expect.any(Number) }),
    }),
  );
  const list = await reviewer<{ results: PlantingVerdict[] }>("GET", "/planting-verdict?limit=50");
  expect(list.body.results.find((row) => row.id === id)?.rows_seen).toEqual(body.rows_seen);
  const survival = await giver<TaskSurvival>("GET", `/plant-tree-task/${id}/survival`);
  expect(survival.body.rows_seen).toEqual(body.rows_seen);
  // Whoever is sent back to the garden takes the pits' places along, and nobody of elsewhere does.
  const back = { status: "needs_changes", comment: "Nine pits are empty" };
  expect((await giver("POST", `/plant-tree-task/${id}/status`, back)).status).toBe(200);
  const fieldOf = async (call: typeof giver) => {
    const { tasks } = (await call<FieldTasks>("GET", "/plant-tree-task/field")).body;
    return tasks.find((task) => task.id === id);
  };
  const field = await fieldOf(giver);
  expect(field?.rows_seen).toEqual(body.rows_seen);
  expect(field?.pits).toEqual(
    Array.from({ length: 9 }, (_, i) => [expect.closeTo(west + step * (25 + i), 9), 38.501]),
  );
  expect(await fieldOf(abroad)).toBeUndefined();
});

test("of images too coarse for pits, and of rows that stood before planting, no pits are said", async () => {
  const coarse = await submittedTask(60, 40);
  await insertRows(coarse.west, 24, null, day(-10));
  const older = await submittedTask(60, 40);
  await insertRows(older.west, 24, 9, day(-90));
  await insertRows(older.west, 24, 9, day(-10));
  await workOut();
  expect((await verdictOf(coarse.id)).body.rows_seen).toMatchObject({ occupied: 24, pits: null });
  const { body } = await verdictOf(older.id);
  expect(body.rows_seen).toBeNull();
  expect(body.proposal?.reasons.map(({ code }) => code)).toContain("rows_before");
});

/** Pits that an image shows dug and empty: the same figure in reasons, list, task and visit, and never a tree. */

import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { FieldPit } from "@nihol/contract/planting/pits";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import type { PlantingVerdict } from "@nihol/contract/planting/verdicts";
import { afterAll, expect, test } from "vitest";
import { day } from "../../support/planting-fixture.ts";
import { grants } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";
import { verdictWorld } from "./verdict-world.ts";

const world = await verdictWorld();
const { server, giver, planter, abroad, abroadRegion, reviewer, ministry } = world;
const { submittedTask, workOut, verdictOf } = world;
afterAll(() => server.close());

const step = 0.00004;
const ofBrigade = { permissions: grants({ planttreetask: "v", planttreetaskreport: "va" }) };

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
    Array.from({ length: 9 }, (_, i) => ({
      longitude: expect.closeTo(west + step * (25 + i), 9),
      ...{ latitude: 38.501, answer: null },
    })),
  );
  expect(await fieldOf(abroad)).toBeUndefined();
  // Answers of the reporting side settle a pit for nobody else.
  const pit = { image, longitude: west + step * 25, latitude: 38.501, answer: "planted" };
  expect((await planter("PUT", `/plant-tree-task/${id}/pit`, pit)).status).toBe(200);
  expect((await fieldOf(planter))?.pits[0]?.answer).toBe("planted");
  expect((await fieldOf(giver))?.pits[0]?.answer).toBeNull();
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

test("whoever goes there and is independent refutes pits; the reporting side and who stands elsewhere refute none", async () => {
  const { id, west } = await submittedTask(60, 40);
  const image = await insertRows(west, 24, 9, day(-10));
  const placeOf = (pit: number) => ({ longitude: west + step * (24 + pit), latitude: 38.501 });
  const answer = (call: typeof giver, pit: number, said: string, more: object = {}) =>
    call<FieldPit & { code?: string }>("PUT", `/plant-tree-task/${id}/pit`, {
      ...{ image, ...placeOf(pit), answer: said, ...more },
    });
  const figures = async () => {
    await workOut();
    const { body } = await verdictOf(id);
    const reason = body.proposal?.reasons.find(({ code }) => code === "rows_counted");
    return { body, factor: null, ...reason?.figures };
  };

  const before = await figures();
  for (const pit of [1, 2, 3]) await answer(planter, pit, "planted");
  // Whoever has come to the side since gives no answer of before.
  const late = await server.person("Brigade", { ...ofBrigade, ministryId: ministry });
  await server.db.sql
    .updateTable("account_organization")
    .set({ from_at: new Date(Date.now() - 60_000) })
    .where("user_id", "=", late.id)
    .execute();
  await answer(late.call, 3, "planted", { answered_at: `${day(-30)}T08:00:00Z` });
  const vain = await figures();
  expect(vain).toMatchObject({ pits: 9, pits_in_vain: 3 });
  expect(vain).not.toHaveProperty("pits_empty");
  expect(vain.factor).toEqual(before.factor);

  const here = (pit: number) => ({ counter: { ...placeOf(pit), accuracy_m: 5 } });
  const written = await answer(giver, 1, "planted", here(1));
  expect(written).toMatchObject({ status: 200, body: { answer: "planted" } });
  await answer(giver, 2, "no_pit", here(2));
  await answer(giver, 4, "empty", here(4));
  const away = { counter: { longitude: west + 0.01, latitude: 38.501, accuracy_m: 5 } };
  await answer(giver, 5, "no_pit", away);
  // Found earlier and sent later: what was found last stands.
  const earlier = { answered_at: new Date(Date.now() - 86_400_000) };
  expect((await answer(giver, 4, "planted", earlier)).body.answer).toBe("empty");
  const told = await figures();
  expect(told).toMatchObject({ pits: 9, pits_empty: 1, pits_planted: 1, pits_none: 1 });
  expect(told).toMatchObject({ pits_in_vain: 2, occupied: 24 });

  const found = { empty: 1, planted: 1, no_pit: 2 };
  const { body } = await verdictOf(id, giver);
  expect(body.pit_visitors).toMatchObject([
    { name: "Test Brigade", own_side: true, planted: 1, far: 0 },
    { name: "Test SysAdmin", own_side: true, planted: 3, far: 0 },
    { name: "Test MasterAdmin", own_side: false, ...found, far: 1 },
  ]);
  // The reviewer may not open the list of users.
  expect(told.body.pit_visitors.map(({ name }) => name)).toEqual([null, null, null]);
  expect(JSON.stringify(body)).not.toContain('"person"');
});

test("an answer is of a pit, of who gave it, and of a task within their scope", async () => {
  const { id, west } = await submittedTask(60, 40);
  const image = await insertRows(west, 24, 9, day(-10));
  const pit = { image, longitude: west + step * 25, latitude: 38.501, answer: "empty" };
  const put = async (call: typeof giver, more: object) => {
    const { status, body } = await call<{ code?: string }>("PUT", `/plant-tree-task/${id}/pit`, {
      ...{ ...pit, ...more },
    });
    return [status, body.code];
  };
  expect(await put(giver, { longitude: west + step * 24 })).toEqual([409, "pit_gone"]);
  expect(await put(giver, { image: image + 1000 })).toEqual([409, "pit_gone"]);
  expect(await put(giver, { person: 999_999 })).toEqual([409, "entry_of_another"]);
  const ahead = new Date(Date.now() + 2 * 86_400_000);
  expect((await put(giver, { answered_at: ahead }))[0]).toBe(400);
  expect((await put(abroad, {}))[0]).toBe(403);
  const region = await server.person("Brigade abroad", { ...ofBrigade, regions: [abroadRegion] });
  expect((await put(region.call, {}))[0]).toBe(404);
  expect((await put(giver, {}))[0]).toBe(200);
});

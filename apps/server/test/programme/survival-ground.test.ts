/** Where the plots of a visit are drawn: in what the report says was planted, and whose trees stand there. */
import type { SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
/** Gives tasks, accepts them and counts; plants and hands in. */
let giver: Caller;
let planter: Caller;
let type: number;
let garden: number;

/** From the garden's western edge on, by shares of its width. */
const ringOf = (from: number, to: number): [number, number][] => [
  [68.5 + 0.002 * from, 38.5],
  [68.5 + 0.002 * to, 38.5],
  [68.5 + 0.002 * to, 38.502],
  [68.5 + 0.002 * from, 38.502],
  [68.5 + 0.002 * from, 38.5],
];
const part = (from: number, to: number) => ({ type: "Polygon", coordinates: [ringOf(from, to)] });
const boundary: MultiPolygon = { type: "MultiPolygon", coordinates: [[ringOf(0, 1)]] };

beforeAll(async () => {
  server = await testApp();
  giver = (await server.person("MasterAdmin")).call;
  planter = (await server.person("SysAdmin")).call;
  type = await plantingFixture(server).treeType();
});
afterAll(() => server.close());

async function newGarden() {
  garden = await plantingFixture(server).insert("garden", {
    ...{ boundary: json(boundary), bbox: [68.5, 38.5, 68.502, 38.502] },
    area_m2: geodesicAreaM2(boundary),
  });
}

/** A completed task; a row of two thousand trees, more than were found, for each of these places. */
async function taskOn(...places: (object | null)[]): Promise<number> {
  const { id } = await makeTask(giver, garden, type);
  for (const place of places) {
    const row = { tree_type: type, count: 2000, plant_date: day(-400), place };
    expect((await planter("POST", `/plant-tree-task/${id}/report`, row)).status).toBe(201);
  }
  for (const [call, status] of [
    [planter, "submitted"],
    [giver, "completed"],
  ] as const)
    await call("POST", `/plant-tree-task/${id}/status`, { status, comment: "as agreed" });
  return id;
}

const survivalOf = async (task: number) =>
  (await giver<TaskSurvival>("GET", `/plant-tree-task/${task}/survival`)).body;

/** The first visit after its plots were drawn and counted: eight living trees and two dead ones in each. */
async function countedVisit(task: number): Promise<SurvivalVisit> {
  const at = `/plant-tree-task/${task}/survival/${(await survivalOf(task)).visits[0]?.id}`;
  const drawn = await giver<TaskSurvival>("POST", `${at}/draw`, { plots: 5, radius_m: 5.64 });
  expect(drawn.status).toBe(201);
  for (const { id } of drawn.body.visits[0]?.draw?.plots ?? []) {
    const counted = { living: 8, dead: 2, missing: 0 };
    expect((await giver("PUT", `${at}/plot/${id}`, counted)).status).toBe(200);
  }
  return (await survivalOf(task)).visits[0] as SurvivalVisit;
}

/** Of the planting places found on the ground, those that are the task's own. */
const shareOf = ({ estimate }: SurvivalVisit) =>
  (estimate.own_places?.value ?? Number.NaN) / (estimate.planting_places?.value ?? Number.NaN);

test("plots lie in what the report names; trees elsewhere in the garden take no share", async () => {
  await newGarden();
  const task = await taskOn(part(0, 0.25));
  await taskOn(part(0.5, 1));
  const { ground, ground_m2 } = await survivalOf(task);
  expect(ground).toBe("reported");
  expect(ground_m2).toBeCloseTo(geodesicAreaM2(boundary) / 4, -1);
  const visit = await countedVisit(task);
  expect(visit.draw?.ground_m2).toBeCloseTo(ground_m2 ?? 0, 3);
  for (const { longitude } of visit.draw?.plots ?? []) expect(longitude).toBeLessThan(68.5005);
  expect(shareOf(visit)).toBeCloseTo(1, 6);
});

test("they lie in the whole garden where a row names no area, and the trees of others take their share", async () => {
  await newGarden();
  const task = await taskOn(part(0, 0.25), null);
  await taskOn(part(0.5, 1));
  expect(await survivalOf(task)).toMatchObject({ ground: "garden" });
  const visit = await countedVisit(task);
  expect(visit.draw?.ground_m2).toBeCloseTo(geodesicAreaM2(boundary), 3);
  expect(shareOf(visit)).toBeCloseTo(2 / 3, 6);
});

test("a spot too small for plots keeps nobody from counting: they lie in the whole garden", async () => {
  await newGarden();
  expect(await survivalOf(await taskOn(part(0, 0.004)))).toMatchObject({ ground: "garden" });
  expect(await survivalOf(await taskOn(part(0, 0.01)))).toMatchObject({ ground: "reported" });
});

test("the ground is shared with a task whose area overlaps, or whose report names none", async () => {
  await newGarden();
  const task = await taskOn(part(0, 0.5));
  await taskOn(part(0.4, 0.8));
  await taskOn(null);
  await taskOn(part(0.8, 1));
  expect(shareOf(await countedVisit(task))).toBeCloseTo(1 / 3, 6);
});

/** History and photos of a garden, and who may see them. */

import type { Page } from "@nihol/contract/paging";
import type { GardenEvent, GardenReportPhoto } from "@nihol/contract/planting/garden-history";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";
import { violationBody } from "../support/violation-fixture.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let fixture: ReturnType<typeof plantingFixture>;
let region: number;
let ministry: number;
let garden: number;
let task: number;

/** The square that the garden and the image share. */
const square = { west: 69.2, south: 38.5, side: 0.002, date: "2025-06-01" };
const boundary = {
  type: "Polygon",
  coordinates: [
    [
      [69.2, 38.5],
      [69.202, 38.5],
      [69.202, 38.502],
      [69.2, 38.502],
      [69.2, 38.5],
    ],
  ],
};

const history = (call: Caller, query = "") =>
  call<Page<GardenEvent>>("GET", `/garden/${garden}/history${query}`);
const photos = (call: Caller) =>
  call<Page<GardenReportPhoto>>("GET", `/garden/${garden}/report-photo`);
const kinds = async (call: Caller) =>
  (await history(call)).body.results.map(({ kind }) => kind).sort();

async function writeDevice() {
  await server.db.sql
    .insertInto("device")
    .values({
      ...{ name: "Хок 7", type: "soil", latitude: 38.501, longitude: 69.201 },
      ...{ garden_id: garden, region_id: region },
    })
    .execute();
}

/** A row with a photo's key, as it is once a photo was sent. */
async function writeReport(photoKey: string | null) {
  await server.db.sql
    .insertInto("planting_report")
    .values({
      ...{ task_id: task, tree_type_id: await fixture.treeType(), count: 40 },
      ...{ plant_date: day(-3), photo_key: photoKey },
    })
    .execute();
}

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  fixture = plantingFixture(server);
  region = await fixture.insert("region");
  ministry = await fixture.insert("ministry");
  const made = await master.call<{ id: number }>("POST", "/garden", {
    name: { tg: "Боғ", ru: "Сад", en: "Garden", az: "" },
    ...{ boundary, region, ministry },
  });
  garden = made.body.id;
  const image = await insertImage(server.db, square);
  await plant(server.db, image, square, [
    { lon: 69.2005, lat: 38.5005, garden },
    { lon: 69.2015, lat: 38.5015, garden },
  ]);
  task = (await makeTask(master.call, garden, await fixture.treeType(), { ministry })).id;
  await writeReport("photo/plant-tree-task/1/0123456789abcdef.webp");
  await writeReport(null);
  await writeDevice();
  await master.call("POST", "/garden-note", {
    ...{ garden, observed_on: day(-1), kind: "care", text: "Об дода шуд" },
  });
  const violation = await master.call<{ id: number }>(
    "POST",
    "/violation",
    violationBody({ garden, point: null, observed_on: "2026-05-14" }),
  );
  const step = { from: "new", to: "dismissed", comment: "сабаб" };
  const moved = await master.call("POST", `/violation/${violation.body.id}/state`, step);
  expect(moved.status).toBe(200);
});
afterAll(() => server.close());

describe("a garden's history", () => {
  test("tells images, tasks, violations, devices and notes, the newest first", async () => {
    const { status, body } = await history(master.call);
    expect(status).toBe(200);
    const days = body.results.map((event) => event.day);
    expect(days).toEqual([...days].sort().reverse());
    const byKind = new Map(body.results.map((event) => [event.kind, event]));
    expect([...byKind.keys()].sort()).toEqual([
      ...["case_closed", "case_opened", "device_added", "image", "note", "task_given"],
    ]);
    expect(byKind.get("image")).toMatchObject({ day: "2025-06-01", trees: 2 });
    expect(byKind.get("task_given")).toMatchObject({ id: task, day: day(-20), trees: 100 });
    expect(byKind.get("case_opened")?.title).toMatch(/^\d{4}-\d{4} Бурида/);
    expect(byKind.get("device_added")?.title).toBe("Хок 7");
    expect(byKind.get("note")?.title).toBe("Об дода шуд");
  });

  test("is read page by page, no event twice and none left out", async () => {
    const whole = (await history(master.call)).body.results;
    const first = (await history(master.call, "?page_size=4")).body;
    const second = (await history(master.call, "?page_size=4&page=2")).body;
    expect(first.count).toBe(whole.length);
    expect([...first.results, ...second.results]).toEqual(whole);
    expect((await history(master.call, "?page=9")).status).toBe(404);
  });

  test("tells a completed task by the day on which it was accepted last", async () => {
    const { sql } = server.db;
    await sql
      .updateTable("planting_task")
      .set({ status: "completed" })
      .where("id", "=", task)
      .execute();
    for (const changed_at of [new Date("2026-03-01T12:00:00Z"), new Date("2026-04-02T12:00:00Z")])
      await sql
        .insertInto("planting_task_status")
        .values({ task_id: task, from_status: "submitted", status: "completed", changed_at })
        .execute();
    const found = (await history(master.call)).body.results.filter(
      ({ kind }) => kind === "task_completed",
    );
    expect(found).toMatchObject([{ id: task, day: "2026-04-02", trees: 80 }]);
  });

  test("leaves out what a role may not see", async () => {
    const reader = await server.person("Reads gardens", {
      permissions: grants({ garden: "v" }),
      regions: [region],
    });
    expect(await kinds(reader.call)).toEqual(["image", "note"]);
    const officer = await server.person("Reads devices too", {
      permissions: grants({ garden: "v", device: "v" }),
      regions: [region],
    });
    expect(await kinds(officer.call)).toEqual(["device_added", "image", "note"]);
  });

  test("leaves out tasks beyond the reader's scope, and the garden hides from who may not see it", async () => {
    const all = grants({ garden: "v", planttreetask: "v", planttreetaskreport: "v" });
    const elsewhere = await server.person("Elsewhere", {
      permissions: all,
      regions: [await fixture.insert("region")],
    });
    expect((await history(elsewhere.call)).status).toBe(404);
    expect((await photos(elsewhere.call)).status).toBe(404);
    const nobody = await server.person("No gardens", { permissions: grants({ region: "v" }) });
    expect((await history(nobody.call)).status).toBe(403);
  });
});

describe("photos of a garden", () => {
  test("are those of its planting reports, with the task and the type of tree", async () => {
    const { status, body } = await photos(master.call);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 1,
      results: [{ task, count: 40, plant_date: day(-3), image_date: null }],
    });
    expect(body.results[0]?.image).toContain(`/plant-tree-task/${task}/report/`);
  });

  test("need the right to see reports", async () => {
    const reader = await server.person("Reads tasks", {
      permissions: grants({ garden: "v", planttreetask: "v" }),
      regions: [region],
    });
    expect((await photos(reader.call)).status).toBe(403);
  });
});

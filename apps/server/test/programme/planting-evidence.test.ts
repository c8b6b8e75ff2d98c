/** Flags on a report, through HTTP: the same photo twice, another place, another time, too many trees. */

import type { Page } from "@nihol/contract/paging";
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PlantTreeTask, PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import type { EvidenceFlag } from "@nihol/contract/values/planting/evidence-flags";
import { json } from "@nihol/db/json";
import { seededRandom } from "@nihol/geo/seeded-random";
import { findTaskFacts } from "@nihol/store/verdicts/task-facts";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendFile } from "../support/attached-files-sender.ts";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let token: string;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
const place = { west: 68.5, south: 38.5, side: 0.01 };

beforeAll(async () => {
  server = await testApp();
  const person = await server.person("MasterAdmin");
  ({ call } = person);
  token = (await server.tokensOf(person.email)).access;
  fixture = plantingFixture(server);
  type = await fixture.treeType();
});
afterAll(() => server.close());

function square({ west, south, side }: typeof place) {
  const [east, north] = [west + side, south + side];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "MultiPolygon" as const, coordinates: [[ring]] };
}
const gardenAt = (where: typeof place, more: object = {}) =>
  fixture.insert("garden", { boundary: json(square(where)), ...more });

/** A scene that no other seed draws: soft patches of light, as a lens out of focus sees them. */
const scene = (seed: number): Sharp => {
  const random = seededRandom(seed);
  const patches = Buffer.from(Array.from({ length: 16 * 12 * 3 }, () => 40 + random() * 170));
  const drawn = sharp(patches, { raw: { width: 16, height: 12, channels: 3 } });
  return drawn.resize(640, 480, { kernel: "cubic" });
};
const file = (image: Sharp) => image.jpeg().toBuffer();
const again = async (image: Sharp) => sharp(await file(image));

async function send(path: string, bytes: Uint8Array, as = token) {
  const sent = await sendFile<PlantTreeReport>(server, as, `${path}/photo`, {
    name: "a.jpg",
    bytes,
  });
  expect(sent.status).toBe(200);
  return sent.body;
}

interface Made {
  garden?: number;
  row?: object;
  task?: object;
  photo?: Uint8Array;
}
async function report({ garden, row, task: plan, photo }: Made = {}) {
  const of = garden ?? (await gardenAt(place));
  const task = await makeTask(call, of, type, plan);
  const path = `/plant-tree-task/${task.id}/report`;
  const sent = { tree_type: type, count: 10, plant_date: day(-3), ...row };
  const { body } = await call<PlantTreeReport>("POST", path, sent);
  const one = `${path}/${body.id}`;
  if (photo) await send(one, photo);
  return { garden: of, task: task.id, row: body.id, path: one };
}

const flagsOf = async (path: string, as = call) =>
  (await as<PlantTreeReport>("GET", path)).body.flags.filter(
    ({ flag }) => flag !== "no_photo" && flag !== "no_position",
  );
const names = (flags: EvidenceFlag[]) => flags.map(({ flag, severity }) => `${flag} ${severity}`);

describe("the same photo", () => {
  test("is found in another task, whatever was done to the file, and tells who was first", async () => {
    const first = await report({ photo: await file(scene(1)) });
    const changed = (await again(scene(1))).resize(400).linear(1.15, 5).jpeg({ quality: 60 });
    const second = await report({ photo: await changed.toBuffer() });
    expect(await flagsOf(second.path)).toEqual([
      expect.objectContaining({ flag: "photo_duplicate", severity: "warning", exact: false }),
    ]);
    const [flag] = await flagsOf(first.path);
    expect(flag).toMatchObject({
      flag: "photo_duplicate",
      severity: "note",
      mirrored: false,
      other: { task: second.task, row: second.row, garden: { id: second.garden } },
    });
  });

  test("is found in a mirror", async () => {
    await report({ photo: await file(scene(2)) });
    const { path } = await report({ photo: await file((await again(scene(2))).flop()) });
    expect(await flagsOf(path)).toMatchObject([{ flag: "photo_duplicate", mirrored: true }]);
  });

  test("is not found in another photo", async () => {
    await report({ photo: await file(scene(3)) });
    const { path } = await report({ photo: await file(scene(4)) });
    expect(await flagsOf(path)).toEqual([]);
  });

  test("of a clear sky is the same file or none: such photos look alike", async () => {
    const sky = (blue: number) =>
      file(
        sharp({
          create: { width: 300, height: 200, channels: 3, background: { r: 120, g: 170, b: blue } },
        }),
      );
    await report({ photo: await sky(240) });
    const other = await report({ photo: await sky(238) });
    expect(await flagsOf(other.path)).toEqual([]);
    const same = await report({ photo: await sky(240) });
    expect(await flagsOf(same.path)).toMatchObject([{ exact: true, distance: null }]);
  });

  test("leaves no flag when the other row gets another photo, or goes", async () => {
    const [first, second] = [
      await report({ photo: await file(scene(5)) }),
      await report({ photo: await file(scene(5)) }),
    ];
    const third = await report({ photo: await file(scene(5)) });
    expect(await flagsOf(third.path)).toHaveLength(2);
    await send(first.path, await file(scene(6)));
    expect(await flagsOf(third.path)).toMatchObject([{ other: { row: second.row } }]);
    await call("DELETE", second.path);
    expect(await flagsOf(third.path)).toEqual([]);
  });

  test("for two tree types of one day in one task is a note", async () => {
    const bytes = await file(scene(7));
    const { task } = await report({ photo: bytes });
    const rows = `/plant-tree-task/${task}/report`;
    const more = { tree_type: await fixture.treeType(), count: 5, plant_date: day(-3) };
    const { body } = await call<PlantTreeReport>("POST", rows, more);
    expect(names((await send(`${rows}/${body.id}`, bytes)).flags)).toContain(
      "photo_duplicate note",
    );
  });

  test("beyond the reader's scope is told without saying where", async () => {
    const [own, foreign] = [await fixture.insert("ministry"), await fixture.insert("ministry")];
    const secret = await gardenAt(place, { ministry_id: foreign });
    const hidden = await report({ garden: secret, photo: await file(scene(8)) });
    await report({ garden: secret, photo: await file(scene(8)) });
    const garden = await gardenAt(place, { ministry_id: own });
    const { path } = await report({ garden, photo: await file(scene(8)) });
    const reader = await server.person("Evidence reader", {
      permissions: grants({ planttreetask: "v", planttreetaskreport: "v" }),
      ministryId: own,
    });
    const { body } = await reader.call<PlantTreeReport>("GET", path);
    expect(body.flags.filter(({ flag }) => flag === "photo_duplicate")).toEqual([
      {
        flag: "photo_duplicate",
        severity: "warning",
        exact: true,
        mirrored: false,
        distance: 0,
        other: null,
      },
    ]);
    expect((await reader.call("GET", hidden.path)).status).toBe(404);
  });
});

describe("a place", () => {
  const north = (metres: number) => ({
    latitude: place.south + place.side + metres / 111_320,
    longitude: place.west + place.side / 2,
  });

  test("outside the garden is flagged by its distance, from a note to a warning", async () => {
    const flags = async (metres: number) =>
      flagsOf((await report({ row: { position: north(metres) } })).path);
    expect(await flags(20)).toEqual([]);
    expect(await flags(60)).toEqual([
      { flag: "photo_elsewhere", severity: "note", distance_m: 60, from_photo: false },
    ]);
    expect(names(await flags(5000))).toEqual(["photo_elsewhere warning"]);
  });

  test("follows the row, the garden's boundary and the task's garden", async () => {
    const { path, garden, task } = await report({ row: { position: north(500) } });
    expect(names(await flagsOf(path))).toEqual(["photo_elsewhere warning"]);
    await call("PATCH", path, { position: north(-100) });
    expect(await flagsOf(path)).toEqual([]);
    const moved = { ...place, south: place.south + 0.02 };
    const saved = await call("PATCH", `/garden/${garden}`, { boundary: square(moved) });
    expect(saved.status).toBe(200);
    expect(names(await flagsOf(path))).toEqual(["photo_elsewhere warning"]);
    await call("PATCH", `/plant-tree-task/${task}`, { garden: await gardenAt(place) });
    expect(await flagsOf(path)).toEqual([]);
  });

  test("that the receiver itself doubts is weak, and is not said to be elsewhere", async () => {
    const { path } = await report();
    const photo = scene(9).withExif({
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "38/1 30/1 40/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "68/1 30/1 18/1",
        GPSHPositioningError: "450/1",
      },
    });
    expect(names((await send(path, await file(photo))).flags)).toEqual(["position_weak warning"]);
  });
});

describe("a time", () => {
  test("before the task, before planting and long after it is flagged by its days", async () => {
    const at = async (image: number, planted = -3) =>
      flagsOf((await report({ row: { image_date: day(image), plant_date: day(planted) } })).path);
    expect(await at(-3)).toEqual([]);
    expect(await at(-4)).toEqual([]);
    expect(await at(-10)).toEqual([
      {
        flag: "photo_time",
        severity: "warning",
        kind: "before_planting",
        days: 7,
        from_photo: false,
      },
    ]);
    expect(await at(-25)).toMatchObject([{ kind: "before_assigned" }, { kind: "before_planting" }]);
    const long = await report({
      row: { image_date: day(0), plant_date: day(-40) },
      task: { assignedDate: day(-40) },
    });
    expect(await flagsOf(long.path)).toMatchObject([
      { severity: "note", kind: "long_after_planting", days: 40 },
    ]);
  });

  test("of planting before the task is flagged by its days, with or without a photo", async () => {
    const at = async (planted: number, row: object = {}) =>
      flagsOf((await report({ row: { plant_date: day(planted), ...row } })).path);
    expect(await at(-20)).toEqual([]);
    expect(await at(-21)).toEqual([]);
    const early = { flag: "planted_before_assigned", severity: "warning" };
    expect(await at(-22)).toEqual([{ ...early, days: 2 }]);
    expect(await at(-400, { image_date: day(-3) })).toEqual([
      { ...early, days: 380 },
      expect.objectContaining({ flag: "photo_time", kind: "long_after_planting" }),
    ]);
  });

  test("follows the task's dates", async () => {
    const { path, task } = await report({ row: { image_date: day(-3) } });
    expect(await flagsOf(path)).toEqual([]);
    await call("PATCH", `/plant-tree-task/${task}`, { assignedDate: day(3) });
    const early = { flag: "planted_before_assigned", days: 6 };
    expect(await flagsOf(path)).toMatchObject([{ kind: "before_assigned", days: 6 }, early]);
    await call("PATCH", path, { plant_date: day(0) });
    expect(await flagsOf(path)).toMatchObject([{ kind: "before_assigned" }, { days: 3 }, {}]);
    await call("PATCH", `/plant-tree-task/${task}`, { assignedDate: day(-20) });
    expect(await flagsOf(path)).toMatchObject([{ kind: "before_planting" }]);
  });

  test("of a camera whose clock is ahead is a note", async () => {
    const { path } = await report();
    const taken = `${day(400).replaceAll("-", ":")} 09:30:00`;
    const photo = scene(10).withExif({ IFD2: { DateTimeOriginal: taken } });
    const { flags } = await send(path, await file(photo));
    expect(flags).toContainEqual(
      expect.objectContaining({ flag: "photo_time", severity: "note", kind: "after_sending" }),
    );
  });
});

describe("a task", () => {
  /** A square of about a hundred metres, drawn through the server, which knows its area. */
  async function hectare() {
    const side = 100 / 111_320;
    const { region, district } = await fixture.territory();
    const { body, status } = await call<{ id: number; area_m2: number }>("POST", "/garden", {
      name: { tg: "Га", ru: "Га", en: "Ha" },
      boundary: square({ west: 69.2, south: 38.2, side }),
      region,
      district,
    });
    expect(status).toBe(201);
    return body;
  }

  test("with more trees than can stand at its spacing is flagged with the figures", async () => {
    const { id: garden, area_m2 } = await hectare();
    const { task } = await report({
      ...{ garden, row: { count: 10_000 } },
      task: { spacing_m: 4, items: [{ tree_type: type, quantity: 10_000 }] },
    });
    const read = async () =>
      (await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${task}`)).body;
    const { flags, warnings, spacing_m } = await read();
    expect([spacing_m, warnings]).toEqual([4, ["too_dense"]]);
    expect(flags).toMatchObject([
      { flag: "too_dense", severity: "warning", count: 10_000, area_m2: Math.round(area_m2) },
    ]);
    const [flag] = flags;
    if (flag?.flag !== "too_dense") throw new Error("another flag");
    expect(flag.fits).toBeGreaterThan(area_m2 / 16);
    expect(flag.fits_max).toBeLessThan((1.3 * area_m2) / 16);
    await call("PATCH", `/plant-tree-task/${task}`, { spacing_m: 0.5 });
    expect((await read()).flags).toEqual([]);
    await call("PATCH", `/plant-tree-task/${task}`, { spacing_m: null });
    expect((await read()).spacing_m).toBeNull();
    expect((await call("PATCH", `/plant-tree-task/${task}`, { spacing_m: 0 })).status).toBe(400);
  });

  test("with more trees ordered than its ground holds is flagged before anything is reported", async () => {
    const { id: garden } = await hectare();
    const items = [{ tree_type: type, quantity: 100_000 }];
    const { id } = await makeTask(call, garden, type, { spacing_m: 4, items });
    const { body } = await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${id}`);
    expect(body.warnings).toEqual(["order_too_dense"]);
    expect(body.flags).toMatchObject([{ flag: "order_too_dense", count: 100_000 }]);
    const { body: found } = await call<Page<PlantTreeTask>>(
      "GET",
      `/plant-tree-task?garden=${garden}&warnings=true`,
    );
    expect(found.results.map((one) => one.id)).toEqual([id]);
  });

  test.each([
    [120, []],
    [130, ["beyond_ordered note"]],
    [500, ["beyond_ordered warning"]],
  ])("of 100 ordered trees with %i reported says %j", async (count, said) => {
    const items = [{ tree_type: type, quantity: 100 }];
    const { task } = await report({ row: { count }, task: { items } });
    const { body } = await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${task}`);
    expect(names(body.flags)).toEqual(said);
  });

  test("is found by its warnings, and a note is none", async () => {
    const garden = await gardenAt(place);
    const wrong = await report({ garden, row: { image_date: day(-15) } });
    const fine = await report({ garden, row: { image_date: day(-3) } });
    const list = async (query: string) =>
      (
        await call<Page<PlantTreeTask>>("GET", `/plant-tree-task?garden=${garden}&${query}`)
      ).body.results.map(({ id, warnings }) => [id, warnings]);
    expect(await list("warnings=true")).toEqual([[wrong.task, ["photo_time"]]]);
    expect(await list("warnings=false")).toEqual([[fine.task, []]]);
    // Counted by another way than they are listed.
    for (const query of ["warnings=true", "warnings=false"])
      expect(
        (await call<{ count: number }>("GET", `/plant-tree-task?garden=${garden}&${query}`)).body
          .count,
      ).toBe(1);
    const { body } = await call<{ all: number }>(
      "GET",
      `/plant-tree-task/count?garden=${garden}&warnings=true`,
    );
    expect(body.all).toBe(1);
  });

  test("planted before it was given is found by that, and its verdict weighs it", async () => {
    const garden = await gardenAt(place);
    const { task } = await report({ garden, row: { count: 100, plant_date: day(-400) } });
    const { body } = await call<Page<PlantTreeTask>>(
      "GET",
      `/plant-tree-task?garden=${garden}&warnings=true`,
    );
    expect(body.results.map((one) => [one.id, one.warnings])).toEqual([
      [task, ["planted_before_assigned"]],
    ]);
    const facts = await findTaskFacts(server.db.sql, task, day(0));
    expect(facts?.report).toMatchObject({
      warnedTrees: 100,
      warnings: ["planted_before_assigned"],
    });
  });

  test("with warnings is handed in all the same", async () => {
    const { task } = await report({ row: { count: 100, image_date: day(-15) } });
    const move = { status: "submitted", comment: "" };
    expect((await call("POST", `/plant-tree-task/${task}/status`, move)).status).toBe(200);
  });
});

/** The report of a planting task through HTTP: rows, photos with what the camera knew, when it is closed. */

import type { Page } from "@nihol/contract/paging";
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { json } from "@nihol/db/json";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendFile } from "../support/attached-files-sender.ts";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let master: string;
let type: number;
let garden: number;
const square = { west: 68.5, south: 38.5, side: 0.01 };
beforeAll(async () => {
  server = await testApp();
  const person = await server.person("MasterAdmin");
  ({ call } = person);
  master = (await server.tokensOf(person.email)).access;
  const fixture = plantingFixture(server);
  type = await fixture.treeType();
  const { west, south, side } = square;
  const ring = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
  const boundary = json({ type: "MultiPolygon", coordinates: [[ring]] });
  garden = await fixture.insert("garden", { boundary });
});
afterAll(() => server.close());

const reportOf = (task: number) => `/plant-tree-task/${task}/report`;
const row = (more: object = {}) => ({ tree_type: type, count: 10, plant_date: day(-3), ...more });
async function taskWithRow(more: object = {}) {
  const { id: task } = await makeTask(call, garden, type);
  const { body, status } = await call<PlantTreeReport>("POST", reportOf(task), row(more));
  expect(status).toBe(201);
  return { task, path: `${reportOf(task)}/${body.id}`, body };
}

/** A JPEG as a telephone writes it, taken at 38.505 N, 68.505 E unless said otherwise. */
function photo(exif: { taken?: string; latitude?: string; longitude?: string } | undefined) {
  const { taken, latitude = "38/1 30/1 18/1", longitude = "68/1 30/1 18/1" } = exif ?? {};
  const drawn = sharp({ create: { width: 90, height: 60, channels: 3, background: "#2a7" } });
  if (!exif) return drawn.jpeg().toBuffer();
  const gps = { GPSLatitudeRef: "N", GPSLatitude: latitude, GPSLongitudeRef: "E" };
  return drawn
    .withExif({
      ...(taken && { IFD2: { DateTimeOriginal: taken } }),
      IFD3: { ...gps, GPSLongitude: longitude },
    })
    .jpeg()
    .toBuffer();
}
const exifTime = (days: number) => `${day(days).replaceAll("-", ":")} 09:30:00`;

const send = (path: string, bytes: Uint8Array, token = master) =>
  sendFile<PlantTreeReport & { code?: string }>(server, token, `${path}/photo`, {
    name: "a.jpg",
    bytes,
  });

async function kept(task: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.files.list(`photo/plant-tree-task/${task}`)) keys.push(key);
  return keys;
}

describe("a row", () => {
  test("is added, changed and deleted, and the task's sum follows", async () => {
    const { task, path, body } = await taskWithRow();
    expect(body).toMatchObject({
      tree_type: { id: type },
      count: 10,
      plant_date: day(-3),
      image: null,
      image_date: null,
      position: null,
      in_garden: null,
      can: { change: true, delete: true, photo: true },
    });
    const submitted = async () =>
      (await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${task}`)).body
        .submitted_plant_count;
    expect(await submitted()).toBe(10);
    await call("POST", reportOf(task), row({ count: 5 }));
    expect((await call("PATCH", path, { count: 12 })).body).toMatchObject({ count: 12 });
    expect(await submitted()).toBe(17);
    expect((await call("DELETE", path)).status).toBe(204);
    expect(await submitted()).toBe(5);
    expect((await call("GET", path)).status).toBe(404);
    // Kept beside the rows, for the list of tasks with too many trees.
    const kept = server.db.sql.selectFrom("planting_task").where("id", "=", task);
    expect(await kept.select("reported_trees").executeTakeFirst()).toEqual({ reported_trees: 5 });
  });

  test("says how tall the stock was, where somebody says it", async () => {
    const { task, path, body } = await taskWithRow({ stock_height_cm: 150 });
    expect(body.stock_height_cm).toBe(150);
    const change = async (more: object) =>
      (await call<PlantTreeReport>("PATCH", path, more)).body.stock_height_cm;
    expect(await change({ count: 11 })).toBe(150);
    expect(await change({ stock_height_cm: 220 })).toBe(220);
    expect(await change({ stock_height_cm: null })).toBeNull();
    const wrong = await call("POST", reportOf(task), row({ stock_height_cm: 2 }));
    expect([wrong.status, ...Object.keys(wrong.body)]).toEqual([400, "stock_height_cm"]);
  });

  test("starts a task that was waiting, and says so in its history", async () => {
    const { task } = await taskWithRow();
    const { body } = await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${task}`);
    expect(body.status).toBe("in_progress");
    expect(body.history.map(({ from, to }) => [from, to])).toEqual([
      ["pending", "in_progress"],
      [null, "pending"],
    ]);
  });

  test("sent twenty times at once counts once; another value, a finished row and a later one count again", async () => {
    const { id: task } = await makeTask(call, garden, type);
    const place = { type: "Point", coordinates: [68.505, 38.505] };
    const send = (more: object = {}) =>
      call<PlantTreeReport>("POST", reportOf(task), row({ place, ...more }));
    const sum = async () =>
      (await call<PlantTreeTaskDetail>("GET", `/plant-tree-task/${task}`)).body
        .submitted_plant_count;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect([others, await sum()]).toEqual([[], 10]);
    for (const other of [{ count: 11 }, { stock_height_cm: 90 }, { place: null }])
      expect((await send(other)).body.id).not.toBe(id);
    expect(await sum()).toBe(41);
    const rows = server.db.sql.updateTable("planting_report").where("id", "=", Number(id));
    await rows.set({ photo_key: "photo/finished.jpg" }).execute();
    const second = await send();
    expect([second.body.id === id, await sum()]).toEqual([false, 51]);
    await server.db.sql
      .updateTable("planting_report")
      .where("id", "=", second.body.id)
      .set({ created_at: new Date(Date.now() - 11_000) })
      .execute();
    await send();
    expect(await sum()).toBe(61);
  });

  test("is of a tree type that is there, and of no day to come", async () => {
    const { id: task } = await makeTask(call, garden, type);
    const ask = async (more: object) => {
      const answer = await call("POST", reportOf(task), row(more));
      return [answer.status, ...Object.keys(answer.body)];
    };
    expect(await ask({ tree_type: 999_999 })).toEqual([400, "tree_type"]);
    expect(await ask({ count: 0 })).toEqual([400, "count"]);
    expect(await ask({ plant_date: day(2) })).toEqual([400, "plant_date"]);
    expect(await ask({ image_date: day(2) })).toEqual([400, "image_date"]);
    const nowhere = { latitude: 91, longitude: 0 };
    expect(await ask({ position: nowhere })).toEqual([400, "position.latitude"]);
  });

  test("knows whether it lies in the garden, to thirty metres", async () => {
    const south = { latitude: square.south - 0.0002, longitude: square.west + 0.005 };
    expect((await taskWithRow({ position: south })).body.in_garden).toBe(true);
    const far = { ...south, latitude: square.south - 0.002 };
    expect((await taskWithRow({ position: far })).body.in_garden).toBe(false);
  });

  test("is not found under another task", async () => {
    const [one, other] = [await taskWithRow(), await taskWithRow()];
    const id = one.path.split("/").at(-1);
    expect((await call("GET", `${reportOf(other.task)}/${id}`)).status).toBe(404);
    expect((await call("DELETE", `${reportOf(other.task)}/${id}`)).status).toBe(404);
  });

  test("is listed by pages, in the order asked for", async () => {
    const { task } = await taskWithRow({ count: 7, plant_date: day(-1) });
    await call("POST", reportOf(task), row({ count: 2, plant_date: day(-9) }));
    await call("POST", reportOf(task), row({ count: 9, plant_date: day(-5) }));
    const counts = async (query: string) => {
      const { body } = await call<Page<PlantTreeReport>>("GET", `${reportOf(task)}?${query}`);
      return body.results.map(({ count }) => count);
    };
    expect(await counts("")).toEqual([2, 9, 7]);
    expect(await counts("ordering=-count")).toEqual([9, 7, 2]);
    expect(await counts("page=2&page_size=2")).toEqual([7]);
    expect((await call("GET", `${reportOf(task)}?ordering=id`)).status).toBe(400);
  });
});

describe("a photo", () => {
  test("gives its day and place before they are stripped from it", async () => {
    const { path, body: before } = await taskWithRow({ image_date: day(-9) });
    const sent = await send(path, await photo({ taken: exifTime(-2) }));
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      id: before.id,
      image_date: day(-2),
      from_photo: { image_date: true, position: true },
      in_garden: true,
    });
    expect(sent.body.position?.latitude).toBeCloseTo(38.505, 6);
    expect(sent.body.position?.longitude).toBeCloseTo(68.505, 6);
    const headers = { authorization: `Bearer ${master}` };
    const shown = await server.app.inject({ url: `/api${sent.body.image}`, headers });
    expect(shown.headers["content-type"]).toBe("image/webp");
    const { width, exif } = await sharp(shown.rawPayload).metadata();
    expect([width, exif]).toEqual([90, undefined]);
    expect((await server.anonymous("GET", sent.body.image as string)).status).toBe(401);
  });

  test("without metadata leaves what a person wrote", async () => {
    const position = { latitude: 38.501, longitude: 68.502 };
    const { path } = await taskWithRow({ image_date: day(-9), position });
    const { body } = await send(path, await photo(undefined));
    expect(body).toMatchObject({
      image_date: day(-9),
      position,
      from_photo: { image_date: false, position: false },
    });
  });

  test("whose camera wrote a day that does not exist is taken, and the day is left out", async () => {
    const { path } = await taskWithRow({ image_date: day(-9) });
    for (const taken of ["2026:02:30", "2026:04:31", "0000:05:14", "0001:01:01"]) {
      const { status, body } = await send(path, await photo({ taken: `${taken} 09:30:00` }));
      expect(status, taken).toBe(200);
      expect(body).toMatchObject({ image_date: day(-9), from_photo: { image_date: false } });
    }
  });

  test("from a clock that is ahead is not believed about the day", async () => {
    const { path } = await taskWithRow();
    const { body } = await send(path, await photo({ taken: exifTime(400) }));
    expect(body).toMatchObject({ image_date: null, from_photo: { image_date: false } });
  });

  test("is outvoted by a person's correction, which is then the person's word", async () => {
    const { path } = await taskWithRow();
    await send(path, await photo({ taken: exifTime(-2) }));
    const kept = await call<PlantTreeReport>("PATCH", path, { count: 3, image_date: day(-2) });
    expect(kept.body.from_photo).toEqual({ image_date: true, position: true });
    const corrected = await call<PlantTreeReport>("PATCH", path, { image_date: day(-1) });
    expect(corrected.body.from_photo).toEqual({ image_date: false, position: true });
  });

  test("is replaced, and goes with its row and with its task", async () => {
    const { task, path } = await taskWithRow();
    await send(path, await photo({ taken: exifTime(-2) }));
    const [first] = await kept(task);
    const { body } = await send(path, await photo(undefined));
    expect(body).toMatchObject({ image_date: null, position: null });
    expect(await kept(task)).toHaveLength(1);
    expect(await kept(task)).not.toContain(first);
    await call("DELETE", path);
    expect(await kept(task)).toEqual([]);
    const again = await taskWithRow();
    await send(again.path, await photo(undefined));
    const refused = await call<{ code: string }>("DELETE", `/plant-tree-task/${again.task}`);
    expect([refused.status, refused.body.code]).toEqual([409, "task_has_report"]);
    expect(await kept(again.task)).toHaveLength(1);
    await call("DELETE", again.path);
    expect((await call("DELETE", `/plant-tree-task/${again.task}`)).status).toBe(204);
  });

  test("is recognized by its content", async () => {
    const { path, task } = await taskWithRow();
    const { status, body } = await send(path, Buffer.from("<svg/>"));
    expect([status, Object.keys(body)]).toEqual([400, ["file"]]);
    expect(await kept(task)).toEqual([]);
  });
});

test.each(["submitted", "completed", "cancelled"] as const)(
  "the report of a %s task is not written",
  async (status) => {
    const { task, path } = await taskWithRow();
    await server.db.sql
      .updateTable("planting_task")
      .set({ status })
      .where("id", "=", task)
      .execute();
    expect((await call<PlantTreeReport>("GET", path)).body.can).toEqual({
      change: false,
      delete: false,
      photo: false,
    });
    const refusals = [
      await call("POST", reportOf(task), row()),
      await call("PATCH", path, { count: 1 }),
      await call("DELETE", path),
      await send(path, await photo(undefined)),
    ];
    for (const { status: code, body } of refusals)
      expect([code, body.code]).toEqual([409, "report_closed"]);
  },
);

test("a person who may only add rows corrects their own and gives it a photo, deletes none and touches no other", async () => {
  const { path: foreign, task } = await taskWithRow();
  const planter = await server.person("Report planter", {
    permissions: grants({ planttreetask: "v", planttreetaskreport: "va" }),
  });
  const token = (
    await server.anonymous<{ access: string }>("POST", "/token", {
      email: planter.email,
      password,
    })
  ).body.access;
  const own = await planter.call<PlantTreeReport>("POST", reportOf(task), row());
  expect(own.body.can).toEqual({ change: true, delete: false, photo: true });
  const path = `${reportOf(task)}/${own.body.id}`;
  expect((await send(path, await photo(undefined), token)).status).toBe(200);
  expect((await send(foreign, await photo(undefined), token)).status).toBe(403);
  expect((await planter.call("PATCH", path, { count: 1 })).status).toBe(200);
  expect((await planter.call("PATCH", foreign, { count: 1 })).status).toBe(403);
  expect((await planter.call("DELETE", path)).status).toBe(403);
  const reader = await server.person("Report reader", {
    permissions: grants({ planttreetaskreport: "v" }),
  });
  expect((await reader.call("GET", path)).status).toBe(200);
  expect((await reader.call("POST", reportOf(task), row())).status).toBe(403);
});

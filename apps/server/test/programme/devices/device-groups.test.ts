/** Groups of devices, and the battery that the list, its filter and its file tell of. */
import type { DeviceGroup } from "@nihol/contract/sensors/device-groups";
import type { Device } from "@nihol/contract/sensors/devices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, makeDevice, sendingDevice } from "../../support/device-world.ts";
import { exported } from "../../support/export-orders.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";
import { endWorker, startWorkerOf } from "../../support/worker-process.ts";
import { type TwoRegions, twoRegions } from "./two-regions.ts";

let server: TestApp;
let world: TwoRegions;
let worker: ReturnType<typeof startWorkerOf>;
beforeAll(async () => {
  server = await testApp();
  worker = startWorkerOf(server);
  world = await twoRegions(server);
});
afterAll(async () => {
  await endWorker(worker);
  await server.close();
});

type Person = TwoRegions["master"];
const add = async (name: string, { call } = world.master) =>
  call<DeviceGroup>("POST", "/device-group", { name });
const namesOf = async ({ call }: Person) =>
  (await call<{ results: DeviceGroup[] }>("GET", "/device-group")).body.results.map(
    ({ name, devices, can }) => [name, devices, can.change],
  );
const listed = async (query: string, { call } = world.master) =>
  (await call<{ results: Device[] }>("GET", `/device?${query}`)).body.results.map(
    ({ name }) => name,
  );
const put = (id: number, ids: number[], is_in: boolean, { call } = world.master) =>
  call<{ changed: number }>("POST", `/device-group/${id}/device`, { ids, is_in });

test("are made, filled, renamed, found by, deleted, and their devices stay", async () => {
  const { call } = world.master;
  const { id } = (await add(" North ")).body;
  expect((await add("NORTH")).body).toEqual({ name: [expect.any(String)] });
  expect((await add("")).status).toBe(400);
  const one = await makeDevice(call, { name: "g-1", ...world.near, groups: [id] });
  const two = await makeDevice(call, { name: "g-2", ...world.far });
  expect(one.groups).toEqual([{ id, name: "North" }]);
  const twice = await put(id, [one.id, two.id, two.id, 999_999], true);
  expect(twice.body).toEqual({ changed: 1 });
  expect(await listed(`group=${id}`)).toEqual(["g-1", "g-2"]);
  expect((await call("PATCH", `/device/${one.id}`, { groups: [999_999] })).status).toBe(400);
  // Groups that are left out stay.
  expect(
    (await call<Device>("PATCH", `/device/${one.id}`, { notes: "n" })).body.groups,
  ).toHaveLength(1);
  await call("PATCH", `/device/${one.id}`, { groups: [] });
  expect(await listed(`group=${id}`)).toEqual(["g-2"]);
  expect((await call("PATCH", `/device-group/${id}`, { name: "South" })).status).toBe(200);
  const { text } = await exported(call, { list: "device", format: "csv", query: { group: id } });
  expect(text).toMatch(/Battery, V.*\r\n.*g-2.*South/);
  expect((await call("DELETE", `/device-group/${id}`)).status).toBe(204);
  expect((await call<Device>("GET", `/device/${two.id}`)).body.groups).toEqual([]);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "devicegroup")
    .select(["action", "change"])
    .orderBy("id")
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["add", "change", "change", "delete"]);
  expect(log[1]?.change).toMatchObject({ name: "North", is_in: true, devices: [two.id] });
});

test("whoever has a scope sees groups with devices of it, and renames or deletes those alone that hold no others", async () => {
  const { master, keeper, viewer, near, far } = world;
  const here = await makeDevice(master.call, { name: "here", ...near });
  const there = await makeDevice(master.call, { name: "there", ...far });
  const [shared, far_away] = [(await add("Shared")).body.id, (await add("Far away")).body.id];
  await put(shared, [here.id, there.id], true);
  await put(far_away, [there.id], true);
  expect(await namesOf(keeper)).toEqual([["Shared", 1, false]]);
  expect(await namesOf(master)).toEqual([
    ["Far away", 1, true],
    ["Shared", 2, true],
  ]);
  expect((await keeper.call("PATCH", `/device-group/${shared}`, { name: "Mine" })).status).toBe(
    403,
  );
  expect((await keeper.call("DELETE", `/device-group/${shared}`)).status).toBe(403);
  expect((await keeper.call("DELETE", `/device-group/${far_away}`)).status).toBe(404);
  expect((await put(far_away, [here.id], true, keeper)).status).toBe(404);
  expect((await put(shared, [there.id], false, keeper)).body).toEqual({ changed: 0 });
  // A name beyond the scope is not told of.
  const mine = await add("Far away", keeper);
  expect(mine.status).toBe(201);
  expect((await put(mine.body.id, [here.id, there.id], true, keeper)).body).toEqual({ changed: 1 });
  expect(await namesOf(viewer)).toEqual([
    ["Far away", 1, false],
    ["Shared", 1, false],
  ]);
  for (const [method, path, body] of [
    ["POST", "/device-group", { name: "No" }],
    ["PATCH", `/device-group/${shared}`, { name: "No" }],
    ["DELETE", `/device-group/${shared}`, undefined],
    ["POST", `/device-group/${shared}/device`, { ids: [here.id], is_in: false }],
  ] as const)
    expect((await viewer.call(method, path, body)).status).toBe(403);
  // The device's own form takes it out of what its keeper sees, and of nothing else.
  await keeper.call("PATCH", `/device/${here.id}`, { groups: [] });
  expect((await master.call<Device>("GET", `/device/${here.id}`)).body.groups).toEqual([]);
  expect((await master.call<Device>("GET", `/device/${there.id}`)).body.groups).toHaveLength(2);
});

test("a weak battery is one below the good range that the parameter has now", async () => {
  const { call } = world.master;
  const values = [3.2, 3.6];
  for (const [n, battery] of values.entries()) {
    const { send } = await sendingDevice(server, call, { name: `b-${n}`, ...world.near });
    await send([{ ts: hoursAgo(1), values: { battery, air_temperature: 12 } }]);
  }
  expect(await listed("weak_battery=true")).toEqual([]);
  const limit = { good_min: 3.3, good_max: null, watch_min: 3, watch_max: null };
  const set = await call("PATCH", "/sensor-guidance/battery", limit);
  expect([set.status, await listed("weak_battery=true")]).toEqual([200, ["b-0"]]);
  expect(await listed("weak_battery=false&search=b-")).toEqual(["b-1"]);
  const found = (await call<{ results: Device[] }>("GET", "/device?search=b-0")).body.results[0];
  expect(found?.latest.find(({ parameter }) => parameter === "battery")).toMatchObject({
    value: expect.closeTo(3.2),
    state: "watch",
  });
  expect(await listed("weak_battery=true", world.keeper)).toEqual(["b-0"]);
  await makeDevice(call, { name: "b-none", ...world.near });
  expect(await listed("search=b-&ordering=battery")).toEqual(["b-0", "b-1", "b-none"]);
  expect(await listed("search=b-&ordering=-battery")).toEqual(["b-1", "b-0", "b-none"]);
});

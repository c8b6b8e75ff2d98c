/** Devices that are moved: where they stood keeps what was measured there. */

import type { GardenEvent } from "@nihol/contract/planting/garden-history";
import type { Report } from "@nihol/contract/reports/reports";
import type { Device, FormerPlace } from "@nihol/contract/sensors/devices";
import { dayOf, daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, makeDevice, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";
import { type TwoRegions, twoRegions } from "./two-regions.ts";

let server: TestApp;
let world: TwoRegions;
beforeAll(async () => {
  server = await testApp();
  world = await twoRegions(server);
});
afterAll(() => server.close());

const ago = (days: number) => daysAfter(today(), -days);
const change = (id: number, body: object, { call } = world.master) =>
  call<Device & Record<string, string[]>>("PATCH", `/device/${id}`, body);
const places = async (id: number, { call } = world.master) =>
  (await call<{ results: FormerPlace[] }>("GET", `/device/${id}/place`)).body.results;

/** Days on which readings left their range, by region, as somebody's report counts them. */
async function daysOf({ call } = world.master) {
  const query = `from=${ago(30)}&to=${today()}`;
  const { body } = await call<Report>("GET", `/report/region?${query}`);
  return Object.fromEntries(
    body.rows.flatMap(({ name, devices }) =>
      devices.exceedance_days ? [[name.en, [devices.exceeded, devices.exceedance_days]]] : [],
    ),
  );
}

test("a move is asked for, kept with its day, and parts what was measured between the regions", async () => {
  const { master, keeper, first, second, near, far } = world;
  const start = { ...near, garden: first.garden, name: "carried" };
  const { id, send } = await sendingDevice(server, master.call, start);
  const hot = [20, 15, 10, 2].map((days) => ({
    ts: hoursAgo(days * 24),
    values: { air_temperature: 49 },
  }));
  await send(hot);
  expect(await daysOf()).toEqual({ First: [1, 4] });
  const there = { ...far, garden: second.garden };
  const unsaid = await change(id, there);
  expect([unsaid.status, Object.keys(unsaid.body)]).toEqual([400, ["place_change"]]);
  const moved = { ...there, place_change: "moved" };
  const tomorrow = await change(id, { ...moved, moved_on: daysAfter(today(), 1) });
  expect(Object.keys(tomorrow.body)).toEqual(["moved_on"]);
  const done = await change(id, { ...moved, moved_on: ago(12) });
  expect([done.status, done.body.placed_on]).toEqual([200, ago(12)]);
  expect(await places(id)).toMatchObject([
    { since: null, until: ago(12), ...near, garden: { id: first.garden } },
  ]);
  expect(await daysOf()).toEqual({ First: [1, 2], Second: [1, 2] });
  // People of the first region alone still see what was measured there, and not the device.
  expect(await daysOf(keeper)).toEqual({ First: [1, 2] });
  expect((await keeper.call("GET", `/device/${id}/place`)).status).toBe(404);
  const events = async (garden: number) =>
    (
      await master.call<{ results: GardenEvent[] }>("GET", `/garden/${garden}/history`)
    ).body.results.flatMap(({ kind, day }) => (kind === "device_added" ? [day] : []));
  expect(await events(first.garden)).toEqual([today()]);
  expect(await events(second.garden)).toEqual([ago(12)]);
  const range = { parameter: "air_temperature", from: `${ago(25)}T00:00:00Z`, to: hoursAgo(0) };
  expect((await seriesOf(master.call, id, range)).moved_on).toEqual([ago(12)]);
  const early = await change(id, { ...near, place_change: "moved", moved_on: ago(12) });
  expect(Object.keys(early.body)).toEqual(["moved_on"]);
  // Renaming asks nothing, and the same place again is none.
  expect((await change(id, { name: "carried-2", ...far })).status).toBe(200);
  await change(id, { ...near, garden: first.garden, place_change: "moved", moved_on: ago(5) });
  expect(await daysOf()).toEqual({ First: [1, 3], Second: [1, 1] });
  const [last, before] = await places(id);
  expect([last?.since, last?.until]).toEqual([ago(12), ago(5)]);
  const takeBack = (place?: number) => master.call("DELETE", `/device/${id}/place/${place}`);
  expect((await takeBack(before?.id)).status).toBe(204);
  expect(await places(id)).toMatchObject([{ since: null, until: ago(5) }]);
  expect(await daysOf()).toEqual({ First: [1, 1], Second: [1, 3] });
  expect((await takeBack(last?.id)).status).toBe(204);
  expect((await takeBack(last?.id)).status).toBe(404);
  expect((await master.call<Device>("GET", `/device/${id}`)).body.placed_on).toBeNull();
  expect(await daysOf()).toEqual({ First: [1, 4] });
  await master.call("DELETE", `/device/${id}`);
});

test("a place that was written wrongly is corrected and kept nowhere; before the first reading nothing is asked", async () => {
  const { master, near, far } = world;
  const silent = await makeDevice(master.call, near);
  expect((await change(silent.id, far)).body.placed_on).toBeNull();
  expect(await places(silent.id)).toEqual([]);
  const { id, send } = await sendingDevice(server, master.call, near);
  await send([{ ts: hoursAgo(1), values: { air_temperature: 49 } }]);
  expect((await change(id, { ...far, place_change: "corrected" })).status).toBe(200);
  expect(await places(id)).toEqual([]);
  expect(await daysOf()).toEqual({ Second: [1, 1] });
  const day = dayOf(new Date());
  const moved = await change(id, { ...near, place_change: "moved" });
  expect(moved.body.placed_on).toBe(day);
});

test("garden names beyond a scope stay unnamed, and moves beyond it are refused", async () => {
  const { master, keeper, viewer, second, near, far } = world;
  const { id, send } = await sendingDevice(server, master.call, { ...far, garden: second.garden });
  await send([{ ts: hoursAgo(1), values: { co2: 500 } }]);
  await change(id, { ...near, garden: null, place_change: "moved" });
  expect(await places(id, keeper)).toMatchObject([{ garden: null }]);
  expect(await places(id)).toMatchObject([{ garden: { id: second.garden } }]);
  const out = { ...far, place_change: "moved" };
  expect((await change(id, out, keeper)).status).not.toBe(200);
  expect((await change(id, { name: "x", ...near }, viewer)).status).toBe(403);
  const [place] = await places(id);
  const takeBack = `/device/${id}/place/${place?.id}`;
  expect((await viewer.call("DELETE", takeBack)).status).toBe(403);
  expect((await keeper.call("DELETE", takeBack)).status).toBe(204);
});

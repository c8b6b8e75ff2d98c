/** Rules on readings of the past: what lies before the first day of a trial and says something of it. */
import type { AlertTrial } from "@nihol/contract/sensors/alert-rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, hoursAgo, sendingDevice } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** Tries a rule on a device whose temperatures came so many hours ago. */
async function tried(values: readonly (readonly [hours: number, value: number])[], asked: object) {
  const { id, send } = await sendingDevice(server, master.call, { interval_minutes: 60 });
  const readings = values.map(([hours, air_temperature]) => ({
    ts: hoursAgo(hours),
    values: { air_temperature },
  }));
  expect((await send(readings)).body).toMatchObject({ accepted: values.length });
  const rule = { device_type: "air", device: id, parameter: "air_temperature", ...asked };
  return (await master.call<AlertTrial>("POST", "/alert-rule/trial", rule)).body;
}
const silent = { kind: "silent", parameter: null, limit: null };

test("a change is measured from values before the first day", async () => {
  const rise = { kind: "rise", limit: 8, minutes: 600, days: 1 };
  const body = await tried(
    [
      [27, 5],
      [22, 15],
      [21, 15],
    ],
    rise,
  );
  expect(body).toMatchObject({ raised: 1, examples: [{ raised_at: hoursAgo(22), worst: 15 }] });
});

test("a device that has been silent for longer than the trial is told of, and is active", async () => {
  const body = await tried([[240, 20]], { ...silent, minutes: 120, days: 3 });
  expect(body).toMatchObject({ raised: 1, active: 1, devices: 1, devices_raised: 1 });
  const { began_at, raised_at } = body.examples[0] ?? {};
  expect([began_at, raised_at]).toEqual([hoursAgo(240), body.from]);
});

test("a silence that began long before and ended within the days of the trial is told of", async () => {
  const values = [
    [240, 20],
    [48, 20],
    [1, 20],
  ] as const;
  const body = await tried(values, { ...silent, minutes: 3 * 24 * 60, days: 5 });
  expect(body).toMatchObject({ raised: 1, active: 0 });
  expect(body.examples).toMatchObject([{ began_at: hoursAgo(240), cleared_at: hoursAgo(48) }]);
});

test("what was over before the first day is not told of, and what held then is told of once", async () => {
  const above = { kind: "above", limit: 30, minutes: 0, days: 1 };
  const over = await tried(
    [
      [30, 35],
      [28, 20],
      [2, 20],
    ],
    above,
  );
  expect(over.raised).toBe(0);
  const held = await tried(
    [
      [25, 35],
      [23, 36],
      [20, 20],
      [18, 20],
    ],
    { ...above, minutes: 60 },
  );
  expect(held).toMatchObject({ raised: 1, active: 0 });
  expect(Date.parse(held.examples[0]?.raised_at ?? "")).toBeGreaterThan(Date.now() - 25 * hourMs);
});

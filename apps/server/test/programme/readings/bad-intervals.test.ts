/** Bad intervals and calibrations through HTTP: who may say that values are wrong or off, and what every reader shows then. */
import type { BadInterval, BadIntervalList } from "@nihol/contract/sensors/bad-intervals";
import type { DeviceCalibration } from "@nihol/contract/sensors/device-calibrations";
import type { Device } from "@nihol/contract/sensors/devices";
import { json } from "@nihol/db/json";
import { applyCalibration } from "@nihol/store/readings/calibrations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

type Person = Awaited<ReturnType<TestApp["person"]>>;
let server: TestApp;
let master: Person;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** A device with a value each half hour of the last ten hours: 20, and from four hours ago 45, which is too hot. */
async function hotDevice(more: object = {}) {
  const device = await sendingDevice(server, master.call, { interval_minutes: 30, ...more });
  const readings = Array.from({ length: 20 }, (_, n) => ({
    ts: hoursAgo(10, -30 * n),
    values: { air_temperature: n < 12 ? 20 : 45, co2: 450 },
  }));
  expect((await device.send(readings)).body.accepted).toBe(20);
  return { ...device, path: `/device/${device.id}/bad-interval` };
}

const fromFour = () => ({ from: hoursAgo(4), to: null, parameter: "air_temperature" });
const damaged = { reason: "damaged", note: "The shield is torn" };
const add = (path: string, body: object, { call }: Person = master) =>
  call<BadInterval>("POST", path, body);
const listOf = async (path: string, { call }: Person = master) =>
  (await call<BadIntervalList>("GET", path)).body;

const calibrate = (id: number, body: object, { call }: Person = master) =>
  call<DeviceCalibration>("POST", `/device/${id}/calibration`, body);
const calibrationsOf = async (id: number) =>
  (await master.call<{ results: DeviceCalibration[] }>("GET", `/device/${id}/calibration`)).body
    .results;

/** All that readers show of a device: hours, single values, the newest, the list's state and limits that were passed. */
async function shownOf(id: number) {
  const hours = await seriesOf(master.call, id, { parameter: "air_temperature", step: "hour" });
  const single = await seriesOf(master.call, id, { parameter: "air_temperature", step: "raw" });
  const { body: device } = await master.call<Device>("GET", `/device/${id}`);
  const { body: list } = await master.call<{ results: Device[] }>("GET", "/device?exceeded=true");
  const { body: things } = await master.call<{ value: { resultQuality: string }[] }>(
    "GET",
    `/sta/v1.1/Datastreams('${id}-air_temperature')/Observations?$top=100`,
  );
  return {
    hours: hours.points.map(({ value, n }) => [value, n]),
    single: single.points.map(({ value }) => value),
    faulty: [single.faulty_count, single.set_aside_count, single.bad_intervals.length],
    latest: device.latest.find((one) => one.parameter === "air_temperature"),
    state: device.state,
    measured: device.faulty_parameters,
    isExceeded: list.results.some((one) => one.id === id),
    valid: things.value.filter(({ resultQuality }) => resultQuality === "valid").length,
    all: things.value.length,
  };
}

test("values of a bad interval leave averages, lines, limits and the newest, and return as they were", async () => {
  const { id, path } = await hotDevice();
  const before = await shownOf(id);
  expect(before).toMatchObject({ isExceeded: true, valid: 20, all: 20, faulty: [0, 0, 0] });
  const { from } = fromFour();
  const query = new URLSearchParams({ from, parameter: "air_temperature" });
  expect((await master.call("GET", `${path}/count?${query}`)).body).toEqual({ values: 8 });
  const { status, body: added } = await add(path, { ...fromFour(), ...damaged });
  expect(status).toBe(201);
  expect(added).toMatchObject({ parameter: "air_temperature", to: null, values: 8, ...damaged });
  expect((await master.call("GET", `${path}/count?${query}`)).body).toEqual({ values: 0 });
  const during = await shownOf(id);
  expect(during).toMatchObject({
    hours: Array.from({ length: 6 }, () => [20, 2]),
    single: Array.from({ length: 12 }, () => 20),
    faulty: [0, 8, 1],
    latest: { value: 45, state: "faulty" },
    state: "faulty",
    measured: [],
    isExceeded: false,
    valid: 12,
    all: 20,
  });
  const back = await master.call<BadInterval>("POST", `${path}/${added.id}/take-back`, {
    note: "It was a heat wave",
  });
  expect(back.body).toMatchObject({ values: 0, taken_back: { note: "It was a heat wave" } });
  expect(await shownOf(id)).toEqual(before);
  const again = await master.call("POST", `${path}/${added.id}/take-back`, {});
  expect([again.status, again.body]).toMatchObject([409, { code: "interval_over" }]);
  const { rows } = await server.db.pool.query(
    "select action, change from audit_log where resource = 'badinterval' and resource_id = $1 order by id",
    [String(added.id)],
  );
  expect(rows).toEqual([
    { action: "add", change: expect.objectContaining({ device: id, reason: "damaged" }) },
    { action: "undo", change: { device: id, note: "It was a heat wave" } },
  ]);
});

test("what comes into an open interval is set aside, until it ends", async () => {
  const { id, path, send } = await hotDevice();
  const { body } = await add(path, { from: hoursAgo(4), to: null, parameter: null, ...damaged });
  expect(body.values).toBe(16);
  const late = [{ ts: hoursAgo(0), values: { air_temperature: 46, co2: 460 } }];
  expect((await send(late)).body).toMatchObject({ accepted: 1, faulty: 0 });
  expect((await send(late)).body).toMatchObject({ duplicates: 1, conflicts: 0 });
  expect((await listOf(path)).results).toMatchObject([{ id: body.id, values: 18 }]);
  const end = await master.call<BadInterval>("POST", `${path}/${body.id}/end`, {
    to: hoursAgo(2),
  });
  expect(end.body).toMatchObject({ to: hoursAgo(2), values: 8, ended: { at: expect.any(String) } });
  const { points } = await seriesOf(master.call, id, { parameter: "co2", step: "raw" });
  expect(points).toHaveLength(17);
  expect((await master.call("POST", `${path}/${body.id}/end`, { to: hoursAgo(1) })).status).toBe(
    409,
  );
});

test.each([
  [{ from: hoursAgo(-3) }, "from"],
  [{ from: hoursAgo(401 * 24) }, "from"],
  [{ to: hoursAgo(5) }, "to"],
  [{ parameter: "nothing" }, "parameter"],
  [{ reason: "other", note: " " }, "note"],
  [{ reason: "bored" }, "reason"],
])("%j is refused under its field", async (more, field) => {
  const { path } = await hotDevice();
  const { status, body } = await add(path, { ...fromFour(), ...damaged, ...more });
  expect([status, Object.keys(body)]).toEqual([400, [field]]);
  expect((await listOf(path)).results).toEqual([]);
});

test("readers of a device see its intervals, those who change it write them, others nothing", async () => {
  const regions = await Promise.all(
    ["one", "two"].map(async (text) => {
      const name = json({ tg: text, ru: text, en: text, az: "" });
      const row = server.db.sql.insertInto("region").values({ name }).returning("id");
      return (await row.executeTakeFirstOrThrow()).id;
    }),
  );
  const { id, path } = await hotDevice();
  await server.db.pool.query("update device set region_id = $1 where id = $2", [regions[0], id]);
  const [own, far] = regions.map((one) => ({ regions: one === undefined ? [] : [one] }));
  const changes = { permissions: grants({ device: "vc" }) };
  const reader = await server.person("Reads", { ...own, permissions: grants({ device: "v" }) });
  const writer = await server.person("Writes", { ...own, ...changes });
  const stranger = await server.person("Far", { ...far, ...changes });
  const body = { ...fromFour(), ...damaged };
  expect((await add(path, body, reader)).status).toBe(403);
  expect((await add(path, body, stranger)).status).toBe(404);
  const { status, body: added } = await add(path, body, writer);
  expect(status).toBe(201);
  expect(await listOf(path, reader)).toMatchObject({
    results: [{ id: added.id }],
    can: { change: false },
  });
  expect((await listOf(path, writer)).can).toEqual({ change: true });
  const calibration = { parameter: "co2", from: hoursAgo(4), offset: 20, note: "Compared" };
  expect((await calibrate(id, calibration, reader)).status).toBe(403);
  expect((await calibrate(id, calibration, stranger)).status).toBe(404);
  const written = await calibrate(id, calibration, writer);
  expect(written.status).toBe(201);
  const back = `/device/${id}/calibration/${written.body.id}/take-back`;
  expect((await reader.call("POST", back, {})).status).toBe(403);
  expect((await stranger.call("POST", back, {})).status).toBe(404);
  expect((await stranger.call("GET", `/device/${id}/calibration`)).status).toBe(404);
  expect((await reader.call("GET", `/device/${id}/calibration`)).body).toMatchObject({
    results: [{ id: written.body.id, is_computed: false }],
    can: { change: false },
  });
  const one = `${path}/${added.id}`;
  for (const [person, expected] of [
    [reader, 403],
    [stranger, 404],
  ] as const) {
    expect((await person.call("POST", `${one}/take-back`, {})).status).toBe(expected);
    expect((await person.call("POST", `${one}/end`, { to: hoursAgo(1) })).status).toBe(expected);
    const query = new URLSearchParams({ from: body.from });
    expect((await person.call("GET", `${path}/count?${query}`)).status).toBe(expected);
  }
  expect((await stranger.call("GET", path)).status).toBe(404);
  const other = await hotDevice();
  expect((await writer.call("POST", `${other.path}/${added.id}/take-back`, {})).status).toBe(404);
  const elsewhere = `/device/${other.id}/calibration/${written.body.id}/take-back`;
  expect((await master.call("POST", elsewhere, {})).status).toBe(404);
  expect((await master.call("POST", `${other.path}/${added.id}/take-back`, {})).status).toBe(404);
  expect((await master.call("DELETE", `/device/${id}`)).status).toBe(204);
});

test("a calibration is shown by every reader once it is computed, is replaced, and is taken back", async () => {
  const { id, send } = await hotDevice();
  const before = await shownOf(id);
  const half = { parameter: "air_temperature", from: hoursAgo(4), note: "Beside the reference" };
  const { status, body } = await calibrate(id, { ...half, reference: 25, sent: 45, gain: 1 });
  expect([status, body]).toMatchObject([201, { offset: -20, is_computed: false, effect: null }]);
  const waiting = await server.db.pool.query(
    "select data from pgboss.job where name = 'readings.calibrate' and (data->>'calibration')::int = $1",
    [body.id],
  );
  expect(waiting.rows).toEqual([{ data: { calibration: body.id, taken_back: false } }]);
  expect(await shownOf(id)).toEqual(before);
  await applyCalibration(server.db.sql, body.id);
  const during = await shownOf(id);
  expect(during).toMatchObject({
    single: [...Array(12).fill(20), ...Array(8).fill(25)],
    latest: { value: 25, state: "good" },
    isExceeded: false,
    valid: 20,
  });
  expect(during.hours).toEqual([...Array(6).fill([20, 2]), ...Array(4).fill([25, 2])]);
  const things = await master.call<{ value: { result: number }[] }>(
    "GET",
    `/sta/v1.1/Datastreams('${id}-air_temperature')/Observations?$orderby=phenomenonTime desc&$top=1`,
  );
  expect(things.body.value[0]?.result).toBe(25);
  expect(await calibrationsOf(id)).toMatchObject([
    { is_computed: true, effect: { values: 8, mean_before: 45, mean_after: 25 } },
  ]);
  // Values are known by what was sent.
  const again = [{ ts: hoursAgo(4), values: { air_temperature: 45 } }];
  expect((await send(again)).body).toMatchObject({ duplicates: 1, conflicts: 0 });

  const next = await calibrate(id, { ...half, gain: 0.5, offset: 0, replaces: body.id });
  expect(next.body).toMatchObject({ replaces: body.id, gain: 0.5, offset: 0 });
  await applyCalibration(server.db.sql, next.body.id);
  expect((await shownOf(id)).latest).toMatchObject({ value: 22.5 });
  const back = (one: number) =>
    master.call<DeviceCalibration>("POST", `/device/${id}/calibration/${one}/take-back`, {
      note: "The reference was broken",
    });
  expect((await back(body.id)).body).toMatchObject({ code: "entry_taken_back" });
  expect((await back(next.body.id)).body).toMatchObject({ is_computed: false });
  await applyCalibration(server.db.sql, next.body.id);
  expect(await shownOf(id)).toEqual(before);
  expect(await calibrationsOf(id)).toMatchObject([
    { id: next.body.id, effect_of_taking_back: { values: 8, mean_before: 22.5, mean_after: 45 } },
    { id: body.id, taken_back: { note: half.note }, effect: { values: 8 } },
  ]);
  const log = await server.db.pool.query(
    "select action from audit_log where resource = 'devicecalibration' and change ->> 'device' = $1 order by id",
    [String(id)],
  );
  expect(log.rows.map(({ action }) => action)).toEqual(["add", "undo", "add", "undo"]);
});

test.each([
  [{ note: " " }, "note"],
  [{ from: hoursAgo(-3) }, "from"],
  [{ to: hoursAgo(5) }, "to"],
  [{ parameter: "pm10" }, "parameter"],
  [{ offset: null }, "offset"],
  [{ reference: 20 }, "sent"],
  [{ gain: 0 }, "gain"],
  [{ parameter: "wind_direction", gain: 2 }, "gain"],
  [{ parameter: "rain", offset: 2 }, "offset"],
])("a calibration with %j is refused under its field", async (more, field) => {
  const { id, send } = await hotDevice();
  await send([{ ts: hoursAgo(1), values: { wind_direction: 10, rain: 1 } }]);
  const good = { parameter: "co2", from: hoursAgo(4), offset: 1, note: "Compared" };
  const { status, body } = await calibrate(id, { ...good, ...more });
  expect([status, Object.keys(body)]).toEqual([400, [field]]);
});

/** Parameters of devices, as rows that administrators add and change, through HTTP. */
import type { Device } from "@nihol/contract/sensors/devices";
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { ReadingImport } from "@nihol/contract/sensors/readings";
import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import { text } from "@nihol/locales/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileBody, hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let sys: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  sys = await server.person("SysAdmin");
});
afterAll(() => server.close());

const inEach = (tg: string, ru: string, en: string, az: string) => ({ tg, ru, en, az });
const pm1 = {
  key: "pm1",
  device_types: ["air"],
  name: inEach("Чанги реза, PM1", "Пыль, PM1", "Very fine dust, PM1", "Çox incə toz, PM1"),
  unit: "µg/m³",
  unit_name: inEach("мкг/м³", "мкг/м³", "", "mkq/m³"),
  decimals: 1,
  good_min: null,
  good_max: 10,
  watch_min: null,
  watch_max: 50,
  faulty_min: 0,
  faulty_max: 5000,
  headings: ["PM1.0", "MassPM1"],
};

const said = (code: string) => text("en", `errors.${code}`);
const list = async () =>
  (await master.call<{ count: number; results: ParameterRow[] }>("GET", "/parameter")).body;
async function guidanceOf(key: string): Promise<SensorGuidance> {
  const path = "/sensor-guidance";
  const { body } = await master.call<{ results: SensorGuidance[] }>("GET", path);
  const row = body.results.find((one) => one.key === key);
  if (!row) throw new Error(key);
  return row;
}

test.each([
  // good, watch, faulty outside; null where there is no limit on that side
  ["co2", 400, 600, null, 1000, 0, 10_000],
  ["air_humidity", 30, 60, 20, 80, 0, 100],
  ["air_temperature", 10, 30, 0, 38, -40, 60],
  ["soil_humidity", 20, 28, 11, 35, 0, 100],
  ["soil_temperature", 10, 25, 6, 34, -30, 60],
  ["soil_ph", 6, 7.5, 5.5, 8.4, 0, 14],
  ["soil_conductivity", null, 2, null, 4, 0, 50],
  ["water_ph", 6.5, 8.5, 6, 9, 0, 14],
  ["water_conductivity", null, 700, null, 2500, 0, 100_000],
  ["water_temperature", 5, 25, null, 30, -5, 60],
] as const)("the guidance for %s has the ranges that were decided", async (key, ...limits) => {
  const { good_min, good_max, watch_min, watch_max, faulty_min, faulty_max } =
    await guidanceOf(key);
  expect([good_min, good_max, watch_min, watch_max, faulty_min, faulty_max]).toEqual(limits);
});

test("are read by everybody signed in, and written by the built-in roles alone", async () => {
  expect((await server.anonymous("GET", "/parameter")).status).toBe(401);
  const { call } = await server.person("Looks up keys", {
    permissions: grants({ device: "vacd" }),
  });
  const { body } = await call<{ count: number; results: ParameterRow[] }>("GET", "/parameter");
  expect(body.count).toBe(body.results.length);
  expect(body.results.find(({ key }) => key === "wind_speed")).toMatchObject({
    name: { en: "Wind speed", az: "Küləyin sürəti" },
    unit: "m/s",
    unit_name: { ru: "м/с" },
    decimals: 1,
    optional: true,
    device_types: ["air"],
    can: { change: false },
  });
  expect((await call("POST", "/parameter", pm1)).status).toBe(403);
  expect((await call("PATCH", "/parameter/co2", { decimals: 1 })).status).toBe(403);
});

test("one that is added is sent, judged, imported by its names in any language, and charted", async () => {
  const { id, send } = await sendingDevice(server, master.call);
  const early = await send([{ ts: hoursAgo(3), values: { pm1: 5 } }]);
  expect(early.body.refused).toEqual([{ index: 0, reason: "unknown_parameter" }]);

  const added = await sys.call<ParameterRow>("POST", "/parameter", pm1);
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ optional: true, unit_name: { en: "µg/m³", az: "mkq/m³" } });
  expect((await list()).results.at(-1)?.key).toBe("pm1");
  expect(await guidanceOf("pm1")).toMatchObject({ good_max: 10, is_default: true });

  const sent = await send([
    { ts: hoursAgo(3), values: { pm1: 5 } },
    { ts: hoursAgo(2), values: { pm1: 30, co2: 500 } },
    { ts: hoursAgo(1), values: { pm1: 6000 } },
  ]);
  expect(sent.body).toMatchObject({ accepted: 3, faulty: 1 });
  await sys.call("PATCH", "/sensor-guidance/pm1", { good_max: 20 });
  const soil = await sendingDevice(server, master.call, { type: "soil" });
  expect((await soil.send([{ ts: hoursAgo(1), values: { pm1: 5 } }])).body.refused_count).toBe(1);

  for (const [at, heading] of [
    "pm1",
    "PM1 (mg/m³)",
    "Чанги реза, PM1 (мкг/м³)",
    "Пыль, PM1, мкг/м³",
    "Very fine dust PM1",
    "Çox incə toz, PM1 (mkq/m³)",
    "MassPM1 [µg/m³]",
  ].entries()) {
    const file = `Time;${heading}\n${hoursAgo(20 + at)};0,004\n`;
    const path = `/device/reading/import?device=${id}`;
    const { payload, headers } = fileBody(file, "logger.csv");
    const { status, body } = await master.call<ReadingImport>("POST", path, payload, headers);
    expect([heading, status]).toEqual([heading, 200]);
    expect([heading, body.columns[1]?.role, body.accepted]).toEqual([heading, "pm1", 1]);
  }
  const series = await seriesOf(master.call, id, { parameter: "pm1", step: "raw" });
  expect(series).toMatchObject({ unit: "µg/m³", faulty_count: 1 });
  // The file in milligrams was converted, the others were not.
  expect(
    series.points
      .map(({ value }) => value)
      .sort((a, b) => a - b)
      .slice(-3),
  ).toEqual([4, 5, 30]);
  const { body: device } = await master.call<Device>("GET", `/device/${id}`);
  expect(device.latest.at(-1)).toMatchObject({ parameter: "pm1", state: "faulty" });
  expect(device.faulty_parameters).toEqual(["pm1"]);
});

test("its unit and kinds of device stay once values are there; names and decimals change", async () => {
  const patch = (body: object) => sys.call<ParameterRow>("PATCH", "/parameter/pm1", body);
  expect(await patch({ unit: "mg/m³" })).toMatchObject({
    status: 400,
    body: { unit: [said("values_measured")] },
  });
  expect(await patch({ device_types: ["soil"] })).toMatchObject({
    status: 400,
    body: { device_types: [said("values_measured")] },
  });
  const wider = await patch({ device_types: ["soil", "air"], decimals: 2, optional: false });
  expect(wider.body).toMatchObject({ device_types: ["air", "soil"], decimals: 2 });
  const soil = await sendingDevice(server, master.call, { type: "soil" });
  expect((await soil.send([{ ts: hoursAgo(1), values: { pm1: 5 } }])).body.accepted).toBe(1);
  const { body: device } = await master.call<Device>("GET", `/device/${soil.id}`);
  expect(device.latest.at(-1)).toMatchObject({ parameter: "pm1", value: 5, state: "good" });
  const name = inEach("Чанг, PM1", "Пыль PM1", "Dust PM1", "");
  expect((await patch({ name })).body.name).toEqual(name);
  const log = server.db.sql.selectFrom("audit_log").where("resource", "=", "parameter");
  const rows = await log.select(["action", "resource_id"]).orderBy("id").execute();
  expect(rows.map(({ action, resource_id }) => `${action} ${resource_id}`)).toEqual([
    ...["add pm1", "change pm1", "change pm1"],
  ]);
});

test("a key, a name and ranges that cannot be are refused with their reason", async () => {
  const codes = async (change: object) =>
    (await master.call<object>("POST", "/parameter", { ...pm1, key: "pm2", ...change })).body;
  expect(await codes({ key: "co2" })).toEqual({ key: [said("key_taken")] });
  for (const key of ["PM1", "1pm", "ts", "ignore", "constructor", "soil_humidity_sand", "a-b"])
    expect([key, await codes({ key })]).toEqual([key, { key: [said("invalid")] }]);
  const named = await codes({ name: inEach("Х", "Х", "WIND SPEED", "") });
  expect(named).toEqual({ "name.en": [said("name_taken")] });
  expect(await codes({ good_max: 6000 })).toEqual({ non_field_errors: [said("range_order")] });
  expect(await codes({ device_types: [] })).toEqual({ device_types: [said("required")] });
  expect((await master.call("PATCH", "/parameter/nothing", { decimals: 1 })).status).toBe(404);
});

test("without limits a value is shown and not called good", async () => {
  const { id, send } = await sendingDevice(server, master.call);
  await send([{ ts: hoursAgo(0), values: { air_pressure: 925 } }]);
  const { body } = await master.call<Device>("GET", `/device/${id}`);
  const pressure = body.latest.find(({ parameter }) => parameter === "air_pressure");
  expect(pressure?.state).toBe("no_limits");
});

test("another unit takes the names of the one before with it, also those that a form sends back", async () => {
  const salt = {
    ...pm1,
    key: "salt",
    device_types: ["water"],
    name: inEach("Намак", "Соль", "Salt", "Duz"),
    headings: [],
    unit: "psu",
    unit_name: inEach("", "ПЕС", "", ""),
  };
  const { body } = await sys.call<ParameterRow>("POST", "/parameter", salt);
  expect(body.unit_name).toEqual(inEach("psu", "ПЕС", "psu", "psu"));
  const sent = { unit: "g/l", unit_name: { ...body.unit_name, az: "q/l" } };
  const next = await sys.call<ParameterRow>("PATCH", "/parameter/salt", sent);
  expect(next.body.unit_name).toEqual(inEach("g/l", "g/l", "g/l", "q/l"));
});

test("another unit takes the ranges and the limits of rules with it, where it can be converted", async () => {
  const [low, high] = [
    { good_min: 50, good_max: 86 },
    { watch_min: 32, watch_max: 104 },
  ];
  const faulty = { faulty_min: -40, faulty_max: 140 };
  const heat = { ...pm1, key: "heat", name: inEach("Тафс", "Жар", "Heat", "Hərarət") };
  const own = { ...heat, headings: [], unit: "°F", unit_name: {}, ...low, ...high, ...faulty };
  expect((await sys.call("POST", "/parameter", own)).status).toBe(201);
  await sys.call("PATCH", "/sensor-guidance/heat", { good_max: 95 });
  const rule = { severity: "minor", device_type: "air", parameter: "heat", minutes: 60 };
  const limitOf = async (id: number) =>
    (await sys.call<{ limit: number }>("GET", `/alert-rule/${id}`)).body.limit;
  const made = async (kind: string, limit: number) =>
    (await sys.call<{ id: number }>("POST", "/alert-rule", { ...rule, name: kind, kind, limit }))
      .body.id;
  const [above, rise] = [await made("above", 95), await made("rise", 9)];
  const patch = (unit: string) => sys.call<ParameterRow>("PATCH", "/parameter/heat", { unit });

  expect((await patch("°C")).body).toMatchObject({ unit: "°C", example: 20 });
  const ranges = { good_min: 10, good_max: 35, watch_min: 0, watch_max: 40 };
  expect(await guidanceOf("heat")).toMatchObject({ ...ranges, faulty_min: -40, faulty_max: 60 });
  expect([await limitOf(above), await limitOf(rise)]).toEqual([35, 5]);
  // Back again, and nobody knows what a made-up unit is.
  await patch("°F");
  expect([await limitOf(above), (await guidanceOf("heat")).good_max]).toEqual([95, 95]);
  await patch("°H");
  expect([await limitOf(above), (await guidanceOf("heat")).good_max]).toEqual([95, 95]);
  await sys.call("DELETE", "/sensor-guidance/heat");
  expect(await guidanceOf("heat")).toMatchObject({ good_max: 86 });
});

test("humidity of soil keeps its unit: ranges by texture hold for all depths", async () => {
  const answer = await sys.call("PATCH", "/parameter/soil_humidity_60", { unit: "m³/m³" });
  expect(answer).toMatchObject({ status: 400, body: { unit: expect.anything() } });
});

test("a unit that every object knows is a unit like others", async () => {
  const odd = { ...pm1, key: "odd_unit", name: inEach("Воҳид", "Мера", "Odd unit", "Vahid") };
  const own = { ...odd, headings: [], unit: "constructor", unit_name: {} };
  expect((await sys.call("POST", "/parameter", own)).status).toBe(201);
  const { id } = await sendingDevice(server, master.call);
  const { payload, headers } = fileBody(`Time;odd_unit\n${hoursAgo(9)};7\n`, "logger.csv");
  const path = `/device/reading/import?device=${id}`;
  const { body } = await master.call<ReadingImport>("POST", path, payload, headers);
  expect(body).toMatchObject({ accepted: 1, faulty: 0 });
  const { points } = await seriesOf(master.call, id, { parameter: "odd_unit", step: "raw" });
  expect(points).toMatchObject([{ value: 7 }]);
});

test("a second probe has its own ranges whatever the soil; depths that are delivered say whose theirs are", async () => {
  const probe = { ...pm1, key: "soil_humidity_2", device_types: ["soil"], unit: "%" };
  const name = inEach("Хоки дуюм", "Почва 2", "Second probe", "İkinci zond");
  const own = { ...probe, name, headings: [], unit_name: {}, good_min: 50, good_max: 60 };
  const limits = { watch_min: 40, watch_max: 70, faulty_min: 0, faulty_max: 100 };
  expect((await sys.call("POST", "/parameter", { ...own, ...limits })).status).toBe(201);
  const { id, send } = await sendingDevice(server, master.call, {
    type: "soil",
    soil_texture: "sand",
  });
  await send([{ ts: hoursAgo(1), values: { soil_humidity_2: 55, soil_humidity_10: 10 } }]);
  const { body } = await master.call<Device>("GET", `/device/${id}`);
  const stateOf = (key: string) => body.latest.find(({ parameter }) => parameter === key)?.state;
  expect([stateOf("soil_humidity_2"), stateOf("soil_humidity_10")]).toEqual(["good", "good"]);
  expect((await guidanceOf("soil_humidity_10")).texture).toBe("loam");
  expect((await guidanceOf("soil_humidity_2")).texture).toBeNull();
});

test("a key that every object knows is a key like others", async () => {
  const odd = { ...pm1, key: "air_constructor", name: inEach("Як", "Один", "Odd one", "Bir") };
  expect((await sys.call("POST", "/parameter", { ...odd, headings: [] })).status).toBe(201);
  const { id } = await sendingDevice(server, master.call);
  const { payload, headers } = fileBody(`Time;Unheard of\n${hoursAgo(9)};1\n`, "logger.csv");
  const path = `/device/reading/import?device=${id}&dry_run=1`;
  const { status, body } = await master.call<ReadingImport>("POST", path, payload, headers);
  expect([status, body.columns?.[1]?.role]).toEqual([200, "ignore"]);
});

test("a mean energy is for decibels: values beyond 300 are refused, in either order", async () => {
  const loud = { ...pm1, key: "glare", name: inEach("Дурахш", "Блеск", "Glare", "Parıltı") };
  const energy = { ...loud, headings: [], averaging: "energy" };
  const post = await sys.call("POST", "/parameter", energy);
  expect([post.status, post.body]).toMatchObject([400, { averaging: [expect.anything()] }]);
  expect((await sys.call("POST", "/parameter", { ...energy, averaging: "mean" })).status).toBe(201);
  expect((await sys.call("PATCH", "/parameter/glare", { averaging: "energy" })).status).toBe(400);
  const noise = await sys.call("PATCH", "/sensor-guidance/noise", { faulty_max: 3000 });
  expect([noise.status, noise.body]).toMatchObject([400, { faulty_max: [expect.anything()] }]);
  expect((await sys.call("PATCH", "/sensor-guidance/noise", { faulty_max: 200 })).status).toBe(200);
});

/** Devices and the guidance for their readings, through HTTP. */

import type { Device, DevicePlace } from "@nihol/contract/sensors/devices";
import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import { guidanceKeyOf, readingStateOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { text } from "@nihol/locales/text";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hoursAgo, makeDevice, sendingDevice } from "../support/device-world.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let region: number;
let district: number;
let garden: number;

const names = (text: string) => json({ tg: text, ru: text, en: text, az: "" });
const square = (west: number, south: number, size: number) =>
  json<MultiPolygon>({
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [west, south],
          [west + size, south],
          [west + size, south + size],
          [west, south + size],
          [west, south],
        ],
      ],
    ],
  });
const box = (west: number, south: number, size: number): Bbox => [
  west,
  south,
  west + size,
  south + size,
];

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  const { sql } = server.db;
  region = (
    await sql
      .insertInto("region")
      .values({ name: names("Р"), boundary: square(70, 38, 2), bbox: box(70, 38, 2) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  district = (
    await sql
      .insertInto("district")
      .values({
        name: names("Н"),
        region_id: region,
        boundary: square(70, 38, 1),
        bbox: box(70, 38, 1),
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  garden = (
    await sql
      .insertInto("garden")
      .values({
        name: names("Б"),
        region_id: region,
        district_id: district,
        boundary: square(70.5, 38.5, 0.01),
        bbox: box(70.5, 38.5, 0.01),
        center: [70.505, 38.505],
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => server.close());

const inGarden = { latitude: 38.505, longitude: 70.505 };

test("a device at longitude and latitude 0 is refused, made and moved, with what to do", async () => {
  const { call } = master;
  const nowhere = { latitude: 0, longitude: 0 };
  const body = { name: "DEV-0", type: "air", ...nowhere };
  const refused = await call<{ latitude: string[] }>("POST", "/device", body);
  expect([refused.status, refused.body.latitude[0]]).toEqual([
    400,
    text("en", "errors.position_zero"),
  ]);
  const { id } = await makeDevice(call, { ...inGarden, longitude: 0 });
  expect((await call("PATCH", `/device/${id}`, { latitude: 0 })).status).toBe(400);
  expect((await call("PATCH", `/device/${id}`, inGarden)).status).toBe(200);
  const of = { kind: "other", title: "T", description: "D", observed_on: "2026-01-01" };
  const violation = await call<{ point?: string[] }>("POST", "/violation", {
    ...of,
    point: [0, 0],
  });
  expect(violation.body.point?.[0]).toBe(text("en", "errors.position_zero"));
  await call("DELETE", `/device/${id}`);
});

describe("a device", () => {
  test("is made, read, changed and deleted with its readings, and each step is in the log", async () => {
    const { call } = master;
    const { id, send } = await sendingDevice(server, call, { ...inGarden, garden, name: "Ⅰ-A" });
    expect((await call<Device>("GET", `/device/${id}`)).body).toMatchObject({
      name: "Ⅰ-A",
      state: "silent",
      garden: { id: garden },
      district: { id: district },
      region: { id: region },
      interval_minutes: 60,
      last_reading_at: null,
      latest: [
        { parameter: "co2", value: null, state: "unknown" },
        { parameter: "air_humidity", value: null, state: "unknown" },
        { parameter: "air_temperature", value: null, state: "unknown" },
      ],
      can: { change: true, delete: true },
    });
    await send([{ ts: hoursAgo(1), values: { co2: 500, air_temperature: 99 } }]);
    const changed = await call<Device>("PATCH", `/device/${id}`, { interval_minutes: 10 });
    expect(changed.body).toMatchObject({ interval_minutes: 10, state: "silent" });
    expect((await call("PATCH", `/device/${id}`, { type: "soil" })).status).toBe(400);
    expect((await call("DELETE", `/device/${id}`)).status).toBe(204);
    for (const table of [
      "reading",
      "reading_hour",
      "reading_latest",
      "reading_fault",
      "reading_conflict",
    ] as const) {
      const left = await server.db.sql
        .selectFrom(table)
        .where("device_id", "=", id)
        .select("device_id")
        .execute();
      expect([table, left]).toEqual([table, []]);
    }
    const log = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "device")
      .where("resource_id", "=", String(id))
      .orderBy("id")
      .select("action")
      .execute();
    expect(log.map(({ action }) => action)).toEqual(["add", "token", "change", "delete"]);
  });

  test("finds its district and region by its place, and moves with it", async () => {
    const device = await makeDevice(master.call, inGarden);
    expect(device).toMatchObject({ district: { id: district }, region: { id: region } });
    const path = `/device/${device.id}`;
    const moved = await master.call<Device>("PATCH", path, { latitude: 39.5, longitude: 71.5 });
    expect(moved.body).toMatchObject({ district: null, region: { id: region } });
    const away = await master.call<Device>("PATCH", path, { latitude: 10, longitude: 10 });
    expect(away.body).toMatchObject({ district: null, region: null });
  });

  test("is offered the gardens of its place, the one that holds it first", async () => {
    const place = (query: string) => master.call<DevicePlace>("GET", `/device/place?${query}`);
    const { body } = await place("latitude=38.505&longitude=70.505");
    expect(body).toMatchObject({
      region: { id: region },
      district: { id: district },
      gardens: [{ id: garden, contains: true }],
    });
    const outside = (await place("latitude=38.515&longitude=70.505")).body.gardens[0];
    expect(outside).toMatchObject({ id: garden, contains: false });
    expect(outside?.distance_m).toBeGreaterThan(1000);
    expect(outside?.distance_m).toBeLessThan(1250);
    expect((await place("latitude=91&longitude=0")).status).toBe(400);
  });

  test("is refused with a taken name, an unknown garden or a place off the globe", async () => {
    const { name } = await makeDevice(master.call);
    const status = async (more: object) =>
      (
        await master.call("POST", "/device", {
          name: `x${Math.random()}`,
          type: "air",
          ...inGarden,
          ...more,
        })
      ).status;
    expect(await status({ name })).toBe(400);
    expect(await status({ garden: 999_999 })).toBe(400);
    expect(await status({ latitude: 90.1 })).toBe(400);
    expect(await status({ latitude: null })).toBe(400);
    expect(await status({ type: "fire" })).toBe(400);
    expect(await status({ interval_minutes: 0 })).toBe(400);
    expect(await status({ interval_minutes: 92 * 1440 + 1 })).toBe(400);
    expect(await status({ interval_minutes: 31 * 1440 })).toBe(201);
    expect(await status({})).toBe(201);
  });

  test("is listed by state, type, garden and name; retired ones only when asked for", async () => {
    const { id, send } = await sendingDevice(server, master.call, { ...inGarden, garden });
    await send([{ ts: hoursAgo(0), values: { co2: 500 } }]);
    const retired = await makeDevice(master.call, { ...inGarden, garden, retired: true });
    const ids = async (query: string) =>
      (
        await master.call<{ results: Device[] }>(
          "GET",
          `/device?garden=${garden}&page_size=200&${query}`,
        )
      ).body.results.map((one) => one.id);
    expect(await ids("state=online")).toEqual([id]);
    expect(await ids("state=retired")).toEqual([retired.id]);
    expect(await ids("state=silent")).not.toContain(id);
    expect(await ids("")).not.toContain(retired.id);
    expect(await ids("ordering=-last_reading_at")).toContain(id);
    expect((await ids("ordering=-last_reading_at"))[0]).toBe(id);
    for (const ordering of ["name", "type", "state", "garden", "-garden"])
      expect(await ids(`ordering=${ordering}`)).toContain(id);
  });

  test("is judged by the worst of its parameters; the worst stand first, what has never sent last", async () => {
    const place = { latitude: 38.9, longitude: 70.9 };
    const make = async (name: string, values?: object, ago = 0) => {
      const { id, send } = await sendingDevice(server, master.call, { ...place, name });
      if (values) await send([{ ts: hoursAgo(ago), values }]);
      return id;
    };
    const unsent = await make("W-0");
    const good = await make("W-1", { co2: 500, air_temperature: 20 });
    const watch = await make("W-2", { co2: 800, air_temperature: 20 });
    const act = await make("W-3", { co2: 500, air_temperature: -12 });
    const faulty = await make("W-4", { co2: 500, air_humidity: 140 });
    const silent = await make("W-5", { co2: 5000 }, 10);
    const read = async (query: string) =>
      (
        await master.call<{ count: number; results: Device[] }>(
          "GET",
          `/device?search=W-&type=air&${query}`,
        )
      ).body;
    const ids = async (query: string) => (await read(query)).results.map(({ id }) => id);
    const worstFirst = [faulty, act, silent, watch, good, unsent];
    expect(await ids("ordering=condition")).toEqual(worstFirst);
    expect(await ids("ordering=-condition")).toEqual([...worstFirst].reverse());
    const { results } = await read("ordering=condition");
    expect(results.map(({ condition }) => condition)).toEqual([
      ...["faulty", "act", "silent", "watch", "good", "unsent"],
    ]);
    expect(results[1]?.latest.map(({ state }) => state)).toEqual(["good", "unknown", "act"]);
    expect(await read("condition=attention&page_size=1")).toMatchObject({ count: 3 });
    for (const one of results) expect(await ids(`condition=${one.condition}`)).toEqual([one.id]);
    expect((await master.call("GET", "/device?condition=online")).status).toBe(400);
    const { points } = (
      await master.call<{ points: { id: number }[] }>(
        "GET",
        "/device/points?search=W-&condition=attention",
      )
    ).body;
    expect(points.map(({ id }) => id).sort()).toEqual([act, faulty, silent].sort());
    for (const id of worstFirst) await master.call("DELETE", `/device/${id}`);
  });

  test("says of a value what the contract's rule says of it, at every limit and beside it", async () => {
    const devices = await Promise.all(
      [
        { type: "air" },
        { type: "soil" },
        { type: "soil", soil_texture: "sand" },
        { type: "water" },
      ].map((more) => sendingDevice(server, master.call, more)),
    );
    const { body: guidance } = await master.call<{ results: SensorGuidance[] }>(
      "GET",
      "/sensor-guidance",
    );
    const rows = new Map(guidance.results.map((one) => [one.key, one]));
    for (const [at, { id, send }] of devices.entries()) {
      const { type, soil_texture, latest } = (await master.call<Device>("GET", `/device/${id}`))
        .body;
      for (const [step, { parameter }] of latest.entries()) {
        const limits = rows.get(guidanceKeyOf(parameter, soil_texture));
        if (!limits) throw new Error(parameter);
        const { good_min, good_max, watch_min, watch_max, faulty_min, faulty_max } = limits;
        const values = [good_min, good_max, watch_min, watch_max, faulty_min, faulty_max]
          .filter((limit) => limit !== null)
          .flatMap((limit) => [limit - 0.5, limit, limit + 0.5]);
        for (const [n, value] of values.entries()) {
          await send([{ ts: hoursAgo(100 - n, at + step), values: { [parameter]: value } }]);
          const { body } = await master.call<Device>("GET", `/device/${id}`);
          const said = body.latest.find((one) => one.parameter === parameter)?.state;
          expect([type, parameter, value, said]).toEqual([
            ...[type, parameter, value, readingStateOf(value, limits)],
          ]);
        }
      }
    }
  });

  test("is made, changed and given a token with the right, within the scope", async () => {
    const { call: viewer } = await server.person("Sees devices", {
      permissions: grants({ device: "v" }),
      regions: [region],
    });
    const { call: keeper } = await server.person("Keeps devices", {
      permissions: grants({ device: "vacd" }),
      districts: [district],
    });
    const body = { name: "reach-1", type: "water", ...inGarden };
    expect((await viewer("POST", "/device", body)).status).toBe(403);
    const mine = (await keeper<Device>("POST", "/device", body)).body.id;
    const away = { ...body, name: "reach-2", latitude: 39.5, longitude: 71.5 };
    expect((await keeper("POST", "/device", away)).status).toBe(403);
    expect((await keeper("PATCH", `/device/${mine}`, { latitude: 39.5 })).status).toBe(403);
    expect((await viewer("GET", `/device/${mine}`)).body).toMatchObject({
      can: { change: false, delete: false },
    });
    for (const [method, path] of [
      ["PATCH", `/device/${mine}`],
      ["DELETE", `/device/${mine}`],
      ["POST", `/device/${mine}/token`],
      ["DELETE", `/device/${mine}/token`],
    ] as const)
      expect([method, (await viewer(method, path, {})).status]).toEqual([method, 403]);
    expect((await viewer("GET", `/device/${mine}/reading?parameter=water_ph`)).status).toBe(200);
  });
});

describe("sensor guidance", () => {
  type Rows = { count: number; results: SensorGuidance[] };
  const row = async (key: string, call = master.call) =>
    (await call<Rows>("GET", "/sensor-guidance")).body.results.find((one) => one.key === key);

  test("is read by everybody signed in, and changed by the built-in roles alone", async () => {
    const { call: nobody } = await server.person("Holds nothing", { permissions: grants({}) });
    const { call: sys } = await server.person("SysAdmin");
    expect(await row("co2", nobody)).toMatchObject({
      good_min: 400,
      good_max: 600,
      watch_max: 1000,
      is_default: true,
      can: { change: false },
    });
    expect((await server.anonymous("GET", "/sensor-guidance")).status).toBe(401);
    expect((await nobody("PATCH", "/sensor-guidance/co2", { good_max: 650 })).status).toBe(403);
    expect((await nobody("DELETE", "/sensor-guidance/co2")).status).toBe(403);
    expect((await sys("PATCH", "/sensor-guidance/co2", { good_max: 650 })).status).toBe(200);
    expect(await row("co2")).toMatchObject({ good_max: 650, watch_max: 1000, is_default: false });
    expect((await sys("DELETE", "/sensor-guidance/co2")).status).toBe(200);
    expect(await row("co2")).toMatchObject({ good_max: 600, is_default: true });
  });

  test("refuses limits that do not stand in order", async () => {
    const status = async (key: string, body: object) =>
      (await master.call("PATCH", `/sensor-guidance/${key}`, body)).status;
    expect(await status("soil_ph", { good_min: 8 })).toBe(400);
    expect(await status("soil_ph", { watch_max: 20 })).toBe(400);
    expect(await status("soil_ph", { faulty_min: null })).toBe(400);
    expect(await status("nonsense", { good_min: 8 })).toBe(404);
  });

  test("checks each reading as it is written, a device's soil by its own texture", async () => {
    const sand = await sendingDevice(server, master.call, { type: "soil", soil_texture: "sand" });
    const loam = await sendingDevice(server, master.call, { type: "soil" });
    const state = async (id: number) =>
      (await master.call<Device>("GET", `/device/${id}`)).body.latest[0]?.state;
    for (const { send } of [sand, loam])
      await send([{ ts: hoursAgo(0), values: { soil_humidity: 10 } }]);
    expect([await state(sand.id), await state(loam.id)]).toEqual(["good", "act"]);
    await master.call("PATCH", "/sensor-guidance/soil_humidity", { watch_min: 5, good_min: 9 });
    expect(await state(loam.id)).toBe("good");
    await master.call("DELETE", "/sensor-guidance/soil_humidity");
  });

  test.each([
    ["co2", 400, "good"],
    ["co2", 600, "good"],
    ["co2", 1000, "watch"],
    ["co2", 1000.1, "act"],
    ["co2", 380, "watch"],
    ["co2", -1, "faulty"],
    ["co2", 10_000, "act"],
    ["air_temperature", -40, "act"],
    ["air_temperature", -40.1, "faulty"],
    ["soil_conductivity", 1.99, "good"],
    ["soil_conductivity", 2, "watch"],
    ["soil_conductivity", 4, "watch"],
    ["soil_conductivity", 4.01, "act"],
    ["water_ph", 6.5, "good"],
    ["water_ph", 6.4, "watch"],
    ["water_ph", 9.1, "act"],
    ["water_temperature", 30.5, "act"],
    ["water_temperature", 4, "watch"],
  ] as const)("%s of %d is %s", async (key, value, state) => {
    const limits = await row(key);
    expect(limits && readingStateOf(value, limits)).toBe(state);
  });
});

/** Readings that devices send, and the series that come of them, through HTTP. */

import type { Device } from "@nihol/contract/sensors/devices";
import { json } from "@nihol/db/json";
import { packableMonths, packMonth } from "@nihol/store/readings/reading-pack";
import { listMonths } from "@nihol/store/readings/reading-partitions";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hourMs, hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

const device = (more: object = {}) => sendingDevice(server, master.call, more);
const one = async (id: number) => (await master.call<Device>("GET", `/device/${id}`)).body;

describe("intake by a device's token", () => {
  test("takes a batch, and the device is online with its newest values", async () => {
    const { id, send } = await device();
    const answer = await send([
      { ts: hoursAgo(2), values: { co2: 410, air_humidity: 41.5, air_temperature: 21.25 } },
      { ts: hoursAgo(1), values: { co2: 700 } },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accepted: 2,
      completed: 0,
      duplicates: 0,
      conflicts: 0,
      faulty: 0,
      refused_count: 0,
      refused: [],
    });
    const row = await one(id);
    expect(row.state).toBe("online");
    expect(row.last_reading_at).toBe(hoursAgo(1));
    expect(row.latest).toMatchObject([
      { parameter: "co2", unit: "ppm", value: 700, ts: hoursAgo(1), state: "watch" },
      { parameter: "air_humidity", unit: "%", value: 41.5, ts: hoursAgo(2), state: "good" },
      { parameter: "air_temperature", unit: "°C", value: 21.25, ts: hoursAgo(2), state: "good" },
    ]);
    expect(row.token?.used_at).not.toBeNull();
  });

  test("shows dust once it was sent, and judges the device by it", async () => {
    const { id, send } = await device();
    const dustOf = async () => (await one(id)).latest.slice(3);
    await send([{ ts: hoursAgo(1), values: { co2: 500 } }]);
    expect(await dustOf()).toEqual([]);
    await send([{ ts: hoursAgo(0), values: { pm10: 800 } }]);
    expect(await dustOf()).toMatchObject([
      { parameter: "pm10", unit: "µg/m³", value: 800, ts: hoursAgo(0), state: "act" },
    ]);
    expect(await one(id)).toMatchObject({ condition: "act" });
    const series = await seriesOf(master.call, id, { parameter: "pm10", step: "raw" });
    expect(series).toMatchObject({ unit: "µg/m³", points: [{ value: 800, n: 1 }] });
  });

  test("sent again, nothing changes and duplicates are counted", async () => {
    const { id, send } = await device();
    const readings = [1, 2, 3].map((h) => ({ ts: hoursAgo(h), values: { co2: 400 + h } }));
    await send(readings);
    const again = await send([...readings, ...readings]);
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 6 });
    const changed = await send([{ ts: hoursAgo(1), values: { co2: 999 } }]);
    expect(changed.body).toMatchObject({ accepted: 0, duplicates: 0, conflicts: 1 });
    const series = await seriesOf(master.call, id, { parameter: "co2", step: "hour" });
    const { points, conflicts, conflict_count } = series;
    expect({ conflicts, conflict_count }).toEqual({
      conflicts: [{ ts: hoursAgo(1), value: 999 }],
      conflict_count: 1,
    });
    expect(points.map(({ value, n }) => [value, n])).toEqual([
      [403, 1],
      [402, 1],
      [401, 1],
    ]);
  });

  test("messages of one parameter complete the moment, in parts of a batch as well", async () => {
    const { id, send } = await device();
    const [older, newer] = [hoursAgo(2), hoursAgo(1)];
    expect((await send([{ ts: older, values: { air_temperature: 21 } }])).body.accepted).toBe(1);
    const second = await send([
      { ts: older, values: { air_humidity: 55 } },
      { ts: newer, values: { air_temperature: 22 } },
      { ts: newer, values: { air_humidity: 56 } },
      { ts: newer, values: { co2: 20_000 } },
      { ts: newer, values: { co2: 20_000 } },
      { ts: newer, values: { air_temperature: 23, air_humidity: 56 } },
    ]);
    expect(second.body).toEqual({
      accepted: 4,
      completed: 3,
      duplicates: 1,
      conflicts: 1,
      faulty: 1,
      refused_count: 0,
      refused: [],
    });
    const values = async (parameter: string, step: string) => {
      const { points } = await seriesOf(master.call, id, { parameter, step });
      return points.map(({ value, n }) => [value, n]);
    };
    for (const step of ["raw", "hour"]) {
      expect(await values("air_temperature", step)).toEqual([
        [21, 1],
        [22, 1],
      ]);
      expect(await values("air_humidity", step)).toEqual([
        [55, 1],
        [56, 1],
      ]);
    }
    expect((await one(id)).latest.map(({ value }) => value)).toEqual([20_000, 56, 22]);
    expect((await send([{ ts: newer, values: { co2: 400 } }])).body).toMatchObject({
      accepted: 0,
      conflicts: 1,
    });
  });

  test("many senders of one device at once write each moment once", async () => {
    const { id, send } = await device();
    const readings = Array.from({ length: 120 }, (_, i) => ({
      ts: hoursAgo(1, i),
      values: { co2: 500, air_humidity: 50 },
    }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(readings)));
    const accepted = answers.reduce((sum, { body }) => sum + body.accepted, 0);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(accepted).toBe(120);
    const { points } = await seriesOf(master.call, id, { parameter: "co2", step: "hour" });
    expect(points.reduce((sum, { n }) => sum + n, 0)).toBe(120);
  });

  test("a first reading of many months makes their partitions, whoever comes at once", async () => {
    const devices = await Promise.all([device(), device(), device(), device()]);
    const old = (month: number) => new Date(Date.UTC(2019, month, 5, 12)).toISOString();
    const answers = await Promise.all(
      devices.map(({ send }, shift) =>
        send(
          Array.from({ length: 12 }, (_, i) => ({
            ts: old((i + shift * 5) % 12),
            values: { co2: 450 },
          })),
        ),
      ),
    );
    expect(answers.map(({ body }) => body.accepted)).toEqual([12, 12, 12, 12]);
    expect((await listMonths(server.db.sql)).filter((m) => m.startsWith("2019"))).toHaveLength(12);
  });

  test("names each refused reading and takes the others", async () => {
    const { id, send } = await device({ type: "soil" });
    const ts = hoursAgo(1);
    const { body } = await send([
      { ts: new Date(Date.now() + 10 * 60_000).toISOString(), values: { soil_ph: 7 } },
      { ts: "yesterday", values: { soil_ph: 7 } },
      { ts: "2026-03-01T10:00:00", values: { soil_ph: 7 } },
      { ts: "1970-01-01T00:00:00Z", values: { soil_ph: 7 } },
      { ts, values: { co2: 400 } },
      { ts, values: { nonsense: 1 } },
      { ts, values: {} },
      { ts, values: { soil_ph: null } },
      { ts, values: { soil_ph: "7" } },
      null,
      "text",
      { ts, values: { soil_ph: 7, soil_humidity: null } },
      { ts: new Date(Date.now() + 2 * 60_000).toISOString(), values: { soil_ph: 7.1 } },
    ]);
    expect(body.accepted).toBe(2);
    expect(body.refused.map(({ index, reason }) => `${index} ${reason}`)).toEqual([
      "0 in_future",
      "1 bad_time",
      "2 bad_time",
      "3 too_old",
      "4 unknown_parameter",
      "5 unknown_parameter",
      "6 no_value",
      "7 no_value",
      "8 bad_number",
      "9 bad_time",
      "10 bad_time",
    ]);
    expect((await one(id)).latest.find((l) => l.parameter === "soil_ph")?.value).toBe(7.1);
  });

  test("a faulty value is kept, marked, in no average, and makes the device faulty", async () => {
    const { id, send } = await device();
    const { body } = await send([
      { ts: hoursAgo(1, 0), values: { air_temperature: 20, co2: 500 } },
      { ts: hoursAgo(0, 30), values: { air_temperature: -200, co2: 520 } },
      { ts: hoursAgo(0, 20), values: { co2: 540 } },
    ]);
    expect(body).toMatchObject({ accepted: 3, faulty: 1 });
    for (const step of ["raw", "hour", "day"]) {
      const series = await seriesOf(master.call, id, { parameter: "air_temperature", step });
      expect(series.points.map(({ value, min, max }) => [value, min, max])).toEqual([[20, 20, 20]]);
      expect(series.faulty).toEqual([{ ts: hoursAgo(0, 30), value: -200 }]);
      expect(series.faulty_count).toBe(1);
    }
    const row = await one(id);
    expect(row).toMatchObject({ state: "faulty", faulty_parameters: ["air_temperature"] });
    expect(row.latest[2]).toMatchObject({ value: -200, state: "faulty" });
    await send([{ ts: hoursAgo(0, 10), values: { air_temperature: 21 } }]);
    expect((await one(id)).state).toBe("online");
  });

  test("is refused for a retired device, an empty batch and a batch that is too large", async () => {
    const { id, send } = await device();
    const reading = { ts: hoursAgo(1), values: { co2: 500 } };
    expect((await send([])).status).toBe(400);
    expect((await send(Array(1001).fill(reading))).status).toBe(400);
    const huge = { ts: hoursAgo(1), values: { co2: 500 }, note: "x".repeat(600_000) };
    expect((await send([huge])).status).toBe(413);
    await master.call("PATCH", `/device/${id}`, { retired: true });
    expect((await send([reading])).status).toBe(409);
    expect((await one(id)).state).toBe("retired");
  });

  test("is slowed down for a device that sends without end", async () => {
    const { send } = await device();
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => send([{ ts: hoursAgo(1), values: { co2: 500 } }])),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9);
  });
});

describe("a series", () => {
  /** 40 days of a value every 20 minutes, with a gap of three days and a few that cannot be right. */
  async function filled() {
    const { id, send } = await device({ type: "water" });
    const readings = [];
    for (let i = 0; i < 40 * 72; i++) {
      if (i > 1000 && i < 1216) continue;
      const value = i % 97 === 0 ? 300 : Math.round(1500 + 900 * Math.sin(i / 11)) / 100;
      readings.push({ ts: hoursAgo(1, i * 20), values: { water_temperature: value } });
    }
    for (let from = 0; from < readings.length; from += 1000)
      await send(readings.slice(from, from + 1000));
    return id;
  }
  const from = new Date(Date.now() - 45 * 24 * hourMs).toISOString();

  test("of hours and days is what SQL makes of the single values, and a gap stays a gap", async () => {
    const id = await filled();
    for (const step of ["hour", "day"] as const) {
      const series = await seriesOf(master.call, id, {
        parameter: "water_temperature",
        step,
        from,
      });
      const { rows } = await sql<{ ts: Date; value: number; min: number; max: number; n: number }>`
        select ${sql.raw(step === "hour" ? "date_trunc('hour', ts, 'UTC')" : "date_trunc('day', ts, 'Asia/Dushanbe')")} as ts, avg(value::float8) as value,
          min(value) as min, max(value) as max, count(*)::int as n
        from reading where device_id = ${id}
          and parameter = (select id from parameter where key = 'water_temperature')
        group by 1 order by 1`.execute(server.db.sql);
      expect(series.points.length).toBe(rows.length);
      for (const [i, row] of rows.entries()) {
        const point = series.points[i];
        expect(point).toMatchObject({ ts: row.ts.toISOString(), n: row.n });
        expect(point?.value).toBeCloseTo(row.value, 3);
        expect([point?.min, point?.max]).toEqual([row.min, row.max]);
      }
      const stepMs = step === "hour" ? hourMs : 24 * hourMs;
      const gaps = series.points
        .slice(1)
        .map(({ ts }, i) => Date.parse(ts) - Date.parse(series.points[i]?.ts ?? ""));
      expect(Math.max(...gaps)).toBeGreaterThan(1.9 * stepMs);
      expect(Math.max(...gaps) / 1000).toBeGreaterThan(series.gap_after_s);
      expect(series.faulty_count).toBe(28);
      expect(Math.max(...series.points.map(({ max }) => max))).toBeLessThanOrEqual(24);
    }
  });

  test("chooses its step by the length of the range", async () => {
    const { id } = await device();
    const step = async (days: number) =>
      (
        await seriesOf(master.call, id, {
          parameter: "co2",
          from: new Date(Date.now() - days * 24 * hourMs).toISOString(),
        })
      ).step;
    expect([await step(1), await step(30), await step(400)]).toEqual(["raw", "hour", "day"]);
  });

  test("refuses a parameter of another type, a range that is backwards, one that is too long", async () => {
    const { id } = await device();
    const status = async (query: string) =>
      (await master.call("GET", `/device/${id}/reading?${query}`)).status;
    expect(await status("parameter=soil_ph")).toBe(400);
    expect(await status("parameter=nonsense")).toBe(400);
    expect(await status("parameter=co2&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z")).toBe(
      400,
    );
    expect(await status("parameter=co2&step=raw&from=2020-01-01T00:00:00Z")).toBe(400);
    expect(await status("parameter=co2&from=2026-02-01T05:00:00%2B05:00")).toBe(200);
  });

  test("is the same before and after a month is packed, and packed days take no duplicates", async () => {
    const { id, send } = await device({ type: "soil" });
    const start = Date.UTC(2020, 4, 20);
    const readings = Array.from({ length: 900 }, (_, i) => ({
      ts: new Date(start + i * 1_777_777).toISOString(),
      values: {
        soil_ph: i % 50 === 0 ? 99 : 6 + (i % 17) / 10,
        ...(i % 3 && { soil_humidity: 15 + (i % 23) / 7 }),
      },
    }));
    await send(readings);
    const range = { from: "2020-05-19T00:00:00Z", to: "2020-06-12T00:00:00Z" };
    const read = () =>
      Promise.all(
        ["soil_ph", "soil_humidity"].flatMap((parameter) =>
          ["raw", "hour", "day"].map((step) =>
            seriesOf(master.call, id, { parameter, step, ...range }),
          ),
        ),
      );
    const before = await read();
    expect(before[0]?.points.length).toBeGreaterThan(800);
    expect(await packableMonths(server.db.sql)).toContain("2020-05");
    // May is packed and June still raw: one series over both.
    const packed = await packMonth(server.db.sql, "2020-05");
    expect(packed.values).toBeGreaterThan(400);
    expect(await listMonths(server.db.sql)).not.toContain("2020-05");
    expect(await read()).toEqual(before);
    expect((await send(readings)).body).toMatchObject({ accepted: 0, duplicates: 900 });
    // Late ones go beside the packed ones, and the next packing puts them together.
    const late = { ts: new Date(start + 500).toISOString(), values: { soil_ph: 7.77 } };
    expect((await send([late])).body.accepted).toBe(1);
    const withLate = await read();
    expect(withLate[0]?.points.length).toBe((before[0]?.points.length ?? 0) + 1);
    await packMonth(server.db.sql, "2020-05");
    expect(await read()).toEqual(withLate);
  });

  test("of a device outside the scope is 404, as is the device and its token", async () => {
    const { id } = await device();
    const region = await server.db.sql
      .insertInto("region")
      .values({ name: json({ tg: "а", ru: "а", en: "a", az: "" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { call } = await server.person("elsewhere", {
      permissions: grants({ device: "vacd" }),
      regions: [region.id],
    });
    for (const [method, path] of [
      ["GET", `/device/${id}`],
      ["GET", `/device/${id}/reading?parameter=co2`],
      ["POST", `/device/${id}/token`],
      ["DELETE", `/device/${id}/token`],
      ["DELETE", `/device/${id}`],
    ] as const)
      expect([path, (await call(method, path)).status]).toEqual([path, 404]);
    expect((await call("PATCH", `/device/${id}`, { name: "taken over" })).status).toBe(404);
  });
});

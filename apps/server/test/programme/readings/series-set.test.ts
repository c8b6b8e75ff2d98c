/** Several series by one call, and the file that holds what the table shows of them. */
import type { SeriesSet } from "@nihol/contract/sensors/readings";
import { tableRows } from "@nihol/contract/values/sensors/series-rows";
import { json } from "@nihol/db/json";
import { evaluateQuality } from "@nihol/store/quality/quality-pass";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let air: number;
let soil: number;
let authorization: string;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  authorization = `Bearer ${(await server.tokensOf(master.email)).access}`;
  const one = await sendingDevice(server, master.call, { name: "=AIR", interval_minutes: 60 });
  const two = await sendingDevice(server, master.call, { type: "soil", interval_minutes: 60 });
  [air, soil] = [one.id, two.id];
  // Seven hours with a silence of three, and one value that no device can measure.
  await one.send(
    [9, 8, 7, 3, 2, 1].map((hours) => ({
      ts: hoursAgo(hours),
      values: { air_temperature: 20 + hours / 8, co2: hours === 2 ? -5 : 400 + hours },
    })),
  );
  await two.send([{ ts: hoursAgo(3), values: { soil_humidity: 21.256 } }]);
});
afterAll(() => server.close());

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    series: `${air}.air_temperature,${soil}.soil_humidity,${air}.co2`,
    from: hoursAgo(12),
    to: hoursAgo(0),
    ...more,
  });
const set = (more?: Record<string, string>) =>
  master.call<SeriesSet>("GET", `/device/reading?${query(more)}`);

test("one call answers what a call for each would, in the order that was asked for", async () => {
  for (const step of ["raw", "hour", "day"]) {
    const { status, body } = await set({ step });
    expect(status).toBe(200);
    expect(body.step).toBe(step);
    const range = { step, from: hoursAgo(12), to: hoursAgo(0) };
    expect(body.series).toEqual([
      await seriesOf(master.call, air, { parameter: "air_temperature", ...range }),
      await seriesOf(master.call, soil, { parameter: "soil_humidity", ...range }),
      await seriesOf(master.call, air, { parameter: "co2", ...range }),
    ]);
  }
});

test("a series that is named twice comes once; more than a chart holds are refused", async () => {
  const twice = await set({ series: `${air}.co2,${air}.co2` });
  expect(twice.body.series).toHaveLength(1);
  const parameters = ["co2", "air_temperature", "air_humidity", "pm10", "rain", "noise", "light"];
  const { status, body } = await set({ series: parameters.map((one) => `${air}.${one}`).join() });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("6")]);
  for (const series of ["", "x", `${air}`, `${air}.`, `${air}.co2,`, `${air}.soil_ph`, `.co2`])
    expect((await set({ series })).status, series).toBe(400);
});

test("all series have one step: where they are too many values together, hours", async () => {
  const { rows } = await server.db.pool.query<{ id: number }>(
    "select id from parameter where key = 'air_humidity'",
  );
  const many = await sendingDevice(server, master.call);
  // The days that follow are there once something was sent of them.
  await many.send([24, 0].map((hours) => ({ ts: hoursAgo(hours), values: { co2: 410 } })));
  const from = Date.parse(hoursAgo(24));
  // A reading each second for 17 hours: with those of another device more than one answer holds.
  await server.db.pool.query(
    `insert into reading (device_id, parameter, ts, value)
     select $1, $2, $3::timestamptz + make_interval(secs => n), 40 from generate_series(1, 60000) n`,
    [many.id, rows[0]?.id, new Date(from).toISOString()],
  );
  const range = { from: hoursAgo(24), to: hoursAgo(0) };
  const alone = await set({ ...range, series: `${many.id}.air_humidity` });
  expect([alone.body.step, alone.body.series[0]?.points.length]).toEqual(["raw", 60_000]);
  const both = { ...range, series: `${many.id}.air_humidity,${air}.co2` };
  const { body } = await set(both);
  expect(body.step).toBe("hour");
  expect(body.series.map(({ step }) => step)).toEqual(["hour", "hour"]);
  expect((await set({ ...both, step: "raw" })).status).toBe(400);
});

test("a device outside of somebody's scope is not found, whichever place it has", async () => {
  const { id: region } = await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "R", ru: "R", en: "R", az: "" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reader = await server.person("Reader", {
    permissions: grants({ device: "v" }),
    regions: [region],
  });
  for (const path of ["/device/reading", "/device/reading/file"]) {
    const address = `${path}?${query({ format: "csv" })}`;
    expect((await reader.call("GET", address)).status).toBe(404);
    expect((await server.anonymous("GET", address)).status).toBe(401);
  }
  const other = await server.person("Other", { permissions: grants({ garden: "v" }) });
  expect((await other.call("GET", `/device/reading?${query()}`)).status).toBe(403);
});

const file = async (more: Record<string, string>, language = "en") =>
  server.app.inject({
    method: "GET",
    url: `/api/device/reading/file?${query({ time_zone: "Asia/Dushanbe", ...more })}`,
    headers: { authorization, "accept-language": language },
  });

test("the file holds the table's lines to the digit, and text that a spreadsheet does not run", async () => {
  const { body } = await set({ step: "hour" });
  const rows = tableRows(body.series, Date.parse(body.to));
  const csv = (await file({ step: "hour", format: "csv" })).body;
  const [head = "", ...lines] = csv.slice(1).trimEnd().split("\r\n");
  expect(lines).toHaveLength(rows.length);
  expect(head.split(",").slice(0, 2).join()).toMatch(/^Time,"?'=AIR · /);
  const clock = new Date(rows.find(({ kind }) => kind === "values")?.ts ?? 0);
  const hour = new Date(clock.getTime() + 5 * hourMs).toISOString().slice(11, 16);
  // 20.125 °C is written as the screen shows it: with one decimal.
  expect(lines.find((line) => line.includes("20.1,"))).toContain(`${hour},20.1,20.1,20.1`);
  expect(csv).toContain("faulty value: -5");
  expect(csv).toContain("no right values until");
  const tajik = (await file({ step: "hour", format: "csv" }, "tg")).body;
  expect(tajik).toContain(';"20,1";');
});

test("a day of a table is a day of the programme, and a workbook is one", async () => {
  const days = (await file({ step: "day", format: "csv" })).body;
  expect(days.slice(1)).toMatch(/^Day,/);
  const xlsx = await file({ step: "hour", format: "xlsx" });
  expect(xlsx.statusCode).toBe(200);
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe("PK");
  expect(xlsx.headers["content-disposition"]).toContain(".xlsx");
  expect((await file({ format: "pdf" })).statusCode).toBe(400);
  expect((await file({ format: "csv", time_zone: "Nowhere/Never" })).statusCode).toBe(400);
});

test("a value that a rule of quality asks about is named in its line, also of the hour that it is in", async () => {
  const { id, send } = await sendingDevice(server, master.call, { interval_minutes: 30 });
  const readings = Array.from({ length: 20 }, (_, n) => ({
    ts: hoursAgo(10, -30 * n),
    values: { air_temperature: n === 5 ? 25 : 15 + n / 10 },
  }));
  expect((await send(readings)).body.accepted).toBe(20);
  await evaluateQuality(server.db.sql);
  for (const step of ["raw", "hour"]) {
    const { body } = await file({ series: `${id}.air_temperature`, step, format: "csv" });
    const asked = body.split("\r\n").filter((line) => line.includes("To be checked"));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/,25(,|\.|")/);
  }
});

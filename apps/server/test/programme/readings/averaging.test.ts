/** Hours and days of what is no mean: rain, the direction of wind, noise; and soil at depths. */
import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingImport } from "@nihol/contract/sensors/readings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileBody, hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** Values of one hour, sent one after the other, and the hour that they make. */
async function hourOf(parameter: string, values: readonly number[]) {
  const { id, send } = await sendingDevice(server, master.call);
  for (const [at, value] of values.entries()) {
    const ts = hoursAgo(3, -5 * at);
    expect((await send([{ ts, values: { [parameter]: value } }])).body.accepted).toBe(1);
  }
  const { averaging, points } = await seriesOf(master.call, id, { parameter, step: "hour" });
  expect(points).toHaveLength(1);
  return { id, averaging, point: points[0] };
}

test("rain is summed by hour and by day", async () => {
  const { id, averaging, point } = await hourOf("rain", [1.2, 0.4, 0]);
  expect(averaging).toBe("sum");
  expect(point).toMatchObject({ value: 1.6, min: 1.6, max: 1.6, n: 3 });
  const day = await seriesOf(master.call, id, { parameter: "rain", step: "day" });
  expect(day.points.map(({ value }) => value)).toEqual([1.6]);
});

test("the direction of wind is that of the mean vector: between 350° and 20° lies north", async () => {
  const { averaging, point } = await hourOf("wind_direction", [350, 20, 350, 20]);
  expect(averaging).toBe("vector");
  expect(point?.value).toBeCloseTo(5, 3);
  expect((await hourOf("wind_direction", [350, 10, 340])).point?.value).toBeCloseTo(353.295, 2);
});

test("noise is the level of the mean energy, with its lowest and highest", async () => {
  const { point } = await hourOf("noise", [60, 70]);
  expect(point?.value).toBeCloseTo(10 * Math.log10((1e6 + 1e7) / 2), 3);
  expect(point).toMatchObject({ min: 60, max: 70 });
});

test("means stay means, and other ways take no part in them", async () => {
  const { point, averaging } = await hourOf("air_temperature", [10, 20]);
  expect([averaging, point?.value]).toEqual(["mean", 15]);
  const { rows } = await server.db.pool.query(
    "select count(*)::int as n from reading_hour where num_nonnulls(north, east, energy) > 0 and parameter not in (32, 33)",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("soil at a depth is judged by the device's texture, and every device may tell of its battery", async () => {
  const sand = await sendingDevice(server, master.call, { type: "soil", soil_texture: "sand" });
  const loam = await sendingDevice(server, master.call, { type: "soil" });
  const states = [];
  for (const { id, send } of [sand, loam]) {
    await send([{ ts: hoursAgo(1), values: { soil_humidity_30: 10, battery: 3.6 } }]);
    const { latest } = (await master.call<Device>("GET", `/device/${id}`)).body;
    states.push(latest.flatMap((one) => (one.value === null ? [] : [one.parameter, one.state])));
  }
  expect(states).toEqual([
    ["battery", "no_limits", "soil_humidity_30", "good"],
    ["battery", "no_limits", "soil_humidity_30", "act"],
  ]);
});

test.each([
  ["air", "Rain (in)", "0.1", 2.54],
  ["air", "Дождь, мм", "1.5", 1.5],
  ["air", "Wind Dir (°)", "270", 270],
  ["air", "Səs-küy (dB)", "55", 55],
  ["water", "Water level (cm)", "180", 1.8],
  ["water", "Расход воды (л/с)", "600", 0.6],
  ["water", "Discharge (l/s)", "600", 0.6],
  ["soil", "VWC 30 cm (m³/m³)", "0.24", 24],
  ["soil", "Батарея прибора, В", "3.6", 3.6],
] as const)("%s: a file's %s of %s is %s", async (type, heading, cell, value) => {
  const { id } = await sendingDevice(server, master.call, { type });
  const { payload, headers } = fileBody(`Time;${heading}\n${hoursAgo(9)};${cell}\n`, "a.csv");
  const path = `/device/reading/import?device=${id}`;
  const dry = await master.call<ReadingImport>("POST", `${path}&dry_run=1`, payload, headers);
  const column = dry.body.columns[1];
  await master.call("POST", path, payload, headers);
  const parameter = column?.role ?? "";
  const { points } = await seriesOf(master.call, id, { parameter, step: "raw" });
  expect(points.map((one) => one.value)).toEqual([value]);
});

test("an hour without the sums that its parameter's averaging needs is left out, and no error", async () => {
  const { id } = await hourOf("wind_direction", [350, 20]);
  await server.db.pool.query(
    "update reading_hour set north = null, east = null where device_id = $1",
    [id],
  );
  const series = await seriesOf(master.call, id, { parameter: "wind_direction", step: "hour" });
  expect(series.points).toEqual([]);
});

test.each([
  ["soil_humidity", "soil_humidity"],
  ["soil_humidity_30", "soil_humidity_10"],
])(
  "a file with one depth goes on with the series of a device that sends %s: %s",
  async (sent, role) => {
    const { id, send } = await sendingDevice(server, master.call, { type: "soil" });
    await send([{ ts: hoursAgo(30), values: { [sent]: 20 } }]);
    const roleOf = async (heading: string) => {
      const file = `Time;${heading}\n${hoursAgo(20)};21${";22".repeat(heading.split(";").length - 1)}\n`;
      const { payload, headers } = fileBody(file, "logger.csv");
      const path = `/device/reading/import?device=${id}&dry_run=1`;
      const { body } = await master.call<ReadingImport>("POST", path, payload, headers);
      return body.columns.slice(1).map((column) => column.role);
    };
    expect(await roleOf("Soil moisture 10 cm (%)")).toEqual([role]);
    // Of several nobody knows which of them it was.
    expect(await roleOf("Soil moisture 10 cm (%);Soil moisture 30 cm (%)")).toEqual([
      "soil_humidity_10",
      "soil_humidity_30",
    ]);
  },
);

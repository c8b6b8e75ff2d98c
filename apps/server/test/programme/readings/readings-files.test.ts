/** Files of readings as loggers and spreadsheets write them: nothing is lost or misread without a word. */
import type { IntakeResult, ReadingImport } from "@nihol/contract/sensors/readings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileBody, makeDevice, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

type Query = Record<string, string | number>;

async function send(query: Query, text: string) {
  const { payload, headers } = fileBody(text, "readings.csv");
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  return master.call<ReadingImport>("POST", `/device/reading/import?${search}`, payload, headers);
}

const makes = (type: string) => makeDevice(master.call, { type }).then(({ id }) => id);
const valuesOf = async (id: number, parameter: string, day: string, step = "raw") => {
  const to = new Date(Date.parse(day) + 30 * 86_400_000).toISOString();
  const from = new Date(Date.parse(day) - 86_400_000).toISOString();
  const { points } = await seriesOf(master.call, id, { parameter, step, from, to });
  return points.map(({ ts, value }) => [ts, value]);
};
const rows = (n: number, row: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => row(i)).join("\n");
const two = (n: number) => String(n).padStart(2, "0");
/** Words of a refusal, by the field that it stands under. */
const refusal = ({ body }: { body: object }) =>
  Object.entries(body)
    .map(([field, texts]) => `${field}: ${texts}`)
    .join("\n");

describe("a moment in parts", () => {
  test("of one file a parameter is completed by the second file", async () => {
    const device = await makes("air");
    const file = (heading: string, value: number) =>
      `timestamp,${heading}\n${rows(24, (i) => `2026-07-01T${two(i)}:00:00Z,${value + i / 2}`)}\n`;
    const [first, second] = [file("Temperature", 18), file("Relative humidity", 60)];
    expect((await send({ device }, first)).body).toMatchObject({ accepted: 24, completed: 0 });
    const counts = { accepted: 24, completed: 24, duplicates: 0, conflicts: 0 };
    expect((await send({ device, dry_run: 1 }, second)).body).toMatchObject(counts);
    expect((await send({ device }, second)).body).toMatchObject(counts);
    expect((await send({ device }, second)).body).toMatchObject({ accepted: 0, duplicates: 24 });
    expect(await valuesOf(device, "air_humidity", "2026-07-01")).toHaveLength(24);
    expect(await valuesOf(device, "air_temperature", "2026-07-01")).toHaveLength(24);
  });

  test("in two half rows keeps both", async () => {
    const device = await makes("air");
    const text = `timestamp,temperature,humidity\n${rows(12, (i) => `2026-04-11T${two(i)}:00:00Z,${12 + i},\n2026-04-11T${two(i)}:00:00Z,,${50 + i}`)}\n`;
    const counts = { rows: 24, accepted: 24, completed: 12, duplicates: 0, conflicts: 0 };
    expect((await send({ device, dry_run: 1 }, text)).body).toMatchObject(counts);
    expect((await send({ device }, text)).body).toMatchObject(counts);
    expect(await valuesOf(device, "air_temperature", "2026-04-11")).toHaveLength(12);
    expect((await valuesOf(device, "air_humidity", "2026-04-11")).at(-1)?.[1]).toBe(61);
  });

  test("in two messages keeps both", async () => {
    const { id, send: sendOne } = await sendingDevice(server, master.call);
    const ts = "2026-10-20T05:00:00.000Z";
    await sendOne([{ ts, values: { air_temperature: 11.5 } }]);
    const { body } = await sendOne([{ ts, values: { air_humidity: 62 } }]);
    expect(body).toMatchObject({
      accepted: 1,
      completed: 1,
      duplicates: 0,
    } satisfies Partial<IntakeResult>);
    expect(await valuesOf(id, "air_temperature", ts)).toEqual([[ts, 11.5]]);
    expect(await valuesOf(id, "air_humidity", ts)).toEqual([[ts, 62]]);
  });
});

describe("the unit of a heading", () => {
  const one = async (type: string, heading: string, cell: string, more: Query = {}) => {
    const device = await makes(type);
    const text = `timestamp;${heading}\n2026-03-05 00:00;${cell}\n2026-03-05 01:00;${cell}\n`;
    const { body } = await send({ device, dry_run: 1, ...more }, text);
    const column = body.columns[1];
    const written = await send({ device, ...more }, text);
    const parameter = column?.role ?? "ignore";
    const stored = written.status === 200 ? await valuesOf(device, parameter, "2026-03-05") : [];
    return {
      role: parameter,
      unit: column?.unit,
      state: column?.unit_state,
      value: stored[0]?.[1],
    };
  };

  test.each([
    ["air", "Temperature (°F)", "50", "air_temperature", "°F", 10],
    ["air", "temperature_F", "50", "air_temperature", "°F", 10],
    ["air", "Temp, °F (LGR S/N: 1234567, SEN S/N: 1234567)", "50", "air_temperature", "°F", 10],
    ["air", "Температура воздуха, °С", "10,5", "air_temperature", "°C", 10.5],
    ["air", "Температура (Фаренгейт)", "50", "air_temperature", "°F", 10],
    ["air", "Ҳарорати ҳаво, °F", "50", "air_temperature", "°F", 10],
    ["air", "Havanın temperaturu (°F)", "50", "air_temperature", "°F", 10],
    ["air", "T (K)", "283.15", "air_temperature", "K", 10],
    ["air", "CO2 %", "0.04", "co2", "%", 400],
    ["air", "CO2, млн⁻¹", "412", "co2", "ppm", 412],
    ["air", "PM2.5 (µg/m³)", "12", "pm2_5", "µg/m³", 12],
    ["air", "РМ2,5 (мкг/м3)", "12", "pm2_5", "µg/m³", 12],
    ["air", "PM10.0, mg/m3", "0.05", "pm10", "mg/m³", 50],
    ["air", "PM10 (ug m-3)", "41", "pm10", "µg/m³", 41],
    ["air", "CO (mg/m³)", "0.6", "co", "mg/m³", 0.6],
    ["air", "Угарный газ, мкг/м³", "600", "co", "µg/m³", 0.6],
    ["air", "Атмосферное давление, мм рт. ст.", "700", "air_pressure", "mmHg", 933.2568],
    ["air", "Pressure (kPa)", "92.5", "air_pressure", "kPa", 925],
    ["air", "Havanın təzyiqi, hPa", "925", "air_pressure", "hPa", 925],
    ["water", "Turbidity (FNU)", "3.2", "turbidity", "FNU", 3.2],
    ["water", "Тирагии об, NTU", "3,2", "turbidity", "NTU", 3.2],
    ["air", "NO2 (µg/m³)", "18", "no2", "µg/m³", 18],
    ["air", "Озон, мкг/м³", "62", "o3", "µg/m³", 62],
    ["air", "SO₂ (mg/m³)", "0.009", "so2", "mg/m³", 9],
    ["air", "Wind speed (km/h)", "18", "wind_speed", "km/h", 5],
    ["air", "Wind speed (km.h-1)", "18", "wind_speed", "km/h", 5],
    ["air", "wind_speed_m_s-1", "5", "wind_speed", "m/s", 5],
    ["air", "Суръати шамол, м/с", "2,5", "wind_speed", "m/s", 2.5],
    ["water", "DO (mg/L)", "8.5", "dissolved_oxygen", "mg/l", 8.5],
    ["soil", "m³/m³ Water Content", "0.25", "soil_humidity", "m³/m³", 25],
    ["soil", "VWC m3/m3", "0.25", "soil_humidity", "m³/m³", 25],
    ["soil", "Влажность почвы, м³/м³", "0,25", "soil_humidity", "m³/m³", 25],
    ["soil", "°C Soil Temperature", "14", "soil_temperature", "°C", 14],
    ["soil", "µS/cm EC", "380", "soil_conductivity", "µS/cm", 0.38],
    ["soil", "EC mS/m", "38", "soil_conductivity", "mS/m", 0.38],
    ["soil", "Электропроводность (дСм/м)", "1,5", "soil_conductivity", "dS/m", 1.5],
    ["soil", "Электроноқилияти хок (мСм/см)", "1.5", "soil_conductivity", "mS/cm", 1.5],
    ["water", "SpCond (mS/cm)", "0.62", "water_conductivity", "mS/cm", 620],
    ["water", "Conductivity [S/m]", "0.062", "water_conductivity", "S/m", 620],
    ["water", "Elektrik keçiriciliyi (µS/sm)", "620", "water_conductivity", "µS/cm", 620],
    ["water", "Проводимость, мкСм/см", "620", "water_conductivity", "µS/cm", 620],
  ])(
    "of %s, %s, is read and the value converted",
    async (type, heading, cell, role, unit, value) => {
      expect(await one(type, heading, cell)).toMatchObject({ role, unit, value });
    },
  );

  test("that cannot be converted is asked for, never taken as ours", async () => {
    for (const [type, heading, cell, role, unit] of [
      ["soil", "Soil moisture (kPa)", "20", "soil_humidity", "kPa"],
      ["air", "CO2 (mg/m3)", "700", "co2", "mg/m³"],
      ["water", "Conductivity, mV", "3", "water_conductivity", "mV"],
      ["air", "Temperature (foo)", "50", "air_temperature", "foo"],
      ["air", "NO2 (ppb)", "12", "no2", "ppb"],
      ["air", "CO (ppm)", "1", "co", "ppm"],
      ["air", "Wind speed, mph", "5", "wind_speed", "mph"],
      ["water", "DO %", "92", "dissolved_oxygen", "%"],
    ] as const) {
      const device = await makes(type);
      const text = `timestamp;${heading}\n2026-03-05 00:00;${cell}\n`;
      const { body } = await send({ device, dry_run: 1 }, text);
      expect(body.columns[1], heading).toMatchObject({ role, unit, unit_state: "unknown" });
      expect(body, heading).toMatchObject({ rows: 0, accepted: 0 });
      const written = await send({ device }, text);
      expect(written.status).toBe(400);
      expect(refusal(written)).toMatch(/^units: /);
      expect(refusal(written)).toContain(unit);
    }
    const chosen = await one("air", "Temperature (foo)", "50", { units: ",°F" });
    expect(chosen).toMatchObject({ unit: "°F", state: "converted", value: 10 });
    const device = await makes("air");
    const wrong = await send({ device, units: ",S/m" }, "timestamp;T\n2026-03-05 00:00;5\n");
    expect(refusal(wrong)).toMatch(/^units: /);
  });

  test("of dissolved solids is refused with words", async () => {
    const device = await makes("water");
    const text = "timestamp;TDS ppm\n2026-03-05 00:00;310\n";
    const mapping = "ts,water_conductivity";
    const { body } = await send({ device, dry_run: 1, mapping }, text);
    expect(body.columns[1]).toMatchObject({ unit_state: "dissolved_solids" });
    const written = await send({ device, mapping }, text);
    expect(refusal(written)).toMatch(/^units: .*TDS ppm/);
  });

  test("leaves a column without one as ours, says so, and prefers ours to a converted one", async () => {
    expect(await one("air", "Temperature", "10")).toMatchObject({ state: "assumed", value: 10 });
    expect(await one("air", "Air temperature (2 m)", "10")).toMatchObject({ state: "assumed" });
    const device = await makes("air");
    const text = "timestamp,Temp (°F),Temp (°C)\n2026-03-05T00:00:00Z,50.5,10\n";
    expect((await send({ device, dry_run: 1 }, text)).body.columns.map(({ role }) => role)).toEqual(
      ["ts", "ignore", "air_temperature"],
    );
  });
});

describe("the order of day and month", () => {
  /** Rows of 1 to 12 March 2026 every six hours, the month first. */
  const american = (clock: (hour: number) => string) =>
    `Date,Time,Temperature\n${rows(48, (i) => `03/${two(1 + Math.floor(i / 4))}/2026,${clock((i % 4) * 6)},${10 + (i % 4)}`)}\n`;
  const on24 = (hour: number) => `${two(hour)}:00`;

  test("is found by the steps of the whole column", async () => {
    const device = await makes("air");
    const { body } = await send({ device }, american(on24));
    expect(body).toMatchObject({
      day_order: "mdy",
      accepted: 48,
      refused_count: 0,
      first: "2026-03-01T00:00:00.000Z",
      last: "2026-03-12T18:00:00.000Z",
    });
    const dayFirst = `Date,Time,Temperature\n${rows(48, (i) => `${two(1 + Math.floor(i / 4))}/03/2026,${on24((i % 4) * 6)},10`)}\n`;
    const other = await makes("air");
    expect((await send({ device: other }, dayFirst)).body).toMatchObject({
      day_order: "dmy",
      last: "2026-03-12T18:00:00.000Z",
    });
  });

  test("is asked for where it stays open, and taken as it is said", async () => {
    const device = await makes("air");
    const text = "Date,Time,Temperature\n03/04/2026,00:00,10\n03/04/2026,06:00,12\n";
    const look = await send({ device, dry_run: 1 }, text);
    expect(look.body).toMatchObject({ day_order: "unclear", rows: 0, accepted: 0 });
    const refused = await send({ device }, text);
    expect(refused.status).toBe(400);
    expect(refusal(refused)).toMatch(/^day_order: /);
    const first = async (order: string) =>
      (await send({ device, dry_run: 1, day_order: order }, text)).body.first;
    expect(await first("dmy")).toBe("2026-04-03T00:00:00.000Z");
    expect(await first("mdy")).toBe("2026-03-04T00:00:00.000Z");
  });

  test("follows from dots, from a clock of twelve hours, and from what would be in the future", async () => {
    const device = await makes("air");
    const order = async (...dates: string[]) => {
      const text = `time;co2\n${dates.map((date) => `${date};400`).join("\n")}\n`;
      return (await send({ device, dry_run: 1 }, text)).body.day_order;
    };
    const now = new Date();
    const later = new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 9));
    expect(await order("03.04.2024 10:00")).toBe("dmy");
    expect(await order("03/04/2024 10:00 AM", "03/04/2024 11:00 PM")).toBe("mdy");
    expect(await order(`01/12/${later.getUTCFullYear()} 10:00`)).toBe("unclear");
    expect(await order("03/04/2024 10:00", "13/04/2024 10:00")).toBe("dmy");
    expect(await order("2024-03-04 10:00")).toBe("none");
  });
});

describe("lines above the table", () => {
  test("of Excel's sep are skipped, and the delimiter is taken", async () => {
    const device = await makes("air");
    const text = `sep=;\nДата и время;Температура, °C;Влажность, %\n${rows(12, (i) => `12.04.2026 ${two(i)}:00;${12 + i}.0;${50 + i}`)}\nкогда;1;2\n`;
    const { body } = await send({ device }, text);
    expect(body).toMatchObject({ delimiter: ";", accepted: 12, refused_count: 1 });
    expect(body.refused[0]).toMatchObject({ line: 15, reason: "bad_time" });
  });

  test("of a logger's title are skipped, and the zone of the heading is used", async () => {
    const device = await makes("air");
    const text = [
      '"Plot Title: Bogh-7"',
      '"#","Date Time, GMT+05:00","Temp, °F (LGR S/N: 1234567, SEN S/N: 1234567)","RH, % (LGR S/N: 1234567, SEN S/N: 1234567)","Stopped (LGR S/N: 1234567)"',
      "1,03/05/26 12:00:00 AM,50.00,95.0,",
      "2,03/05/26 01:00:00 AM,52.07,95.4,",
      "3,03/05/26 02:00:00 AM,54.00,102.9,",
    ].join("\n");
    const { body } = await send({ device, timezone: "UTC" }, text);
    expect(body).toMatchObject({
      timezone: "+05:00",
      timezone_in_file: true,
      day_order: "mdy",
      accepted: 3,
      faulty: 1,
      first: "2026-03-04T19:00:00.000Z",
    });
    expect(await valuesOf(device, "air_temperature", "2026-03-05")).toEqual([
      ["2026-03-04T19:00:00.000Z", 10],
      ["2026-03-04T20:00:00.000Z", 11.15],
      ["2026-03-04T21:00:00.000Z", expect.closeTo(12.2222, 4)],
    ]);
  });
});

describe("numbers and clocks", () => {
  test("of spreadsheets with groups of three are read, what can be read in two ways is refused", async () => {
    const device = await makes("water");
    const text = [
      "Дата;Электропроводность, мкСм/см;pH",
      "15.04.2026 00:00;1 200,5;7,1",
      "15.04.2026 01:00;1.200,5;7,2",
      "15.04.2026 02:00;1\u202f200,5;7,3",
      "15.04.2026 03:00;1.200;7,4",
    ].join("\r\n");
    const { body } = await send({ device }, text);
    expect(body).toMatchObject({ decimal: ",", accepted: 3, refused_count: 1 });
    expect(body.refused[0]).toMatchObject({ line: 5, reason: "bad_number" });
    const stored = await valuesOf(device, "water_conductivity", "2026-04-15");
    expect(stored.map(([, value]) => value)).toEqual([1200.5, 1200.5, 1200.5]);
    const english = 'timestamp,EC\n2026-05-15T00:00:00Z,"1,200.5"\n2026-05-15T01:00:00Z,"1,200"\n';
    expect((await send({ device, dry_run: 1 }, english)).body).toMatchObject({
      accepted: 1,
      refused_count: 1,
    });
  });

  test("of 24:00 are the midnight that ends the day", async () => {
    const device = await makes("air");
    const text = `Дата;Время;Температура\n${rows(24, (i) => `15.04.2026;${two(i + 1)}:00;${8 + i / 2}`)}\n`;
    const { body } = await send({ device }, text);
    expect(body).toMatchObject({ accepted: 24, last: "2026-04-16T00:00:00.000Z" });
    expect((await send({ device }, "time;co2\n15.04.2026 24:01;400\n")).body.refused_count).toBe(1);
  });

  test("that were reset are no times of readings", async () => {
    const device = await makes("air");
    const resets = [
      "1970-01-01T00:00:10Z",
      "1980-01-06T00:00:10Z",
      "2000-01-01T00:00:10Z",
      "2002-01-01T08:00:00Z",
    ];
    const text = `timestamp,co2\n${resets.map((ts) => `${ts},400`).join("\n")}\n2004-03-10T18:00:00Z,400\n`;
    const { body } = await send({ device }, text);
    expect(body).toMatchObject({ accepted: 1, refused_count: 4 });
    expect(body.refused.map(({ reason }) => reason)).toEqual(Array(4).fill("too_old"));
  });
});

test("headings in Azerbaijani are known", async () => {
  const device = await makes("air");
  const text = `\ufeffTarix;Saat;Temperatur;Rütubət\n${rows(8, (i) => `${13 + Math.floor(i / 4)}.03.2026;${two((i % 4) * 6)}:00;${8 + i}.0;${70 - i}`)}\n`;
  const { body } = await send({ device }, text);
  expect(body.columns.map(({ role }) => role)).toEqual([
    "date",
    "time",
    "air_temperature",
    "air_humidity",
  ]);
  expect(body.accepted).toBe(8);
});

test("a table of one parameter a row is none of ours: nothing is written before the columns are chosen", async () => {
  const device = await makes("air");
  const text =
    "ts,parameter,value\n2026-04-10T00:00:00Z,temperature,12.0\n2026-04-10T00:00:00Z,humidity,50\n";
  expect((await send({ device, dry_run: 1 }, text)).body).toMatchObject({ rows: 0, accepted: 0 });
  expect(refusal(await send({ device }, text))).toMatch(/^file: /);
});

/** Readings from files: as loggers write them, and those that nobody should send. */

import { performance } from "node:perf_hooks";
import type { ImportProfile, ReadingImport } from "@nihol/contract/sensors/readings";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileBody, makeDevice, seriesOf } from "../../support/device-world.ts";
import { fileSamples } from "../../support/file-samples.ts";
import { sensorSamples } from "../../support/sensor-samples.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

const makes = (type: string) => makeDevice(master.call, { type }).then(({ id }) => id);

async function send(
  query: Record<string, string | number>,
  bytes: Buffer | string,
  name = "readings.csv",
  call = master.call,
) {
  const { payload, headers } = fileBody(bytes, name);
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  return call<ReadingImport>("POST", `/device/reading/import?${search}`, payload, headers);
}
/** A region of nobody's devices. */
const firstRegion = () =>
  server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "R", ru: "R", en: "R", az: "" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
const rolesOf = ({ columns }: ReadingImport) =>
  Object.fromEntries(
    columns.filter(({ role }) => role !== "ignore").map(({ name, role }) => [name, role]),
  );

describe("a file of readings", () => {
  test("as a dry run: columns, counts and refused lines, and nothing is written", async () => {
    const device = await makes("air");
    const text = [
      "Дата и время;CO2, ppm;Температура воздуха, °C;Влажность;Комментарий",
      "01.02.2024 10:00;412,5;-3,5;40;ок",
      "01.02.2024 11:00;415;-2;41;",
      "01.02.2024 11:00;999;-2;41;дважды",
      "13.02.2024 12:00;415;-200;;датчик",
      "31.02.2024 12:00;415;1;;",
      "14.02.2024 12:00;много;1;;",
      "15.02.2024 12:00;;;;",
      "16.02.2099 12:00;400;;;",
      "17.02.2024 25:00;400;;;",
      "18",
    ].join("\r\n");
    const query = { device, dry_run: 1, timezone: "Asia/Dushanbe" };
    const { status, body } = await send(query, text);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      delimiter: ";",
      decimal: ",",
      rows: 10,
      accepted: 3,
      duplicates: 0,
      conflicts: 1,
      faulty: 1,
      refused_count: 6,
      first: "2024-02-01T05:00:00.000Z",
      last: "2024-02-13T07:00:00.000Z",
    });
    expect(body.columns.map(({ role }) => role)).toEqual([
      "ts",
      "co2",
      "air_temperature",
      "air_humidity",
      "ignore",
    ]);
    expect(body.refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "6 bad_time",
      "7 bad_number",
      "8 no_value",
      "9 in_future",
      "10 bad_time",
      "11 bad_line",
    ]);
    const range = { parameter: "co2", step: "raw", from: "2024-01-31T00:00:00Z" };
    const to = "2024-02-28T00:00:00Z";
    expect((await seriesOf(master.call, device, { ...range, to })).points).toEqual([]);
    const written = await send({ ...query, dry_run: 0 }, text);
    expect(written.body).toMatchObject({ accepted: 3, conflicts: 1, faulty: 1, refused_count: 6 });
    const { points, faulty_count } = await seriesOf(master.call, device, { ...range, to });
    expect(points.map(({ value }) => value)).toEqual([412.5, 415, 415]);
    expect(faulty_count).toBe(0);
    expect((await send({ ...query, dry_run: 1 }, text)).body).toMatchObject({
      accepted: 0,
      duplicates: 3,
      conflicts: 1,
      faulty: 0,
    });
  });

  test("names its device in a column, by name or id, within the scope alone", async () => {
    const a = await makeDevice(master.call, { name: "Ҳисор-1", type: "air" });
    const b = await makeDevice(master.call, { type: "soil" });
    const text = `device,timestamp,co2,soil_ph\nҳисор-1,2024-03-01T00:00:00Z,420,\n${b.id},2024-03-01T00:00:00Z,,7\nnobody,2024-03-01T00:00:00Z,1,\n${b.id},2024-03-01T01:00:00Z,420,\n`;
    const { body } = await send({ dry_run: 0 }, text);
    expect(body).toMatchObject({ accepted: 2, refused_count: 2 });
    expect(body.refused.map(({ reason }) => reason)).toEqual([
      "unknown_device",
      "unknown_parameter",
    ]);
    expect((await send({ dry_run: 0, device: a.id + 1000 }, text)).status).toBe(404);
    expect((await send({ dry_run: 0 }, "timestamp,co2\n2024-03-01T00:00:00Z,420\n")).status).toBe(
      400,
    );
  });

  test("takes the columns as they are chosen, and refuses a choice that does not fit", async () => {
    const device = await makes("air");
    const text = "when,a,b\n2024-03-02 00:00,420,21\n2024-03-02 01:00,430,22\n";
    const look = await send({ device, dry_run: 1 }, text);
    expect(look.body).toMatchObject({ rows: 0, accepted: 0 });
    expect(look.body.columns[1]?.examples).toEqual(["420", "430"]);
    expect((await send({ device }, text)).status).toBe(400);
    const mapping = "ts,co2,air_temperature";
    expect((await send({ device, mapping }, text)).body.accepted).toBe(2);
    for (const wrong of ["ts,co2", "ts,co2,co2", "ts,co2,nonsense", ""])
      expect([wrong, (await send({ device, mapping: wrong }, text)).status]).toEqual([wrong, 400]);
    expect((await send({ device, mapping, timezone: "Mars/Olympus" }, text)).status).toBe(400);
  });

  test("reads zones, epochs, month-first dates and text of old Excel", async () => {
    const device = await makes("air");
    const first = async (text: Buffer | string, more = {}) =>
      (await send({ device, dry_run: 1, ...more }, text)).body.first;
    expect(await first("time,co2\n2024-07-01T10:00:00+05:00,400\n")).toBe(
      "2024-07-01T05:00:00.000Z",
    );
    expect(await first("time,co2\n1719810000,400\n")).toBe("2024-07-01T05:00:00.000Z");
    expect(await first("time,co2\n1719810000000,400\n")).toBe("2024-07-01T05:00:00.000Z");
    const american = "time\tco2\n7/2/2024 1:30 PM\t400\n7/13/2024 1:30 PM\t400\n";
    expect(await first(american)).toBe("2024-07-02T13:30:00.000Z");
    for (const time of ["18.00", "18:00", "18.00.00", "6.00 pm"])
      expect(await first(`Date;Time;co2\n02.07.2024;${time};400\n`), time).toBe(
        "2024-07-02T18:00:00.000Z",
      );
    expect(await first("Date;Time;co2\n02/07/2024;10.75;400\n")).toBeNull();
    expect(await first("Date;Time;co2\n02/07/2024;10:30:05;400\n", { day_order: "dmy" })).toBe(
      "2024-07-02T10:30:05.000Z",
    );
    // Summer time of Baku ended in 2016.
    expect(await first("time,co2\n2015-07-01 10:00,400\n", { timezone: "Asia/Baku" })).toBe(
      "2015-07-01T05:00:00.000Z",
    );
    // "время;углекислый газ" in windows-1251.
    const cyrillic = Buffer.from(
      [..."время;углекислый газ"].map((c) =>
        c >= "а" && c <= "я" ? c.charCodeAt(0) - 0x430 + 0xe0 : c.charCodeAt(0),
      ),
    );
    expect(await first(Buffer.concat([cyrillic, Buffer.from("\n2024-07-01 10:00;400\n")]))).toBe(
      "2024-07-01T10:00:00.000Z",
    );
  });

  test("is refused when it is empty, no text, no table, too large or nobody's to send", async () => {
    const device = await makes("air");
    const status = async (bytes: Buffer | string, name?: string) =>
      (await send({ device, dry_run: 1 }, bytes, name)).status;
    expect(await status("")).toBe(400);
    expect(await status(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]))).toBe(400);
    expect(await status("one column\n1\n2\n")).toBe(400);
    const open = `time,co2\n${"2024-01-01 10:00,400\n".repeat(300)}"2024-01-01 10:00,400\n`;
    expect([200, 400]).toContain(await status(open));
    expect(await status(Buffer.alloc(21 * 1024 ** 2, "1,2\n"))).toBe(400);
    const { call } = await server.person("Viewer of devices", {
      permissions: grants({ device: "v" }),
    });
    const text = "time,co2\n2024-01-01 10:00,400\n";
    expect((await send({ device }, text, "a.csv", call)).status).toBe(403);
  });

  test("of ten megabytes is read beside the server's own thread, which has hardly anything to do", async () => {
    const device = await makes("air");
    const start = Date.parse("2020-01-01T00:00:00Z");
    const rows = Array.from({ length: 250_000 }, (_, i) => {
      const time = new Date(start + i * 600_000).toISOString();
      return `${time},${400 + (i % 50)},${i % 30},${40 + (i % 20)}`;
    });
    const text = `time,co2,air_temperature,air_humidity\n${rows.join("\n")}\n`;
    const before = performance.eventLoopUtilization();
    const { body } = await send({ device, dry_run: 1 }, text);
    const { utilization } = performance.eventLoopUtilization(before);
    expect(body).toMatchObject({ rows: 250_000, accepted: 250_000 });
    // Reading it here keeps the thread at work for nine tenths of the time.
    expect(utilization).toBeLessThan(0.5);
  });

  test("is one of two of a person, a third is refused; what is wrong with it is said as ever", async () => {
    const device = await makes("air");
    const text = `time,co2\n${"2024-01-01 10:00,400\n".repeat(20_000)}`;
    const answers = await Promise.all([1, 2, 3].map(() => send({ device, dry_run: 1 }, text)));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes).toEqual([200, 200, 429]);
    const { status, body } = await send({ device: device + 1000 }, text);
    expect([status, body]).toMatchObject([404, { code: "not_found" }]);
  });

  test("is in the log", async () => {
    const device = await makes("air");
    await send({ device }, "time,co2\n2024-01-01 10:00,400\n");
    const rows = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "device")
      .where("resource_id", "=", String(device))
      .select("action")
      .orderBy("id")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(["add", "import"]);
  });
});

test.each(sensorSamples)(
  "a logger's file is read by its own headings, once: $name",
  async ({ name, bytes, type, roles, counts, query = {} }) => {
    const device = await makes(type);
    const look = await send({ device, dry_run: 1, ...query }, bytes, name);
    expect(rolesOf(look.body)).toEqual(roles);
    expect(look.body).toMatchObject(counts);
    const written = await send({ device, dry_run: 0, ...query }, bytes, name);
    const { dry_run, ...same } = look.body;
    expect(written.body).toMatchObject(same);
    expect(written.body.accepted).toBeGreaterThan(100);
    const again = await send({ device, dry_run: 0, ...query }, bytes, name);
    expect(again.body).toMatchObject({
      accepted: 0,
      duplicates: look.body.accepted + look.body.duplicates,
    });
  },
);

test("files that are no tables of readings are refused or write nothing", async () => {
  const device = await makes("air");
  for (const { name, bytes } of await fileSamples()) {
    const { status, body } = await send({ device, dry_run: 1 }, bytes, name);
    expect([name, [200, 400].includes(status)]).toEqual([name, true]);
    if (status === 200) expect([name, body.accepted]).toEqual([name, 0]);
    expect([name, (await send({ device }, bytes, name)).status]).toEqual([name, 400]);
  }
});

describe("what was said of a logger's file", () => {
  const headings = "Date Time, GMT+05:00;T probe, °F (LGR S/N: 111, SEN S/N: 111);Level";
  const rows = "03/04/2024 10:00;50;400\n";
  const said = { mapping: "ts,air_temperature,co2", units: ",°F,ppm", day_order: "mdy" };
  const kept = { ...said, profile_name: "HOBO of the north" };
  const file = (more = "") => `${headings}${more}\n${rows}`;

  /** A person of an organization that owns a garden with a device of the air, and another device of it. */
  async function organization(name: string) {
    const { sql } = server.db;
    const names = json({ tg: name, ru: name, en: name, az: "" });
    const ministry = await sql
      .insertInto("ministry")
      .values({ name: names })
      .returning("id")
      .executeTakeFirstOrThrow();
    const garden = await sql
      .insertInto("garden")
      .values({ name: names, ministry_id: ministry.id, center: [68.77, 38.55] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const place = { type: "air", garden: garden.id };
    const [one, two] = [await makeDevice(master.call, place), await makeDevice(master.call, place)];
    const keeper = await server.person(`Keeper of ${name}`, {
      permissions: grants({ device: "vc" }),
      ministryId: ministry.id,
    });
    return { one: one.id, two: two.id, call: keeper.call };
  }
  const look = async (device: number, call: typeof master.call, text = file(), more = {}) =>
    (await send({ device, dry_run: 1, profile: "newest", ...more }, text, "a.csv", call)).body;

  test("is kept with the import, and proposed for the next file of the logger and of its kind, to that organization alone", async () => {
    const [own, other] = [await organization("Forests"), await organization("Water")];
    expect(await look(own.one, own.call)).toMatchObject({ profile: null, profiles: [] });
    // A dry run keeps nothing, and neither does a file that is refused.
    await send({ device: own.one, dry_run: 1, ...kept }, file(), "a.csv", own.call);
    const refused = { device: own.one, ...kept, timezone: "Mars/Olympus" };
    const zoneless = file().replace(", GMT+05:00", "");
    expect((await send(refused, zoneless, "a.csv", own.call)).status).toBe(400);
    expect((await look(own.one, own.call)).profiles).toEqual([]);
    const written = await send({ device: own.one, ...kept }, file(), "a.csv", own.call);
    expect(written.body).toMatchObject({ accepted: 1, first: "2024-03-04T05:00:00.000Z" });

    // Another sensor of the same make, whose clock stands in another zone, written in capitals.
    const next = file().replaceAll("111", "222").replace("GMT+05:00", "GMT+04:00").toUpperCase();
    const again = await look(own.one, own.call, next);
    const [profile] = again.profiles;
    expect(again).toMatchObject({ accepted: 1, day_order: "mdy", profile: profile?.id });
    expect(again.columns.map(({ role, unit }) => [role, unit])).toEqual([
      ...[
        ["ts", null],
        ["air_temperature", "°F"],
        ["co2", "ppm"],
      ],
    ]);
    expect(profile).toMatchObject({
      ...{ name: "HOBO of the north", author: "Test Keeper of Forests", is_of_device: true },
      can: { change: true, delete: true },
    });
    expect((await look(own.two, own.call)).profiles).toMatchObject([{ is_of_device: false }]);
    expect((await look(own.one, own.call, file(";RH"))).profiles).toEqual([]);
    const water = await makeDevice(master.call, { type: "water" });
    expect((await look(water.id, master.call)).profiles).toEqual([]);
    // Dates that say their order themselves go before the profile's.
    const clear = file().replace("03/04", "31/03");
    expect(await look(own.one, own.call, clear)).toMatchObject({ day_order: "dmy", accepted: 1 });

    expect((await look(other.one, other.call)).profiles).toEqual([]);
    const id = profile?.id ?? 0;
    const taken = { device: other.one, dry_run: 1, profile: id };
    expect((await send(taken, file(), "a.csv", other.call)).status).toBe(400);
    const address = `/import-profile/${id}`;
    expect((await other.call("PATCH", address, { name: "Mine" })).status).toBe(404);
    expect((await other.call("DELETE", address)).status).toBe(404);
    const regional = await server.person("Keeper of a region", {
      permissions: grants({ device: "vc" }),
      regions: [(await firstRegion()).id],
    });
    expect((await regional.call("DELETE", address)).status).toBe(404);
    expect((await look(own.one, master.call)).profiles).toHaveLength(1);
  });

  test("is named anew, replaced under its name and deleted; each step is in the log", async () => {
    const { one, two, call } = await organization("Parks");
    await send({ device: one, ...kept }, file(), "a.csv", call);
    const changed = { ...kept, mapping: "ts,air_temperature,ignore", units: ",°C," };
    await send(
      { device: two, ...changed, profile_name: "hobo OF the north" },
      file(),
      "a.csv",
      call,
    );
    const { profiles, columns } = await look(two, call);
    expect(profiles).toMatchObject([{ name: "hobo OF the north", is_of_device: true }]);
    expect(columns[1]).toMatchObject({ unit: "°C" });
    const id = profiles[0]?.id ?? 0;
    await send({ device: one, ...kept, profile_name: "Second" }, file(), "a.csv", call);
    expect((await look(two, call)).profiles.map(({ name }) => name)).toEqual([
      "hobo OF the north",
      "Second",
    ]);
    const rename = (name: string) =>
      call<ImportProfile>("PATCH", `/import-profile/${id}`, { name });
    expect([(await rename("second")).status, (await rename(" ")).status]).toEqual([400, 400]);
    expect((await rename("North")).body.name).toBe("North");
    expect((await look(two, call, file(), { profile: id })).profile).toBe(id);
    expect((await call("DELETE", `/import-profile/${id}`)).status).toBe(204);
    expect((await look(two, call)).profiles.map(({ name }) => name)).toEqual(["Second"]);
    const log = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "importprofile")
      .where("resource_id", "=", String(id))
      .select("action")
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual(["add", "change", "change", "delete"]);
  });

  test("of a file without headings is known by its device alone", async () => {
    const { one, two, call } = await organization("Roads");
    const bare = "2024-03-01T00:00:00Z;50;400\n2024-03-01T01:00:00Z;51;401\n";
    await send({ device: one, ...kept }, bare, "a.csv", call);
    expect((await look(one, call, bare)).accepted).toBe(0);
    expect((await look(one, call, bare)).duplicates).toBe(2);
    expect((await look(two, call, bare)).profiles).toEqual([]);
  });
});

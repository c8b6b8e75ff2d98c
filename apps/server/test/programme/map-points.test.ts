/** Gardens, devices and cases as points of a map: all that the list of the same query has, or said to be missing. */
import type { GardenPoints } from "@nihol/contract/gardens";
import type { DevicePast, DevicePoints } from "@nihol/contract/sensors/devices";
import { limits } from "@nihol/contract/values/limits";
import type { ViolationPoints } from "@nihol/contract/violations/violations";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hoursAgo, sendingDevice } from "../support/device-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { box, names, violationBody } from "../support/violation-fixture.ts";

/** More than one page of any list. */
const many = limits.pageSizeMax + 40;
let server: TestApp;
let master: Caller;
let clerk: Caller;
let nobody: Caller;
let west: number;
let east: number;

beforeAll(async () => {
  server = await testApp();
  master = (await server.person("MasterAdmin")).call;
  const region = async (from: number) =>
    (
      await master<{ id: number }>("POST", "/region", {
        name: names(`Вилояти ${from}`),
        boundary: box(from, from + 1),
      })
    ).body.id;
  west = await region(69);
  east = await region(70);
  await sql`insert into garden (name, region_id, center)
    select jsonb_build_object('tg', 'Боғ', 'ru', 'Сад', 'en', 'Garden', 'az', 'Bağ'), ${west}::int,
      case when n > 3 then array[69 + n / 1000.0, 38.5] end
    from generate_series(1, ${many}::int) n`.execute(server.db.sql);
  await sql`insert into device (name, type, latitude, longitude, region_id, interval_minutes)
    select 'Дастгоҳ ' || n, 'air', 38.5, 69 + n / 1000.0, ${west}::int, 60
    from generate_series(1, ${many}::int) n`.execute(server.db.sql);
  const { id: garden } = await server.db.sql
    .selectFrom("garden")
    .where("center", "is", null)
    .select("id")
    .executeTakeFirstOrThrow();
  for (const body of [{}, { point: [70.5, 38.5] }, { point: null, garden }])
    expect((await master("POST", "/violation", violationBody(body))).status).toBe(201);
  const permissions = grants({ garden: "v", device: "v", violation: "v" });
  ({ call: clerk } = await server.person("Clerk of the east", { permissions, regions: [east] }));
  ({ call: nobody } = await server.person("Without rights", { permissions: grants({}) }));
});
afterAll(() => server.close());

const points = async <T>(call: Caller, path: string) => (await call<T>("GET", path)).body;
const listed = async (call: Caller, path: string) =>
  (await call<{ count: number }>("GET", path)).body.count;

describe("points of a map", () => {
  test("hold every garden of the list that has a place, and count the others", async () => {
    const found = await points<GardenPoints>(master, "/garden/points");
    expect(found).toMatchObject({ count: await listed(master, "/garden"), without_place: 3 });
    expect(found.points).toHaveLength(many - 3);
    expect(found.points[0]).toEqual({
      ...{ id: expect.any(Number), longitude: 69.004, latitude: 38.5, area_m2: null },
      name: { tg: "Боғ", ru: "Сад", en: "Garden", az: "Bağ" },
    });
  });

  test("hold every device of the list, with its state, under the list's filters", async () => {
    const found = await points<DevicePoints>(master, `/device/points?type=air&region=${west}`);
    expect(found).toMatchObject({ count: many, without_place: 0 });
    expect(found.points).toHaveLength(many);
    expect(found.points[0]).toMatchObject({ name: "Дастгоҳ 1", type: "air", state: "silent" });
    expect(await points(master, "/device/points?type=soil")).toMatchObject({
      count: 0,
      points: [],
    });
  });

  test("count the cases that were written down without a place", async () => {
    const found = await points<ViolationPoints>(master, "/violation/points?state=open");
    expect(found).toMatchObject({ count: 3, without_place: 1 });
    expect(found.points.map(({ longitude, overdue }) => [longitude, overdue])).toEqual([
      [69.2, false],
      [70.5, false],
    ]);
    expect(await points(master, "/violation/points?state=closed")).toMatchObject({ count: 0 });
  });

  test("are those of one's own scope alone, and need the right of the list", async () => {
    expect(await points(clerk, "/garden/points")).toMatchObject({ count: 0, without_place: 0 });
    expect(await points(clerk, "/device/points")).toMatchObject({ count: 0, points: [] });
    const cases = await points<ViolationPoints>(clerk, "/violation/points");
    expect(cases).toMatchObject({ count: 1, without_place: 0 });
    expect(cases.points[0]).toMatchObject({ longitude: 70.5 });
    for (const path of ["/garden/points", "/device/points"])
      expect((await nobody("GET", path)).status).toBe(403);
    // As with their list, which everybody may read.
    expect(await points(nobody, "/violation/points")).toMatchObject({
      count: await listed(nobody, "/violation"),
    });
  });
});

describe("devices of a map over the last hours", () => {
  const place = { type: "air", latitude: 38.5 };
  const past = (call: Caller, query: string) => points<DevicePast>(call, `/device/past?${query}`);
  /** Letters and values at moments, by their steps: the clock may strike between two calls. */
  function told({ from, step_hours, devices }: DevicePast, id: number, moments: string[]) {
    const one = devices.find((device) => device.id === id);
    const at = (ts: string) =>
      Math.floor((Date.parse(ts) - Date.parse(from)) / (step_hours * 3_600_000));
    return moments.map((ts) => [one?.states[at(ts)], one?.values?.[at(ts)]]);
  }

  test("have a state or a value for each hour, and none where they sent nothing", async () => {
    const { id, send } = await sendingDevice(server, master, { ...place, longitude: 70.5 });
    const hidden = await sendingDevice(server, master, { ...place, longitude: 69.5 });
    const [good, watch, act] = [hoursAgo(1), hoursAgo(2), hoursAgo(3)];
    const [faulty, long] = [hoursAgo(5), hoursAgo(100)];
    const today = [good, watch, act, hoursAgo(4), faulty];
    await send([
      { ts: good, values: { co2: 500, air_temperature: 20 } },
      { ts: watch, values: { co2: 700, air_temperature: 20 } },
      // The worst value speaks for the hour, and one that no sensor can measure where it is alone.
      { ts: act, values: { co2: 500, air_temperature: 45 } },
      { ts: faulty, values: { co2: -5 } },
      { ts: long, values: { co2: 1500 } },
    ]);
    await hidden.send([{ ts: good, values: { co2: 500 } }]);
    const day = await past(clerk, "type=air");
    expect(day).toMatchObject({ steps: 24, step_hours: 1, count: 1, left: 0, ranges: null });
    expect(day.devices).toMatchObject([{ id, values: null }]);
    expect(day.devices[0]?.states).toHaveLength(24);
    expect(told(day, id, today).map(([state]) => state)).toEqual([...["g", "w", "a", "-", "f"]]);
    const co2 = await past(clerk, "parameter=co2");
    expect(co2.ranges).toMatchObject({ good_max: 600, watch_max: 1000 });
    expect(told(co2, id, today)).toEqual([
      ...[
        ["g", 500],
        ["w", 700],
        ["g", 500],
        ["-", null],
        ["f", null],
      ],
    ]);
    const week = await past(clerk, "parameter=co2&span=week");
    expect(week).toMatchObject({ steps: 28, step_hours: 6 });
    expect(told(week, id, [long])).toEqual([["a", 1500]]);
    // Values from before it was carried here are of elsewhere.
    await sql`update device set placed_on = programme_day(now()) - 1 where id = ${id}`.execute(
      server.db.sql,
    );
    expect(told(await past(clerk, "span=week"), id, [long])).toEqual([["-", undefined]]);
    expect((await past(master, "")).devices.map((one) => one.id)).toEqual([id, hidden.id]);
    const ids = async (call: Caller, box: string) =>
      (await past(call, `bbox=${box}`)).devices.map((one) => one.id);
    expect(await ids(master, "70,38,71,39")).toEqual([id]);
    expect(await ids(master, "69,38,71,39")).toEqual([id, hidden.id]);
    // A box shows nobody more than their scope.
    expect(await ids(clerk, "69,38,71,39")).toEqual([id]);
    for (const wrong of ["parameter=nonsense", "span=year", "bbox=1,2,3", "bbox=71,38,70,39"])
      expect((await clerk("GET", `/device/past?${wrong}`)).status).toBe(400);
    expect((await nobody("GET", "/device/past")).status).toBe(403);
  });
});

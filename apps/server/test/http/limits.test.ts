/** Limits: no single person, device or file may fill the queue, the disk, the line or an answer. */

import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import { limits } from "@nihol/contract/values/limits";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { deleteExpiredExports, maxKept } from "@nihol/store/exports/cleanup";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { intakeLimits } from "../../src/features/readings/intake-limits.ts";
import { openCallCounts } from "../../src/http/limits/call-counts.ts";
import {
  awaitMinute,
  fileBody,
  hoursAgo,
  makeDevice,
  makeToken,
  sendingDevice,
} from "../support/device-world.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage } from "../support/tree-fixture.ts";

let server: TestApp;
let admin: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  admin = await server.person("MasterAdmin");
});
afterAll(() => server.close());

const names = json({ tg: "Н", ru: "Н", en: "N", az: "" });
const square = (west: number, south: number) => ({
  boundary: json<MultiPolygon>({
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [west, south],
          [west + 1, south],
          [west + 1, south + 1],
          [west, south + 1],
          [west, south],
        ],
      ],
    ],
  }),
  bbox: [west, south, west + 1, south + 1] satisfies Bbox,
});

describe("readings of devices", () => {
  test("another query in the address is no other device", async () => {
    const { id } = await makeDevice(admin.call);
    const authorization = `Device ${await makeToken(admin.call, id)}`;
    const ask = (i: number) =>
      server.anonymous("POST", `/device/${id}/reading?x=${i}`, {}, { authorization });
    await awaitMinute(10_000);
    const answers = await Promise.all(Array.from({ length: 125 }, (_, i) => ask(i)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 429)?.headers["retry-after"]).toBeDefined();
  });

  test("a value too near to zero does not hold up the others", async () => {
    const { send } = await sendingDevice(server, admin.call);
    const answer = await send([
      { ts: hoursAgo(2), values: { co2: 1e-300 } },
      { ts: hoursAgo(1), values: { co2: 420 } },
    ]);
    expect(answer.body).toMatchObject({ accepted: 2, faulty: 0 });
  });

  test("a device has its number of readings a day", () => {
    const { countReadings } = intakeLimits(openCallCounts());
    const now = Date.now();
    countReadings(1, readingLimits.perDay, now);
    countReadings(2, 1, now);
    expect(() => countReadings(1, 1, now)).toThrow("too_many_attempts");
    countReadings(1, 1, now + 86_400_000);
  });

  test("more single readings than an answer holds come as hours, or are refused", async () => {
    const { id, send } = await sendingDevice(server, admin.call);
    await send([{ ts: "2024-03-05T00:00:00Z", values: { co2: 400 } }]);
    await server.db.pool.query(
      `insert into reading (device_id, parameter, ts, value)
       select $1, (select id from parameter where key = 'co2'), timestamptz '2024-03-05T00:00:01Z' + n * interval '1 second', 400
       from generate_series(0, $2::int) n`,
      [id, readingLimits.rawPoints],
    );
    const ask = (step: string) =>
      admin.call(
        "GET",
        `/device/${id}/reading?parameter=co2&from=2024-03-05T00:00:00Z&to=2024-03-06T00:00:00Z&step=${step}`,
      );
    expect((await ask("auto")).body.step).toBe("hour");
    expect((await ask("raw")).status).toBe(400);
  });

  test("a moment that its offset leads out of the calendar is refused", async () => {
    const { id } = await makeDevice(admin.call);
    for (const [from, to] of [
      ["9999-12-31T00:00:00Z", "9999-12-31T23:59:59-14:00"],
      ["0001-01-01T00:00:00%2B14:00", "0001-01-02T00:00:00Z"],
    ]) {
      const path = `/device/${id}/reading?parameter=co2&from=${from}&to=${to}`;
      expect((await admin.call("GET", path)).status).toBe(400);
    }
  });

  test("a file that breaks off in its middle leaves a line in the log of what was written", async () => {
    const { id } = await makeDevice(admin.call);
    const rows = Array.from(
      { length: 25_000 },
      (_, i) => `${new Date(1.7e12 + i * 60_000).toISOString()},400`,
    );
    const { payload, headers } = fileBody(`ts,co2\n${rows.join("\n")}\n"open,4`, "a.csv");
    const path = `/device/reading/import?device=${id}`;
    expect((await admin.call("POST", path, payload, headers)).status).toBe(400);
    const line = await server.db.sql
      .selectFrom("audit_log")
      .where("action", "=", "import")
      .where("resource_id", "=", String(id))
      .select("change")
      .executeTakeFirstOrThrow();
    const { n } = await server.db.sql
      .selectFrom("reading")
      .where("device_id", "=", id)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBeGreaterThan(0);
    expect(line.change).toMatchObject({ accepted: Number(n) });
  });
});

test("a place outside the actor's scope has no name", async () => {
  const { sql } = server.db;
  const made = await sql
    .insertInto("region")
    .values([{ name: names }, { name: names }])
    .returning("id")
    .execute();
  const districts = await sql
    .insertInto("district")
    .values(made.map(({ id }, i) => ({ name: names, region_id: id, ...square(60 + 3 * i, 38) })))
    .returning("id")
    .execute();
  const { call } = await server.person("placer", {
    permissions: grants({ device: "v" }),
    districts: [districts[0]?.id as number],
  });
  const at = async (longitude: number) =>
    (await call("GET", `/device/place?latitude=38.5&longitude=${longitude}`)).body;
  expect(await at(60.5)).toMatchObject({ district: { id: districts[0]?.id } });
  expect(await at(63.5)).toMatchObject({ region: null, district: null });
});

test("sums beyond four bytes do not break a report", async () => {
  const { sql } = server.db;
  const one = async (table: "garden" | "tree_type") =>
    (await sql.insertInto(table).values({ name: names }).returning("id").executeTakeFirstOrThrow())
      .id;
  const [garden_id, tree_type_id] = [await one("garden"), await one("tree_type")];
  for (let i = 0; i < 2; i++) {
    const { id } = await sql
      .insertInto("planting_task")
      .values({ garden_id, assigned_date: "2024-01-01", due_date: "2024-02-01" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const quantity = 2_000_000_000;
    await sql
      .insertInto("planting_task_item")
      .values({ task_id: id, tree_type_id, quantity })
      .execute();
  }
  const { status, body } = await admin.call<{ total: object }>("GET", "/report/region");
  expect(status).toBe(200);
  expect(body.total).toMatchObject({ tasks: { scheduled_plant_count: 4_000_000_000 } });
});

describe("files and words of one case", () => {
  const violation = async () => {
    const body = { kind: "fire", title: "A", point: [68, 38], observed_on: "2024-05-01" };
    return (await admin.call<{ id: number }>("POST", "/violation", body)).body.id;
  };

  test("files are limited in number", async () => {
    const id = await violation();
    const rows = Array.from({ length: limits.attachedFiles }, (_, i) => ({
      violation_id: id,
      name: "a.pdf",
      kind: "pdf" as const,
      size: 1,
      sha256: `${i}`,
      file_key: `attachment/violation/${id}/${i}`,
      author: "A",
    }));
    await server.db.sql.insertInto("attached_file").values(rows).execute();
    const { payload, headers } = fileBody("%PDF-", "b.pdf");
    const answer = await admin.call("POST", `/violation/${id}/file`, payload, headers);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(String(limits.attachedFiles));
  });

  test("comments too", async () => {
    const id = await violation();
    const rows = Array.from({ length: limits.comments }, () => ({
      violation_id: id,
      author: "A",
      body: "b",
    }));
    await server.db.sql.insertInto("violation_comment").values(rows).execute();
    const answer = await admin.call("POST", `/violation/${id}/comment`, { body: "one more" });
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty("body");
  });
});

describe("exports of one person", () => {
  const rowOf = (user_id: number) => ({
    user_id,
    list: "region" as const,
    format: "csv" as const,
    query: json({}),
    language: "ru" as const,
    time_zone: "UTC",
    reach: json("all"),
    file_name: "a.csv",
    row_count: 0,
  });

  test("that wait are three, also when they are ordered at once", async () => {
    const { call, id } = await server.person("SysAdmin");
    await server.db.sql
      .insertInto("export")
      .values([rowOf(id), rowOf(id)])
      .execute();
    const order = () => call("POST", "/export", { list: "region", format: "csv" });
    const answers = await Promise.all([order(), order(), order()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
  });

  test("that are kept are the newest twenty", async () => {
    const { call, id } = await server.person("SysAdmin");
    const done = { ...rowOf(id), status: "completed" as const, finished_at: new Date() };
    const rows = Array.from({ length: maxKept + 2 }, () => done);
    await server.db.sql.insertInto("export").values(rows).execute();
    await deleteExpiredExports(server.db.sql, server.files);
    expect((await call("GET", "/export")).body.count).toBe(maxKept);
  });
});

test("comparisons of one person that wait are limited; those of others are not", async () => {
  const { call, id } = await server.person("SysAdmin");
  const made: number[] = [];
  for (let i = 0; i < 16; i++)
    made.push(await insertImage(server.db, { west: 60, south: 38, side: 0.01 }));
  await server.db.sql.updateTable("whole_image").set({ published_at: new Date() }).execute();
  const [first = 0, second = 0, ...others] = made;
  const pairs = others.flatMap((after, i) => others.slice(0, i).map((before) => [before, after]));
  const rows = [...pairs, ...others.map((after) => [first, after])].slice(0, 100);
  await server.db.sql
    .insertInto("image_comparison")
    .values(
      rows.map(([before_id = 0, after_id = 0]) => ({
        before_id,
        after_id,
        method: compareVersion,
        requested_by: id,
      })),
    )
    .execute();
  const pair = { before: first, after: second };
  expect((await call("POST", "/image-compare", pair)).status).toBe(429);
  const waiting = { before: others[0], after: others[1] };
  expect((await call("POST", "/image-compare", waiting)).status).toBe(200);
  expect((await admin.call("POST", "/image-compare", pair)).status).toBe(200);
});

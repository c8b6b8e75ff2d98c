import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import {
  exportEndings,
  exportLists,
  formatsOfList,
  isMapFormat,
} from "@nihol/contract/values/exports";
import { json } from "@nihol/db/json";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ended, exported, linesOf, type Sent } from "../support/export-orders.ts";
import { ogrFeatures, ogrLayer } from "../support/ogr.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

let server: TestApp;
let worker: ChildProcess;
let master: Awaited<ReturnType<TestApp["person"]>>;
const regions: number[] = [];
const gardens = 3000;

beforeAll(async () => {
  server = await testApp();
  worker = startWorkerOf(server);
  master = await server.person("MasterAdmin");
  const { sql } = server.db;
  for (const name of ["Суғд", "Хатлон"]) {
    const { id } = await sql
      .insertInto("region")
      .values({ name: json({ tg: name, ru: name, en: name, az: "" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    regions.push(id);
  }
  await sql
    .insertInto("garden")
    .values(
      Array.from({ length: gardens }, (_, n) => ({
        name: json({
          tg: `Боғ ${n}`,
          ru: `Сад ${n}`,
          en: n % 100 === 7 ? `=Garden;"${n}"` : `Garden, ${n}`,
          az: "",
        }),
        region_id: regions[n % 3 === 0 ? 0 : 1] as number,
        soil_type: n === 299 ? ("clay_loam" as const) : null,
        area_m2: 12_345.6 + n,
      })),
    )
    .execute();
}, 120_000);
afterAll(async () => {
  await endWorker(worker);
  await server.close();
});

const square = (west: number): [number, number][] => [
  [west, 38],
  [west + 0.25, 38],
  [west + 0.25, 38.25],
  [west, 38.25],
  [west, 38],
];

describe("an exported list", () => {
  test("has exactly the rows that the list counts, for each filter", async () => {
    for (const query of [{}, { region: regions[0] }, { search: "garden, 12" }]) {
      const asked = new URLSearchParams(query as Record<string, string>);
      const list = await master.call<{ count: number }>("GET", `/garden?${asked}`);
      const { sent, done, text } = await exported(master.call, {
        list: "garden",
        format: "csv",
        query,
      });
      expect([sent.rows, done.rows, linesOf(text).length - 1]).toEqual(
        Array(3).fill(list.body.count),
      );
    }
  });

  test("has the rows that were chosen alone", async () => {
    const list = await master.call<{ results: { id: number }[] }>("GET", "/garden?page_size=5");
    const chosen = list.body.results.slice(1, 4).map(({ id }) => id);
    const { text } = await exported(master.call, {
      list: "garden",
      format: "csv",
      query: { ids: chosen.join(",") },
    });
    expect(linesOf(text)).toHaveLength(chosen.length + 1);
  });

  test("keeps the list's order", async () => {
    const { text } = await exported(master.call, {
      list: "garden",
      format: "csv",
      query: { ordering: "-area_m2", region: regions[0] },
    });
    expect(linesOf(text)[1]).toContain('"Garden, 2997"');
  });

  test("speaks the language of the request: headings, decimal sign, dates, name", async () => {
    const order = { list: "garden", format: "csv", query: { search: "Сад 299" } };
    const russian = await exported(master.call, order, { "accept-language": "ru" });
    expect(linesOf(russian.text)[0]).toBe(
      [
        'Название;Область;Район;Организация;Тип почвы;"Площадь, га";Деревьев;Зелёных деревьев',
        '"Сомкнутый полог, га";Кустарники сухих земель;"На снимках, га";"На снимках, %";Примечание;Утрачено;"Утрачено, не менее";"Утрачено, не более";"Приживаемость, %";Последний снимок;Создан',
      ].join(";"),
    );
    expect(linesOf(russian.text)[1]).toMatch(
      /^Сад 299;Хатлон;;;Тяжёлый суглинок;"1,2645";;;;;0;0;снимков ещё нет;;;;;;\d\d\.\d\d\.\d{4} \d\d:\d\d$/,
    );
    expect(russian.done.file_name).toMatch(/^Сады \d\d\.\d\d\.\d{4}\.csv$/);
    expect(russian.headers["content-disposition"]).toContain(
      `filename*=UTF-8''${encodeURIComponent(russian.done.file_name)}`,
    );
    const english = await exported(master.call, order, { "accept-language": "en" });
    expect(linesOf(english.text)[1]).toMatch(
      /^"Garden, 299",Хатлон,,,Clay loam,1\.2645,,,,,0,0,no image yet,,,,,,\d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    );
  });

  test("carries no formula, and no text that another delimiter would take apart", async () => {
    const { text } = await exported(master.call, {
      list: "garden",
      format: "csv",
      query: { search: "=Garden" },
    });
    for (const line of linesOf(text).slice(1)) expect(line).toMatch(/^"'=Garden;""\d+""",/);
  });

  test("is a workbook with text as text and numbers as numbers", async () => {
    const { sent } = { sent: await master.call<Sent>("POST", "/export", xlsxOrder) };
    const done = await ended(master.call, sent.body.id);
    expect(done.status).toBe("completed");
    const row = await server.db.sql
      .selectFrom("export")
      .where("id", "=", done.id)
      .select("file_key")
      .executeTakeFirstOrThrow();
    const files = unzipSync(await readFile(server.files.path(row.file_key ?? "")));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(text("xl/worksheets/sheet1.xml")).toContain("=Garden;");
    expect(text("xl/worksheets/sheet1.xml")).not.toContain("<f>");
    expect(text("xl/worksheets/sheet1.xml").match(/<row /g)).toHaveLength(done.rows + 1);
    expect(text("xl/worksheets/sheet1.xml")).toContain("<v>1.23526</v>");
  });
  const xlsxOrder = { list: "garden", format: "xlsx", query: { search: "=Garden" } };

  test("holds the rows of one moment, whatever is added while it is written", async () => {
    const sent = await master.call<Sent>("POST", "/export", { list: "garden", format: "csv" });
    const adding = (async () => {
      for (let n = 0; n < 30; n++)
        await server.db.sql
          .insertInto("garden")
          .values({
            name: json({ tg: "x", ru: "x", en: `Added ${n}`, az: "" }),
            region_id: regions[0] as number,
          })
          .execute();
    })();
    const done = await ended(master.call, sent.body.id);
    await adding;
    const file = await master.call<string>("GET", `/export/${done.id}/file`);
    expect(linesOf(file.body)).toHaveLength(done.rows + 1);
    await server.db.sql.deleteFrom("garden").where(sql<boolean>`name @> '{"ru": "x"}'`).execute();
  });

  test("is read by GDAL with as many rows as the list counts, in each kind of file", async () => {
    const query = { region: regions[0] as number };
    const list = await master.call<{ count: number }>("GET", `/garden?region=${query.region}`);
    for (const format of formatsOfList("garden")) {
      const { sent, done, headers } = await exported(master.call, {
        list: "garden",
        format,
        query,
      });
      const { file_key } = await server.db.sql
        .selectFrom("export")
        .where("id", "=", done.id)
        .select("file_key")
        .executeTakeFirstOrThrow();
      const { count } = ogrLayer(server.files.path(file_key ?? ""));
      expect([sent.rows, done.rows, count], format).toEqual(Array(3).fill(list.body.count));
      expect(headers["content-disposition"]).toContain(`garden.${exportEndings[format]}"`);
    }
  });

  test("gives shapes to maps where rows have one", async () => {
    const { text } = await exported(master.call, { list: "region", format: "geojson" });
    const map = typeof text === "string" ? JSON.parse(text) : text;
    expect(map.features).toHaveLength(2);
    expect(map.features[0].properties).toMatchObject({ Gardens: expect.any(Number) });
    const refused = await master.call("POST", "/export", { list: "user", format: "kml" });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["format"]]);
  });
});

test("tasks and their verdicts come with the ground of their gardens", async () => {
  const { sql: db } = server.db;
  const boundary = { type: "MultiPolygon" as const, coordinates: [[square(68.5)], [square(69.5)]] };
  const garden = async (drawn: boolean) =>
    (
      await db
        .insertInto("garden")
        .values({
          name: json({ tg: "Замин", ru: "Участок", en: "Ground", az: "" }),
          ...(drawn && { boundary: json(boundary), bbox: [68.5, 38, 69.75, 38.25] }),
        })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  for (const garden_id of [await garden(true), await garden(false)]) {
    const { id } = await db
      .insertInto("planting_task")
      .values({
        garden_id,
        assigned_date: "2026-05-01",
        due_date: "2026-06-01",
        status: "submitted",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("planting_verdict")
      .values({ task_id: id })
      .onConflict((one) => one.doNothing())
      .execute();
  }
  for (const list of ["plant-tree-task", "planting-verdict"]) {
    for (const format of formatsOfList(list as "plant-tree-task").filter(isMapFormat)) {
      const { done } = await exported(master.call, { list, format, query: { search: "участок" } });
      const { file_key } = await db
        .selectFrom("export")
        .where("id", "=", done.id)
        .select("file_key")
        .executeTakeFirstOrThrow();
      const path = server.files.path(file_key ?? "");
      const shapes = ogrFeatures(path).map(({ geometry }) => geometry);
      expect(shapes.filter((one) => one === null).length, `${list} ${format}`).toBe(1);
      expect(shapes.filter((one) => one !== null)).toHaveLength(1);
      expect(ogrLayer(path).extent).toEqual(
        [68.5, 38, 69.75, 38.25].map((side) => expect.closeTo(side, 6)),
      );
    }
  }
}, 120_000);

test("a fourth file at once is refused as one's own limit, and not as a busy server", async () => {
  const { call, id } = await server.person("MasterAdmin");
  for (let n = 0; n < 3; n++) await exported(call, { list: "region", format: "csv" });
  await server.db.sql
    .updateTable("export")
    .set({ status: "pending" })
    .where("user_id", "=", id)
    .execute();
  const refused = await call<{ code: string; detail: string }>("POST", "/export", {
    list: "region",
    format: "csv",
  });
  expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([
    429,
    "exports_unfinished",
    "10",
  ]);
  expect(refused.body.detail).toContain("3 of your files");
});

test("every list that can be exported opens, in every language", async () => {
  for (const [i, list] of exportLists.entries()) {
    const language = ["ru", "tg", "az", "en"][i % 4] as string;
    const { text } = await exported(
      master.call,
      { list, format: "csv" },
      { "accept-language": language },
    );
    expect(linesOf(text)[0], list).not.toMatch(/[a-z]+\.[a-z_]+/);
  }
}, 120_000);

/** Lists that are no table of the panel. Add one here only with its reason. */
const notForFiles: Record<string, string> = {
  "/api/mention": "what names the reader, to be answered rather than kept",
  "/api/export": "the files themselves",
  "/api/notice": "what one person was told, which ends with its time",
  "/api/report-period": "approvals; the reports that they are about come as files",
  "/api/parameter": "names and units that every installation has, shown whole",
  "/api/sensor-guidance": "a dozen rows that every installation has, shown whole",
  "/api/image-compare/tree": "the trees of comparisons, given as tiles and in the report",
};

test("every list of the API can be exported", () => {
  type Paths = Record<string, { get?: { responses?: Record<string, unknown> } }>;
  const { paths } = server.app.swagger() as { paths: Paths };
  const missing = Object.entries(paths)
    // Parts of one record ({id}/fragment) are not lists of their own.
    .filter(([path]) => !path.includes("{") && !notForFiles[path])
    .filter(([, { get }]) => /"count".*"next".*"previous"/.test(JSON.stringify(get?.responses)))
    .filter(([path]) => !exportLists.some((list) => path === `/api/${list}`))
    .map(
      ([path]) =>
        `${path}: name it in packages/contract/src/values/exports.ts, describe its columns in the feature's export.ts, register it in apps/server/src/exports/lists.ts`,
    );
  expect(missing).toEqual([]);
});

describe("a person", () => {
  test("holds only what lies within their scope", async () => {
    const { call } = await server.person("Reach of one region", {
      permissions: grants({ garden: "v" }),
      regions: [regions[0] as number],
    });
    const { done, text } = await exported(call, { list: "garden", format: "csv" });
    expect(done.rows).toBe(1000);
    expect(text).not.toContain("Хатлон");
  });

  test("without the list's permission gets no file, not even one made before", async () => {
    const { call, id } = await server.person("Export reader", {
      permissions: grants({ garden: "v" }),
    });
    expect((await call("POST", "/export", { list: "user", format: "csv" })).status).toBe(403);
    const { done } = await exported(call, { list: "garden", format: "csv" });
    await server.db.sql
      .insertInto("user_territory")
      .values({ user_id: id, region_id: regions[0] as number })
      .execute();
    expect((await call("GET", `/export/${done.id}/file`)).status).toBe(403);
    await server.db.sql.deleteFrom("user_territory").where("user_id", "=", id).execute();
    await server.db.sql
      .updateTable("user_group")
      .set({ permissions: json(grants({})) })
      .where("name", "=", "Export reader")
      .execute();
    expect((await call("GET", `/export/${done.id}/file`)).status).toBe(403);
  });

  test("sees and fetches nobody else's exports", async () => {
    const { done } = await exported(master.call, { list: "region", format: "csv" });
    const { call } = await server.person("MasterAdmin");
    expect((await call("GET", `/export/${done.id}`)).status).toBe(404);
    expect((await call("GET", `/export/${done.id}/file`)).status).toBe(404);
    expect((await call("DELETE", `/export/${done.id}`)).status).toBe(404);
    expect((await call<{ count: number }>("GET", "/export")).body.count).toBe(0);
  });

  test("is refused with what does not fit: filter, order, format, list", async () => {
    const ask = async (order: Record<string, unknown>) => {
      const { status, body } = await master.call("POST", "/export", order);
      return [status, Object.keys(body)];
    };
    const csv = { list: "garden", format: "csv" };
    expect(await ask({ ...csv, query: { region: "north" } })).toEqual([400, ["query.region"]]);
    expect(await ask({ ...csv, query: { ordering: "id" } })).toEqual([400, ["ordering"]]);
    expect(await ask({ ...csv, format: "exe" })).toEqual([400, ["format"]]);
    expect(await ask({ ...csv, list: "password" })).toEqual([400, ["list"]]);
    expect(await ask({ ...csv, time_zone: "Mars/Base" })).toEqual([400, ["time_zone"]]);
  });

  test("is told why a sheet cannot hold the list, and what to choose", async () => {
    await sql`with p as (insert into imagery_process (file_name, file_key, facts, capture_date)
        values ('a.tif', 'a', '{}', '2026-05-14') returning id),
      w as (insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height,
          gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count, published_at)
        select id, '2026-05-14', 'h', 'a', 'b', '{}', 1, 1, 0.3, false, '{0,0,1,1}', '{}', 1, 1, now() from p
        returning id)
      insert into tree_tally select w.id, g.region_id, 0, g.id, '2026-05-14', 1048576, 0, 0, 0, 10, 5
        from w, (select * from garden limit 1) g`.execute(server.db.sql);
    const order = { list: "plant-tree-detail", format: "xlsx" };
    const { status, body } = await master.call<Record<string, unknown>>("POST", "/export", order, {
      "accept-language": "en",
    });
    await sql`delete from tree_tally`.execute(server.db.sql);
    expect([status, body.code]).toEqual([400, "sheet_too_many_rows"]);
    expect(body.detail).toMatch(/1,048,575 rows.*CSV/);
  });

  test("has each export in the log", async () => {
    const { done } = await exported(master.call, { list: "region", format: "csv" });
    const line = await server.db.sql
      .selectFrom("audit_log")
      .where("action", "=", "export")
      .where("resource_id", "=", String(done.id))
      .select(["actor_id", "resource", "change"])
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ actor_id: master.id, resource: "region", change: { rows: 2 } });
  });

  test("deletes one, and its file goes too", async () => {
    const { done } = await exported(master.call, { list: "region", format: "csv" });
    expect((await master.call("DELETE", `/export/${done.id}`)).status).toBe(204);
    expect((await master.call("GET", `/export/${done.id}/file`)).status).toBe(404);
    const left = [];
    for await (const { key } of server.files.list("export"))
      if (key.startsWith(`export/${done.id}-`)) left.push(key);
    expect(left).toEqual([]);
  });
});

/** Ten figures of the programme, each read in every place that shows it: by a person, a spreadsheet, another program. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OgcFeaturePage } from "@nihol/contract/open-data/ogc";
import type { Page } from "@nihol/contract/paging";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { Report, ReportFigures } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { formatNumber } from "@nihol/locales/format-number";
import { text } from "@nihol/locales/text";
import type { ExportRequest, ExportResult } from "@nihol/store/exports/export-request";
import { childPool } from "@nihol/vision/children/child-pool";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfPages } from "../support/documents/pdf-text.ts";
import { sheetRows } from "../support/documents/sheet-rows.ts";
import { makeFiguresWorld } from "../support/figures-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

const exportChild = new URL("../../src/exports/export-child.ts", import.meta.url);
let server: TestApp;
let call: Caller;
let token: string;
let report: Report;
beforeAll(async () => {
  server = await testApp();
  const master = await server.person("MasterAdmin");
  ({ call } = master);
  token = (await server.tokensOf(master.email)).access;
  await makeFiguresWorld(server);
  report = (await call<Report>("GET", "/report/region")).body;
});
afterAll(() => server.close());

/** Figures of the report under a heading of its files. */
const figures = {
  "land: garden_count": (f) => f.garden_count,
  "trees: tree_count": (f) => f.trees?.total ?? null,
  "trees: tree_green": (f) => f.trees?.green ?? null,
  "tasks: scheduled": (f) => f.tasks.scheduled_plant_count,
  "tasks: submitted": (f) => f.tasks.submitted_plant_count,
  "tasks: verified": (f) => f.tasks.verified_plant_count,
  "tasks: contradicted": (f) => f.tasks.contradicted_plant_count,
  "survival: survival_rate": (f) => f.survival.rate && 100 * f.survival.rate.value,
  "survival: survived": (f) => f.survival.living?.value ?? null,
  "devices: device_count": (f) => f.devices.count,
} satisfies Record<string, (figures: ReportFigures) => number | null>;
const keys = Object.keys(figures) as (keyof typeof figures)[];
const round = (value: number, digits: number) => Number(value.toFixed(digits));

const titleOf = (key: string) => {
  const [section, title] = key.split(": ");
  return `${text("en", `reports.section_${section}`)}: ${text("en", `reports.${title}`)}`;
};
/** The cells under the ten headings of a line, as numbers. */
const picked = (titles: string[], line: (string | number)[]) =>
  keys.map((key) => {
    const at = titles.indexOf(titleOf(key));
    expect(at, key).toBeGreaterThan(0);
    // An unseen figure is an empty cell, not a zero.
    return (line[at] ?? "") === "" ? null : round(Number(line[at]), 1);
  });
const said = (line: ReportFigures) =>
  keys.map((key) => {
    const value = figures[key](line);
    return value === null ? null : round(value, 1);
  });
const lines = (): [string, ReportFigures][] => {
  if (!report.outside || !report.grand_total) throw new Error("nothing lies outside");
  const name = (key: string) => text("en", `coverage.${key}`);
  return [
    [name("total"), report.total],
    [name("outside"), report.outside],
    [name("grand_total"), report.grand_total],
  ];
};

async function file(format: string) {
  const answer = await server.app.inject({
    url: `/api/report/region?format=${format}`,
    headers: {
      authorization: `Bearer ${token}`,
      "accept-encoding": "identity",
      "accept-language": "en",
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
/** A list as a file, made as workers make it: its headings, and a line for each row. A worker would judge anew. */
async function listFile(list: ExportRequest["list"]): Promise<Record<string, string>[]> {
  const order = await call<{ id: number }>("POST", "/export", { list, format: "csv" });
  const { actor } = await server.db.sql
    .selectFrom("export")
    .where("id", "=", order.body.id)
    .select("actor")
    .executeTakeFirstOrThrow();
  const pool = childPool({ entry: exportChild }, { size: 1 });
  const path = join(server.files.path("x"), `../../${list}.csv`);
  const request: ExportRequest = {
    ...{ config: server.db.config, list, format: "csv", query: {}, actor, path },
    ...{ language: "en", timeZone: "UTC" },
  };
  try {
    await pool.run<ExportResult>(request);
  } finally {
    await pool.close();
  }
  return parse(await readFile(path), { bom: true, columns: true });
}
const all = async <T>(path: string) => (await call<Page<T>>("GET", `${path}?page_size=100`)).body;
const sum = (numbers: (number | null | undefined)[]) =>
  numbers.reduce<number>((total, n) => total + (n ?? 0), 0);

test("the figures are those of the drawn programme, without what was found to be false or was cancelled", () => {
  const [, , all] = lines();
  expect(
    Object.fromEntries(keys.map((key, at) => [key, said(all?.[1] as ReportFigures)[at]])),
  ).toEqual({
    "land: garden_count": 4,
    "trees: tree_count": 40,
    "trees: tree_green": 20,
    // 520, 1,980, 57 and 30: not the cancelled 60, nor the 20 that were planted again.
    "tasks: scheduled": 2587,
    // 500, 57 and 30: not the 2,400 that do not stand.
    "tasks: submitted": 587,
    "tasks: verified": 530,
    "tasks: contradicted": 2400,
    // Of 500 places 80 % live, of 95 that the verdict leaves of the false report four in seven.
    "survival: survival_rate": 76.4,
    "survival: survived": 435,
    // In service, one of them outside all regions.
    "devices: device_count": 3,
  });
});

test("the report as CSV and as a workbook", async () => {
  const [heads = [], ...rows] = parse(await file("csv"), { bom: true }) as string[][];
  const sheet = sheetRows(await file("xlsx"));
  const [sections = [], titles = []] = sheet.slice(3);
  let section = "";
  const sheetHeads = Array.from(titles, (title, at) => {
    section = String(sections[at] || section);
    return `${section}: ${title}`;
  });
  for (const [name, line] of lines()) {
    expect(picked(heads, rows.find((row) => row.includes(name)) ?? []), name).toEqual(said(line));
    expect(picked(sheetHeads, sheet.find((row) => row.includes(name)) ?? []), name).toEqual(
      said(line),
    );
  }
});

test("the report on paper", async () => {
  const words = pdfPages(await file("pdf"))
    .join("\n")
    .split("\n");
  const [name, line] = lines()[2] ?? ["", report.total];
  expect(words).toContain(name);
  const numbers = new Set(words.flatMap((one) => one.split(" ")));
  for (const value of said(line)) {
    const written = formatNumber(value, "en", value === null || Number.isInteger(value) ? 0 : 1);
    expect(numbers.has(written) || numbers.has(`${written}%`), written).toBe(true);
  }
});

test("statistics of dashboard, homes and map", async () => {
  const { body } = await call<Statistics>("GET", "/statistics");
  const { total, outside } = report;
  expect(body.trees).toEqual(total.trees);
  expect(body.survival).toEqual(total.survival);
  expect(total.tasks).toMatchObject(body.planting ?? {});
  expect(body.garden_count).toBe(total.garden_count);
  expect(body.outside?.garden_count).toBe(outside?.garden_count);
});

test("the list of tasks, its sums and its file", async () => {
  const { body: sums } = await call<Record<string, number>>("GET", "/plant-tree-task/count");
  const [, , [, line] = ["", report.total]] = lines();
  expect(sums).toMatchObject({
    scheduled_plant_count: line.tasks.scheduled_plant_count,
    submitted_plant_count: line.tasks.submitted_plant_count,
    contradicted_plant_count: line.tasks.contradicted_plant_count,
  });
  const { results } = await all<PlantTreeTask>("/plant-tree-task");
  const counted = results.filter((one) => one.counted);
  expect(sum(counted.map((one) => one.scheduled_plant_count))).toBe(sums.scheduled_plant_count);
  const living = sum(counted.map(({ survival }) => survival?.living?.value));
  expect(Math.round(living)).toBe(Math.round(line.survival.living?.value ?? 0));
  const title = (key: string) => text("en", key);
  const rows = (await listFile("plant-tree-task")).filter(
    (row) => row[title("planting.counted")] === title("app.yes"),
  );
  const inFile = (key: string) => sum(rows.map((row) => Number(row[title(key)] ?? 0)));
  expect([
    inFile("planting.scheduled"),
    inFile("planting.submitted"),
    inFile("planting.contradicted"),
    inFile("planting.living"),
  ]).toEqual([
    sums.scheduled_plant_count,
    sums.submitted_plant_count,
    sums.contradicted_plant_count,
    Math.round(living),
  ]);
});

test("lists, maps, files and open data of gardens, devices and trees", async () => {
  const [, , [, line] = ["", report.total]] = lines();
  const ogc = async (collection: string) =>
    (await call<OgcFeaturePage>("GET", `/ogc/collections/${collection}/items?limit=1`)).body
      .numberMatched;
  for (const [list, collection, count] of [
    ["garden", "gardens", line.garden_count],
    ["device", "devices", line.devices.count],
  ] as const) {
    expect((await all(`/${list}`)).count, list).toBe(count);
    expect(await listFile(list), list).toHaveLength(count);
    expect(await ogc(collection), collection).toBe(count);
    const { body } = await call<{ points: unknown[] }>("GET", `/${list}/points`);
    expect(body.points, `${list} on the map`).toHaveLength(count);
  }
  expect(await ogc("trees")).toBe(line.trees?.total);
  expect((await all("/plant-tree-detail")).count).toBe(line.trees?.total);
});

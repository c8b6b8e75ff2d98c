/** Reports: a change against the period before is one of ground that both periods saw. */
import type { Report, ReportLine } from "@nihol/contract/reports/reports";
import {
  type Change,
  changeIn,
  changeOf,
  comparedFigures,
} from "@nihol/contract/values/reports/report-change";
import { formatChange } from "@nihol/locales/format-change";
import { text } from "@nihol/locales/text";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type ReportWorld } from "../support/reports-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant, type Spot } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let token: string;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  const master = await server.person("MasterAdmin");
  ({ call } = master);
  token = (await server.tokensOf(master.email)).access;
  world = await makeWorld(server, call);
});
afterAll(() => server.close());

const may = "from=2026-05-01&to=2026-05-31";
const report = async () => (await call<Report>("GET", `/report/region?${may}`)).body;

/** The change of one figure of a line, by its title. */
function change(line: ReportLine | undefined, title: string): Change | undefined {
  const figure = comparedFigures.find((one) => one.title === title);
  return figure && line && changeIn(figure, line);
}

/** An image of the first region with so many trees, the first of them in a garden. */
async function image(
  at: { west: number; south: number; date: string },
  n: number,
  garden?: { id: number; trees: number },
) {
  const place = { ...at, side: 0.01, range: [0.9, 1.1] as [number, number] };
  const id = await insertImage(server.db, place);
  const spots = Array.from(
    { length: n },
    (_, i): Spot => ({
      ...{ lon: at.west + 0.0005 + (i % 40) * 0.0002, lat: at.south + 0.0005 + i * 0.00001 },
      ...{ region: world.regions[0] ?? null, district: world.hill },
      garden: garden && i < garden.trees ? garden.id : null,
    }),
  );
  await plant(server.db, id, place, spots);
}

test("where each period saw another place there is no change, in words and in files", async () => {
  await image({ west: 68.72, south: 38.55, date: "2026-04-10" }, 20);
  const { rows, total } = await report();
  const [north] = rows;
  expect([north?.trees?.total, north?.before?.trees?.total]).toEqual([103, 20]);
  for (const title of ["tree_count", "tree_area_percent", "green_level"]) {
    expect(change(north, title), title).toBe("other_ground");
    expect(change(total, title), title).toBe("other_ground");
  }
  // Gardens were seen in one of both periods alone.
  expect(change(north, "garden_tree_count")).toBeNull();
  expect(change(north, "task_count")).toMatchObject({ low: null, high: null });
  const { payload } = await server.app.inject({
    url: `/api/report/region?${may}&format=csv`,
    headers: { authorization: `Bearer ${token}`, "accept-language": "en" },
  });
  const [titles = [], line = []] = parse(payload, { bom: true }) as string[][];
  const t = (key: string, params = {}) => text("en", `reports.${key}`, params);
  const changeTitle = t("change_value", { title: t("tree_count") });
  const index = titles.indexOf(`${t("section_before")}: ${changeTitle}`);
  expect(line[index]).toBe("–, other ground");
  expect(line[titles.indexOf(`${t("section_before")}: ${t("compared_ha")}`)]).toBe("0");
});

test("a change is counted on the ground that both periods saw, and on no other", async () => {
  const { rows: before } = await report();
  const own = await server.db.sql
    .selectFrom("garden")
    .where("region_id", "=", world.regions[0] ?? 0)
    .select("id")
    .executeTakeFirstOrThrow();
  await image({ west: 68.7, south: 38.5, date: "2026-04-12" }, 60, { id: own.id, trees: 4 });
  const { rows, total } = await report();
  const [north] = rows;
  expect(north?.before?.trees?.total).toBe(80);
  // Outside the garden April saw a second square that May did not: there nothing is compared.
  expect(north?.compared?.now.trees?.total).toBe(10);
  expect(north?.compared?.before.trees?.total).toBe(4);
  const garden = await server.db.sql
    .selectFrom("garden")
    .where("id", "=", own.id)
    .select("area_m2")
    .executeTakeFirstOrThrow();
  expect(north?.compared?.seen_m2).toBeCloseTo(garden.area_m2 ?? 0, -2);
  for (const line of [north, total]) {
    expect(change(line, "tree_count")).toMatchObject({ value: 6 });
    expect(change(line, "garden_tree_count")).toMatchObject({ value: 6 });
  }
  const { low, high } = change(north, "tree_count") as { low: number; high: number };
  expect(low).toBeGreaterThan(0);
  expect(high).toBeLessThan(20);
  // The other region saw nothing in either period.
  expect(rows[1]?.compared?.seen_m2).toBe(0);
  expect(change(rows[1], "tree_count")).toBeNull();
  expect(rows[1]?.trees).toEqual(before[1]?.trees);
});

test("a change has a range only where both figures have one", () => {
  const known = { value: 100, low: 90, high: 120 };
  const unknown = { value: 80, low: null, high: null };
  expect(changeOf(known, unknown)).toEqual({ value: 20, low: null, high: null });
  expect(changeOf(unknown, known)).toEqual({ value: -20, low: null, high: null });
});

test.each([
  ["tg", "–, замини дигар"],
  ["ru", "–, другая земля"],
  ["en", "–, other ground"],
  ["az", "–, başqa ərazi"],
] as const)("other ground is said in %s", (language, words) => {
  expect(formatChange("other_ground", "count", language)).toBe(words);
});

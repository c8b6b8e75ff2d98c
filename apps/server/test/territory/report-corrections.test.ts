/** Approved reports: what is named as a correction, and by which cause. */
import type { ReportPeriodDetail } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type ReportWorld } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let head: Caller;
let world: ReportWorld;
const days = "from=2026-05-01&to=2026-05-31";
beforeAll(async () => {
  server = await testApp();
  const { call: master } = await server.person("MasterAdmin");
  world = await makeWorld(server, master);
  const permissions = grants({ report: "vac" });
  ({ call: head } = await server.person("head", { permissions }));
  const { call: clerk } = await server.person("clerk", { permissions });
  const period = { from: "2026-05-01", to: "2026-05-31" };
  const { body } = await clerk<ReportPeriodDetail>("POST", "/report-period", period);
  expect((await head("POST", `/report-period/${body.id}/approve`, {})).status).toBe(200);
});
afterAll(() => server.close());

const approved = async (kind = "region") =>
  (await head<Report>("GET", `/report/${kind}?${days}`)).body;

test("of images those of the figure's place and days are causes, though they were begun before", async () => {
  const { sql: db } = server.db;
  const add = async (west: number, south: number, date: string, region: number) => {
    const place = { west, south, side: 0.01, date };
    const id = await insertImage(server.db, place);
    await plant(server.db, id, place, [{ lon: west + 0.005, lat: south + 0.005, region }]);
    await sql`update whole_image set published_at = now(), region_id = ${region} where id = ${id}`.execute(
      db,
    );
    return id;
  };
  const [north = 0, south = 0] = world.regions;
  const here = await add(68.9, 38.45, "2026-05-20", north);
  const otherDay = await add(68.65, 38.45, "2025-03-20", north);
  const otherPlace = await add(69.65, 40.15, "2026-05-20", south);
  // Uploads after the approval, of an image of another day and of one that nobody has published.
  const { rows } = await sql<{ id: number }>`
    insert into imagery_process (file_name, file_key, facts, capture_date)
    values ('w.tif', 'w', '{}', '2026-05-20') returning id`.execute(db);
  for (const id of [rows[0]?.id ?? 0])
    await sql`insert into audit_log (action, resource, resource_id, change)
      values ('add', 'satelliteimagery', ${String(id)}, '{}')`.execute(db);
  const { approval } = await approved();
  const seen = approval?.corrections.find(
    ({ line, territory, title }) => line === "row" && territory === north && title === "seen_ha",
  );
  expect(seen?.causes.map(({ action, resource, record }) => [action, resource, record])).toEqual([
    ["publish", "wholeimage", String(here)],
  ]);
  const named = approval?.corrections.flatMap(({ causes }) => causes.map(({ record }) => record));
  expect(named).toContain(String(otherPlace));
  expect(named).not.toContain(String(otherDay));
  expect(named).not.toContain(String(rows[0]?.id));
});

test("a line that the approved version did not show is named once", async () => {
  await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "Нав", ru: "Новый", en: "New", az: "Yeni" }), code: "new" })
    .execute();
  const { approval } = await approved();
  const added = approval?.corrections.filter(({ name }) => name.en === "New") ?? [];
  expect(added).toMatchObject([{ line: "row", title: "new_line", approved: null, now: null }]);
});

test("approved rows stand in the order of the reader's language", async () => {
  await sql`update region set name = jsonb_set(jsonb_set(name, '{en}', to_jsonb(
      case when id = ${world.regions[0]} then 'Zeta' else 'Alpha' end)), '{ru}', to_jsonb(
      case when id = ${world.regions[0]} then 'Альфа' else 'Омега' end))
    where id = any(${[...world.regions]}::int[])`.execute(server.db.sql);
  const order = async (language: string) => {
    const headers = { "accept-language": language };
    const { body } = await head<Report>("GET", `/report/region?${days}`, undefined, headers);
    return body.rows.map(({ id }) => id).filter((id) => world.regions.includes(id ?? 0));
  };
  const [north, south] = world.regions;
  expect(await order("en")).toEqual([south, north]);
  expect(await order("ru")).toEqual([north, south]);
});

test("a period that ends before it begins is refused in words of its own", async () => {
  const period = { from: "2026-06-01", to: "2026-01-01" };
  const created = await head<object>("POST", "/report-period", period);
  expect(created.status).toBe(400);
  expect(JSON.stringify(created.body)).toContain("ends before it begins");
  for (const kind of ["region", "district"]) {
    const asked = await head<object>("GET", `/report/${kind}?from=2026-06-01&to=2026-01-01`);
    expect(asked.status, kind).toBe(400);
    expect(JSON.stringify(asked.body)).toContain("ends before it begins");
  }
});

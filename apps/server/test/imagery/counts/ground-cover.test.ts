/** Closed canopy and shrubs of places and periods: statistics, gardens, reports and their files say the same of them. */
import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import type { ReportPeriodDetail } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { json } from "@nihol/db/json";
import { placeGroundCover } from "@nihol/store/trees/seen-area";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { border } from "../../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let token: string;
let west: number;
let east: number;
beforeEach(async () => {
  server = await testApp();
  const master = await server.person("MasterAdmin");
  ({ call } = master);
  token = (await server.tokensOf(master.email)).access;
  west = await addRegion("West", [68, 38, 69, 39]);
  east = await addRegion("East", [69, 38, 70, 39]);
});
afterEach(() => server.close());

const names = (en: string) => ({ tg: en, ru: en, en, az: en });
async function addRegion(name: string, box: [number, number, number, number]) {
  const { id } = await server.db.sql
    .insertInto("region")
    .values({ name: json(names(name)), code: name, area_m2: 1e10, ...border(box) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface Cover {
  canopy?: number[];
  shrubs?: number[];
}
/** An image over the border of the regions, of 0.02° a side, published without trees. */
async function addImage(date: string, cover?: Cover, from = 68.99): Promise<number> {
  const place = { west: from, south: 38.5, side: 0.02, date };
  const id = await insertImage(server.db, place);
  await plant(server.db, id, place, []);
  if (cover) await setCover(id, cover);
  return id;
}
const setCover = (id: number, { canopy = [], shrubs = [] }: Cover) =>
  server.db.sql.transaction().execute((trx) => placeGroundCover(trx, id, { canopy, shrubs }));

const stats = async (query = "") => (await call<Statistics>("GET", `/statistics${query}`)).body;
const report = async (query = "") => (await call<Report>("GET", `/report/region${query}`)).body;
const text = async (path: string) => {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  return (await server.app.inject({ url: `/api/report/${path}`, headers })).rawPayload;
};

/** 400 m² and 800 m² of closed canopy, in the west and in the east, and a shrub west, two east. */
const both: Cover = {
  canopy: [68.995, 38.51, 400, 69.005, 38.51, 800],
  shrubs: [68.996, 38.515, 69.006, 38.515, 69.007, 38.515],
};

test("territories add up to the total, in statistics and in the report", async () => {
  await addImage("2026-05-01", both);
  const figures = await stats();
  expect(figures.canopy).toMatchObject({ closed_m2: 1200, uncountable_m2: 0 });
  expect(figures.canopy?.percent).toBeCloseTo((100 * 1200) / figures.coverage.seen_m2, 6);
  expect(figures.canopy?.seen_m2).toBeCloseTo(figures.coverage.seen_m2, 3);
  expect(figures.shrubs?.count).toBe(3);
  const parts = figures.by_territory.map(({ id, canopy, shrubs }) => [
    id,
    canopy?.closed_m2,
    shrubs?.count,
  ]);
  expect(parts).toEqual([
    [east, 800, 2],
    [west, 400, 1],
  ]);
  const { rows, total, outside } = await report();
  expect(rows.map(({ id, canopy, shrubs }) => [id, canopy?.closed_m2, shrubs?.count])).toEqual(
    parts,
  );
  expect([total.canopy, total.shrubs]).toEqual([figures.canopy, figures.shrubs]);
  expect([outside?.canopy, outside?.shrubs]).toEqual([null, null]);
});

test("of overlapping images the newest of the period counts, and after a recount what it found", async () => {
  await addImage("2026-05-01", both);
  // Over the eastern half of it.
  const newer = await addImage("2026-06-01", { canopy: [69.005, 38.51, 100] }, 69);
  const said = ({ canopy, shrubs }: Pick<Statistics, "canopy" | "shrubs">) => [
    canopy?.closed_m2,
    shrubs?.count,
  ];
  expect(said(await stats())).toEqual([500, 1]);
  expect(said(await stats("?to=2026-05-31"))).toEqual([1200, 3]);
  expect(said((await report("?from=2026-05-01&to=2026-05-31")).total)).toEqual([1200, 3]);
  expect(said((await report("?from=2026-06-01&to=2026-06-30")).total)).toEqual([100, 0]);
  await setCover(newer, { canopy: [69.005, 38.51, 300], shrubs: [69.006, 38.51] });
  expect(said(await stats())).toEqual([700, 2]);
});

test("where no image says, nothing is said; and the ground of such images is in no share", async () => {
  await addImage("2026-05-01");
  const unsaid = await stats();
  expect([unsaid.canopy, unsaid.shrubs]).toEqual([null, null]);
  expect(unsaid.coverage.images).toBe(1);
  await addImage("2026-06-01", both, 69);
  const { canopy, coverage } = await stats();
  expect((canopy?.seen_m2 ?? 0) / coverage.seen_m2).toBeCloseTo(2 / 3, 2);
});

test("a garden says its own, in its row and in its figures", async () => {
  await addImage("2026-05-01", both);
  const [w, s, e, n] = [69.0, 38.505, 69.01, 38.52];
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const boundary = { type: "Polygon", coordinates: [ring] };
  const { id } = (await call<Garden>("POST", "/garden", { name: names("G"), boundary })).body;
  const row = (await call<Garden>("GET", `/garden/${id}`)).body;
  expect(row).toMatchObject({ closed_canopy_m2: 800, shrub_count: 2 });
  const analytics = (await call<GardenAnalytics>("GET", `/garden/${id}/analytics`)).body;
  expect(analytics).toMatchObject({ canopy: { closed_m2: 800 }, shrubs: { count: 2 } });
  expect(analytics.canopy?.seen_m2).toBeCloseTo(analytics.coverage.seen_m2, 3);
  const bare = { name: names("Unseen"), boundary: null };
  const unseen = (await call<Garden>("POST", "/garden", bare)).body;
  expect(unseen).toMatchObject({ closed_canopy_m2: null, shrub_count: null });
});

test("files of a report have the columns where there is anything to say, and not where there is nothing", async () => {
  const image = await addImage("2026-05-01", {});
  const head = async () => String(await text("region?format=csv")).split("\n")[0] ?? "";
  const page = async () => (await pdfPages(await text("region?format=pdf"))).join(" ");
  const said = /сомкнутый полог|кустарники/i;
  expect(await head()).not.toMatch(said);
  expect(await page()).not.toMatch(said);
  await setCover(image, both);
  const csv = String(await text("region?format=csv"));
  expect(csv).toMatch(/Сомкнутый полог, га";?/);
  expect(csv).toContain("Кустарники сухих земель");
  // Hectares of the total, its share, and what of it cannot be counted.
  expect(csv.trim().split("\n").at(-1)).toContain('"0,12";"0,030985";0;3;');
  expect(await page()).toMatch(/Сомкнутый\s+полог, га/);
  expect(await page()).toMatch(/Кустарники\s+сухих\s+земель/);
});

test("figures that were approved before these were summed are not corrected by them", async () => {
  const { call: clerk } = await server.person("clerk", { permissions: grants({ report: "va" }) });
  await addImage("2026-05-01", both);
  const days = { from: "2026-05-01", to: "2026-05-31" };
  const { id } = (await clerk<ReportPeriodDetail>("POST", "/report-period", days)).body;
  await call("POST", `/report-period/${id}/approve`, {});
  const approved = async () => (await report("?from=2026-05-01&to=2026-05-31")).approval;
  expect((await approved())?.corrections).toEqual([]);
  await sql`alter table report_version disable trigger report_version_kept`.execute(server.db.sql);
  await sql`update report_version set reports = regexp_replace(reports::text,
    '"(canopy|shrubs)": ({[^}]*}|null), ', '', 'g')::jsonb`.execute(server.db.sql);
  const was = await report("?from=2026-05-01&to=2026-05-31");
  expect([was.total.canopy, was.total.shrubs]).toEqual([null, null]);
  expect(was.approval?.corrections).toEqual([]);
});

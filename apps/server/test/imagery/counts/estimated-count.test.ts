/** After sample plots one number stands everywhere: the estimate, which lies in its range. */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { Statistics, TreeCounts } from "@nihol/contract/statistics";
import { publishImage } from "@nihol/store/trees/tree-publish";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../../../../packages/store/test/tree-world.ts";
import { type Caller, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let call: Caller;
let garden: number;
let image: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  const { pool } = server.db;
  const names = { tg: "А", ru: "А", en: "A", az: "A" };
  await pool.query("insert into region (name) values ($1)", [names]);
  const { rows } = await pool.query(
    `insert into garden (name, region_id, area_m2, bbox, boundary) values ($1, 1, 500000, '{69,38,69.01,38.01}',
      '{"type":"MultiPolygon","coordinates":[[[[69,38],[69.01,38],[69.01,38.01],[69,38.01],[69,38]]]]}') returning id`,
    [names],
  );
  garden = rows[0].id;
  image = await insertImage(server.db, "2026-05-01", [69, 38, 69.01, 38.01]);
  // A hundred found, 133 to 141 by sample plots, 137 the likeliest.
  await pool.query(
    `update whole_image set range_basis = 'calibration', range_low = 1.33, range_high = 1.41, range_middle = 1.37
      where id = $1`,
    [image],
  );
  await pool.query("update tree set garden_id = $1, region_id = 1", [garden]);
  await server.db.sql.transaction().execute((trx) => publishImage(trx, image));
  await pool.query("update seen_area set garden_id = $1, region_id = 1", [garden]);
});
afterAll(() => server.close());

const estimate = { total: 137, found: 100, low: 133, high: 141 };

test("image, garden, region, country and report say the estimate, and what was found beside it", async () => {
  const body = async (path: string) => (await call<Record<string, unknown>>("GET", path)).body;
  expect(await body(`/whole-image/${image}`)).toMatchObject({ trees: estimate });
  expect(await body("/whole-image?page=1")).toMatchObject({ results: [{ trees: estimate }] });
  expect(await body(`/garden/${garden}`)).toMatchObject({ tree_count: 137 });
  expect(await body("/garden?ordering=-tree_count")).toMatchObject({
    results: [{ tree_count: 137 }],
  });
  const { trees, captures } = (await call<GardenAnalytics>("GET", `/garden/${garden}/analytics`))
    .body;
  expect(trees).toMatchObject(estimate);
  expect(captures).toMatchObject([{ trees: estimate }]);
  const { by_territory, ...figures } = (await call<Statistics>("GET", "/statistics")).body;
  expect(figures).toMatchObject({ trees: estimate, total_tree_count: 137, garden_tree_count: 137 });
  expect(by_territory).toMatchObject([{ tree_count: 137 }]);
  const report = (
    await call<{ rows: { trees: TreeCounts }[] }>(
      "GET",
      "/report/region?from=2026-01-01&to=2026-12-31",
    )
  ).body;
  expect(report.rows[0]?.trees).toMatchObject(estimate);
  const captured = await body("/capture?page=1");
  expect(captured).toMatchObject({ results: [{ tree_count: 137 }] });
});

test("a number that the range would leave out widens it", async () => {
  await server.db.pool.query(
    "update whole_image set range_basis = 'model', range_low = 1.4, range_high = 5, range_middle = null where id = $1",
    [image],
  );
  const { trees } = (await call<Statistics>("GET", "/statistics")).body;
  expect(trees).toMatchObject({ total: 100, found: 100, low: 100, high: 500 });
});

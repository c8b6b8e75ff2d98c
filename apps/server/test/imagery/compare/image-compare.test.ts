import type { ChangedTree, ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { Page } from "@nihol/contract/paging";
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";
import { completeComparison, makeCompareWorld, nextWest, square } from "./compare-world.ts";

let server: TestApp;
let admin: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  admin = await server.person("MasterAdmin");
});
afterAll(() => server.close());

const years = (garden: number) => `/image-compare?garden=${garden}&from=2023&to=2025`;

test("a region of hundreds of kilometres finds the two images of 400 metres in it", async () => {
  const [west, south, side] = [nextWest(), 44, 0.004];
  const names = json({ tg: "Н", ru: "Н", en: `Wide ${west}`, az: "" });
  const region = await server.db.sql
    .insertInto("region")
    .values({
      name: names,
      boundary: json(square(west - 2, south - 2, 4)),
      bbox: [west - 2, south - 2, west + 2, south + 2],
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const image = async (date: string, at = west) => {
    const options = { west: at, south, side, date };
    const id = await insertImage(server.db, options);
    await plant(server.db, id, options, []);
    return id;
  };
  const wanted = [await image("2023-06-10"), await image("2025-06-20")];
  // Elsewhere in the region: of one year alone.
  await image("2023-06-11", west + 1);
  const { body } = await admin.call<ImageCompare>(
    "GET",
    `/image-compare?region=${region.id}&from=2023&to=2025`,
  );
  expect(body.area?.has_border).toBe(true);
  expect(body.years).toEqual([2023, 2025]);
  expect(body.pairs.map(({ before, after }) => [before.id, after.id])).toEqual([wanted]);
});

test("a region without a border says so", async () => {
  const { region } = await makeCompareWorld(server);
  const { body } = await admin.call<ImageCompare>("GET", `/image-compare?region=${region}`);
  expect(body).toMatchObject({ area: { has_border: false }, pairs: [] });
});

test("a comparison is absent, then asked for once, then found by years", async () => {
  const { garden, images } = await makeCompareWorld(server);
  const absent = await admin.call<ImageCompare>("GET", years(garden));
  expect(absent.status).toBe(200);
  expect(absent.body).toMatchObject({ status: "absent", years: [2023, 2025], totals: null });
  expect(absent.body.pairs.map(({ before, after }) => [before.id, after.id])).toEqual([images]);
  const body = { garden, from: 2023, to: 2025 };
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", body);
  expect(asked.body.status).toBe("pending");
  const id = asked.body.pairs[0]?.comparison ?? 0;
  const again = await admin.call<ImageCompare>("POST", "/image-compare", body);
  expect(again.body.pairs[0]?.comparison).toBe(id);
  const jobs = [{ name: "imagery.compare", data: { comparison: id } }];
  expect(await server.jobs.missing(jobs)).toEqual([]);
  await completeComparison(server, id, images);
  const done = await admin.call<ImageCompare>("GET", years(garden));
  expect(done.body.status).toBe("completed");
  expect(done.body.totals).toMatchObject({
    kept: { count: 1, area_m2: 12 },
    planted: { count: 1, area_m2: 4, unsure: 1 },
    lost: { count: 1, area_m2: 10 },
    not_visible: { count: 0 },
    kept_before_m2: 10,
    kept_after_m2: 12,
  });
  const { planted } = done.body.totals ?? {};
  expect(planted?.low).toBeLessThanOrEqual(1);
  expect(planted?.high).toBeGreaterThanOrEqual(1);
  expect(done.body.steps).toMatchObject([{ from: 2023, to: 2025, status: "completed" }]);
});

test("a comparison that a person asks for goes before those that nobody asked for, and says how many come first", async () => {
  const worlds = [await makeCompareWorld(server), await makeCompareWorld(server)];
  const automatic: number[] = [];
  for (const { images } of worlds) {
    const { rows } = await server.db.pool.query(
      "insert into image_comparison (before_id, after_id, method) values ($1, $2, $3) returning id",
      [...images, compareVersion],
    );
    automatic.push(rows[0].id);
    await server.jobs.send("imagery.compare", { comparison: rows[0].id });
  }
  const { garden = 0 } = worlds[1] ?? {};
  const before = (await admin.call<ImageCompare>("GET", years(garden))).body;
  expect(before).toMatchObject({ status: "pending", pairs: [{ comparison: automatic[1] }] });
  expect(before.ahead).toBeGreaterThan(0);
  const body = { garden, from: 2023, to: 2025 };
  const asked = (await admin.call<ImageCompare>("POST", "/image-compare", body)).body;
  expect(asked).toMatchObject({ status: "pending", ahead: (before.ahead ?? 0) - 1 });
  const { rows } = await server.db.pool.query(
    `select (data->>'comparison')::int as id from pgboss.job
      where name = 'imagery.compare' and (data->>'comparison')::int = any($1) order by priority desc, created_on`,
    [automatic],
  );
  expect(rows.map(({ id }) => id)).toEqual(automatic.toReversed());
});

test("two whole images give all of their trees, whichever is named first", async () => {
  const { images, garden } = await makeCompareWorld(server);
  const [before, after] = images;
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", {
    before: after,
    after: before,
  });
  expect(asked.body.pairs[0]?.before.id).toBe(before);
  await completeComparison(server, asked.body.pairs[0]?.comparison ?? 0, images);
  const whole = await admin.call<ImageCompare>(
    "GET",
    `/image-compare?before=${before}&after=${after}`,
  );
  expect(whole.body.totals?.kept.count).toBe(2);
  const cut = await admin.call<ImageCompare>(
    "GET",
    `/image-compare?before=${before}&after=${after}&garden=${garden}`,
  );
  expect(cut.body.totals?.kept.count).toBe(1);
});

test("list, tile and totals hold the same trees", async () => {
  const { images, garden } = await makeCompareWorld(server);
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", {
    garden,
    from: 2023,
    to: 2025,
  });
  const id = asked.body.pairs[0]?.comparison ?? 0;
  await completeComparison(server, id, images);
  const list = `/image-compare/tree?comparison=${id}&garden=${garden}`;
  const page = await admin.call<Page<ChangedTree>>("GET", list);
  expect(page.body.count).toBe(3);
  expect(page.body.results.map(({ state }) => state)).toEqual(["lost", "planted", "kept"]);
  const lost = await admin.call<Page<ChangedTree>>("GET", `${list}&state=lost&page_size=1`);
  expect(lost.body).toMatchObject({ count: 1, results: [{ before_m2: 10, after_m2: null }] });
  const tile = await admin.call<string>("GET", `/image-compare/tile/0/0/0.mvt?comparison=${id}`);
  expect(tile.status).toBe(200);
  expect(tile.headers["content-type"]).toContain("mapbox-vector-tile");
});

test("images that cannot be registered have no figures", async () => {
  const { images, garden } = await makeCompareWorld(server);
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", {
    garden,
    from: 2023,
    to: 2025,
  });
  await completeComparison(server, asked.body.pairs[0]?.comparison ?? 0, images, "none");
  const { body } = await admin.call<ImageCompare>("GET", years(garden));
  expect(body).toMatchObject({ status: "completed", totals: null });
  expect(body.pairs[0]).toMatchObject({ totals: null, registration: { method: "none" } });
});

test("images, gardens and comparisons outside the scope are not found", async () => {
  const mine = await makeCompareWorld(server);
  const other = await makeCompareWorld(server);
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", {
    before: other.images[0],
    after: other.images[1],
  });
  const id = asked.body.pairs[0]?.comparison;
  const near = await server.person(`Near ${mine.district}`, {
    permissions: grants({ wholeimage: "v" }),
    districts: [mine.district],
  });
  expect((await near.call("GET", years(mine.garden))).status).toBe(200);
  for (const path of [
    years(other.garden),
    `/image-compare?before=${other.images[0]}&after=${other.images[1]}`,
    `/image-compare?before=${mine.images[0]}&after=${other.images[1]}`,
    `/image-compare/tree?comparison=${id}`,
    `/image-compare/tile/0/0/0.mvt?comparison=${id}`,
  ])
    expect((await near.call("GET", path)).status, path).toBe(404);
  const [before, after] = other.images;
  expect((await near.call("POST", "/image-compare", { before, after })).status).toBe(404);
});

test("the permission to see whole images is needed", async () => {
  const { garden } = await makeCompareWorld(server);
  const nobody = await server.person(`Gardens ${garden}`, { permissions: grants({ garden: "v" }) });
  expect((await nobody.call("GET", years(garden))).status).toBe(403);
  expect((await server.anonymous("GET", years(garden))).status).toBe(401);
});

test("a question without an area, with reversed years or one image twice is refused", async () => {
  const { garden, images } = await makeCompareWorld(server);
  for (const [query, field] of [
    ["", "garden"],
    [`garden=${garden}&from=2025&to=2023`, "to"],
    [`before=${images[0]}`, "after"],
    [`before=${images[0]}&after=${images[0]}`, "after"],
  ]) {
    const { status, body } = await admin.call("GET", `/image-compare?${query}`);
    expect([status, Object.keys(body)], query).toEqual([400, [field]]);
  }
});

test("a garden without images or without a boundary has nothing to compare", async () => {
  const bare = await server.db.sql
    .insertInto("garden")
    .values({ name: json({ tg: "Б", ru: "Б", en: "B", az: "" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { status, body } = await admin.call<ImageCompare>(
    "GET",
    `/image-compare?garden=${bare.id}`,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "absent", pairs: [], years: [], from: null, to: null });
});

test("without years the last two with an image are taken", async () => {
  const { garden } = await makeCompareWorld(server);
  const { body } = await admin.call<ImageCompare>("GET", `/image-compare?garden=${garden}`);
  expect([body.from, body.to]).toEqual([2023, 2025]);
});

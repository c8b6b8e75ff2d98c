/** Fragments that people have looked over whole: their count is exact, the range is of the rest, everywhere at once. */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics, TreeCounts } from "@nihol/contract/statistics";
import { refreshTreeTally } from "@nihol/store/trees/tree-tally";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everything, imageryWorld, name, place, square } from "../../support/imagery-world.ts";
import { type Caller, grants, type TestApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Caller;
let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
let garden: number;

/** Trees in each of the fragments: the last is bare. */
const inFragments = [60, 30, 10, 0];

beforeAll(async () => {
  world = await imageryWorld();
  ({ server, master } = world);
  image = world.images[1]?.id ?? 0;
  const boundary = square(place.west, place.south, place.side);
  const { region, district } = world.home;
  for (const path of [`/region/${region}`, `/district/${district}`])
    await master("PATCH", path, { boundary });
  await layOut();
  garden = (await master<{ id: number }>("POST", "/garden", { name, region, district, boundary }))
    .body.id;
});
afterAll(() => server.close());

/** The image as strips of fragments with their trees, ranged by a model and without plots. */
async function layOut() {
  const db = server.db.sql;
  await db.deleteFrom("calibration").where("whole_image_id", "=", image).execute();
  await db.deleteFrom("fragment").where("whole_image_id", "=", image).execute();
  await sql`
    update whole_image set range_low = 0.8, range_high = 1.25, model_range_low = 0.8, model_range_high = 1.25,
      tree_count = 100, familiarity = 'known', width = 4000 where id = ${image}`.execute(db);
  await sql`
    with one as (delete from tree where whole_image_id = ${image} returning *)
    insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score, green, area_m2, box, crown,
      region_id, district_id, current)
    select one.whole_image_id, f.n, one.zc, one.lon, one.lat, one.captured_on, 0.9, 1, 10, one.box, one.crown,
      one.region_id, one.district_id, true
    from (select * from one order by id limit 1) one,
      unnest(${inFragments}::int[]) with ordinality as f (trees, n), generate_series(1, f.trees)`.execute(
    db,
  );
  const side = place.side / inFragments.length;
  for (const [i, tree_count] of inFragments.entries())
    await db
      .insertInto("fragment")
      .values({
        ...{ whole_image_id: image, n: i + 1, fx: i, fy: 0, block: 1, status: "done", tree_count },
        doubt: tree_count * 0.68,
        bbox: [
          place.west + i * side,
          place.south,
          place.west + (i + 1) * side,
          place.south + place.side,
        ],
      })
      .execute();
  await db.transaction().execute((trx) => refreshTreeTally(trx, [image]));
}

const review = (n: number, to: string, as = master) =>
  as<Fragment & { code?: string }>("PATCH", `/whole-image/${image}/fragment/${n}`, { review: to });
const trees = async (path: string) => (await master<{ trees: TreeCounts }>("GET", path)).body.trees;
const shown = (counts: TreeCounts | null | undefined) => [
  counts?.total,
  counts?.checked,
  counts?.low,
  counts?.high,
];

/** Reads the count where it is published: total, exact, low, high. */
async function published() {
  const own = await trees(`/whole-image/${image}`);
  const listed = (await master<Page<WholeImage>>("GET", "/whole-image")).body.results.find(
    ({ id }) => id === image,
  );
  const queue = (await master<CheckQueue>("GET", `/whole-image/check-queue?whole_image=${image}`))
    .body;
  const national = (await master<Statistics>("GET", "/statistics")).body.trees;
  const analytics = (await master<GardenAnalytics>("GET", `/garden/${garden}/analytics`)).body;
  const ofGarden = (await master<Statistics>("GET", `/statistics?garden=${garden}`)).body.trees;
  const report = (await master<Report>("GET", "/report/region")).body;
  const capture = analytics.captures.find(({ whole_image }) => whole_image === image);
  const said = [
    own,
    listed?.trees,
    queue.trees,
    national,
    analytics.trees,
    ofGarden,
    capture?.trees,
    report.total?.trees,
  ];
  for (const one of said) expect(shown(one)).toEqual(shown(own));
  return own;
}
const width = ({ low, high }: TreeCounts) => (high ?? 0) - (low ?? 0);

test("each fragment looked over narrows the range everywhere at once, and all of them leave the count alone", async () => {
  const before = await published();
  expect(shown(before)).toEqual([100, 0, 80, 125]);
  let last = width(before);
  for (const [i, n] of [3, 1, 2].entries()) {
    const { status, body } = await review(n, "accepted");
    expect([status, body]).toEqual([200, body]);
    expect(body).toMatchObject({ review: "accepted", checked: true });
    expect(body.reviewed_at).toMatch(/^20/);
    const now = await published();
    expect(now.checked).toBe([10, 70, 100][i]);
    expect(now.low).toBeGreaterThanOrEqual(now.checked);
    expect(width(now)).toBeLessThan(last);
    last = width(now);
  }
  // Trees may have been missed on the bare fragment, which nobody has looked at.
  const bare = await published();
  expect(bare.low).toBe(100);
  expect(bare.high).toBeGreaterThan(100);
  expect(bare.range_basis).toBe("model");
  await review(4, "accepted");
  const exact = await published();
  expect([...shown(exact), exact.range_basis]).toEqual([100, 100, 100, 100, "checked"]);
  for (const n of [1, 2, 3, 4]) expect((await review(n, "new")).body.checked).toBe(false);
  expect(shown(await published())).toEqual([100, 0, 80, 125]);
});

test("a tree that is corrected on checked ground changes an exact count, and rejecting takes the check back", async () => {
  await review(2, "accepted");
  const before = await published();
  const [tree] = (
    await master<Page<Tree>>("GET", `/plant-tree-detail?whole_image=${image}&page_size=200`)
  ).body.results.filter(({ fragment }) => fragment === 2);
  await master("DELETE", `/plant-tree-detail/${tree?.id}?version=${tree?.version}`);
  const after = await published();
  expect([after.total, after.checked]).toEqual([99, 29]);
  expect((after.low ?? 0) + 1).toBe(before.low);
  const { rows } = await sql<{ off: number }>`
    select sum(t.checked)::int - (select count(*)::int from tree t
      join fragment f on f.whole_image_id = t.whole_image_id and f.n = t.fragment and f.checked) as off
    from tree_tally t`.execute(server.db.sql);
  expect(rows[0]?.off).toBe(0);
  const [made] = (await master<Page<{ id: number }>>("GET", `/whole-image/${image}/correction`))
    .body.results;
  await master("POST", `/whole-image/${image}/correction/${made?.id}/undo`);
  expect(shown(await published())).toEqual(shown(before));
  expect((await review(2, "rejected")).body).toMatchObject({ review: "rejected", checked: false });
  expect((await published()).checked).toBe(0);
  await review(2, "new");
});

test("checked ground that contradicts the model widens what is said of the rest", async () => {
  const before = await published();
  const found = (
    await master<Page<Tree>>("GET", `/plant-tree-detail?whole_image=${image}&page_size=200`)
  ).body.results.filter(({ fragment }) => fragment === 1);
  for (const { id, version } of found.slice(0, 45))
    await master("DELETE", `/plant-tree-detail/${id}?version=${version}&reason=Shadow`);
  await review(1, "accepted");
  const after = await published();
  // Of sixty found trees fifteen are real: what was found elsewhere may be as wrong.
  expect([after.total, after.checked]).toEqual([55, 15]);
  expect(after.low).toBeLessThan(15 + 0.8 * 40 - 5);
  await review(1, "new");
  const made = (
    await master<Page<{ id: number }>>(
      "GET",
      `/whole-image/${image}/correction?standing=1&page_size=200`,
    )
  ).body.results;
  for (const { id } of made) await master("POST", `/whole-image/${image}/correction/${id}/undo`);
  expect(shown(await published())).toEqual(shown(before));
});

test("unfamiliar ground has a number once people have looked all of it over", async () => {
  const db = server.db.sql;
  await sql`update whole_image set familiarity = 'unfamiliar' where id = ${image}`.execute(db);
  expect((await published()).low).toBeNull();
  for (const n of [1, 2, 3]) await review(n, "accepted");
  expect(await published()).toMatchObject({ low: null, ground: { unfamiliar_trees: 0 } });
  await review(4, "accepted");
  expect(await published()).toMatchObject({ low: 100, high: 100, ground: null });
  for (const n of [1, 2, 3, 4]) await review(n, "new");
  await sql`update whole_image set familiarity = 'known' where id = ${image}`.execute(db);
});

test("the queue leads to the fragment that narrows most, of an image and of a garden, and says how far one is", async () => {
  const queue = async (of: string, as = master) =>
    (await as<CheckQueue>("GET", `/whole-image/check-queue?${of}`)).body;
  const ofImage = `whole_image=${image}`;
  for (const of of [ofImage, `garden=${garden}`]) {
    const { next, fragments, checked } = await queue(of);
    expect(next.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
    expect([fragments, checked]).toEqual([4, 0]);
    const gains = next.map(({ gain }) => gain ?? 0);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
  }
  // The first does what it promises, to the rounding of the range.
  const before = await published();
  const [first] = (await queue(ofImage)).next;
  await review(1, "accepted");
  expect(Math.abs(width(before) - width(await published()) - (first?.gain ?? 0))).toBeLessThan(
    2.01,
  );
  expect((await queue(ofImage)).next[0]?.n).toBe(2);
  // Of two fragments with as many trees the one with less certain scores comes first.
  await sql`update fragment set doubt = 60 where whole_image_id = ${image} and n = 3`.execute(
    server.db.sql,
  );
  expect((await queue(ofImage)).next[0]?.n).toBe(3);
  await review(1, "new");
  expect((await master("GET", "/whole-image/check-queue")).status).toBe(400);
  const stranger = await server.person("Stranger", {
    permissions: everything,
    ministryId: world.ministry.own,
  });
  expect((await stranger.call("GET", `/whole-image/check-queue?${ofImage}`)).status).toBe(404);
});

test("checking is for who may change the image, and stands in the audit log", async () => {
  const viewer = await server.person("Viewer", { permissions: grants({ wholeimage: "v" }) });
  expect((await review(1, "accepted", viewer.call)).status).toBe(403);
  await review(1, "accepted");
  await review(1, "new");
  const lines = await server.db.sql
    .selectFrom("audit_log")
    .where("action", "=", "review")
    .where("resource_id", "=", `${image}/1`)
    .select("change")
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(lines.map(({ change }) => change)).toEqual([{ review: "new" }, { review: "accepted" }]);
});

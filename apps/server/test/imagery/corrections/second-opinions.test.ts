/** A second person counts a drawn share of what a first one looked through, blind; the two are compared. */
import type {
  SecondOpinion,
  SecondOpinionDetail,
  SecondOpinions,
} from "@nihol/contract/imagery/second-opinions";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import type { Statistics } from "@nihol/contract/statistics";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { drawFragments } from "../../../src/features/second-opinions/draw-fragments.ts";
import { imageryWorld, insertPublished } from "../../support/imagery-world.ts";
import { type Caller, grants, type TestApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Caller;
let first: Caller;
let second: Caller;
let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
const rights = grants({ wholeimage: "vc", planttreedetail: "vacd" });
beforeAll(async () => {
  world = await imageryWorld();
  ({ server, master } = world);
  const person = async (name: string) =>
    (await server.person(name, { permissions: rights, regions: [world.home.region] })).call;
  first = await person("First");
  second = await person("Second");
});
afterAll(() => server.close());

/** An image of one fragment with ten trees, which the first person has looked through. */
beforeEach(async () => {
  ({ id: image } = await insertPublished(server, world.home, "2025-08-01"));
  await sql`update tree set fragment = 1 where whole_image_id = ${image}`.execute(server.db.sql);
  await review(1, "accepted");
});
const review = (n: number, to: string, as = first) =>
  as("PATCH", `/whole-image/${image}/fragment/${n}`, { review: to });
const path = () => `/whole-image/${image}/second-opinion`;
const summary = async (as = master) =>
  (await as<SecondOpinions>("GET", `${path()}/agreement`)).body;
const draw = (share: number, as = master) =>
  as<SecondOpinions & { code?: string }>("POST", path(), { share });
const list = async (as = master) => (await as<Page<SecondOpinion>>("GET", path())).body.results;
const give = (id: number | undefined, body: object, as = second) =>
  as<SecondOpinionDetail & { code?: string }>("PUT", `${path()}/${id}`, body);
/** The middles of the ten trees, in pixels. */
const middles = Array.from({ length: 10 }, (_, n): [number, number] => [100 + 50 * n, 500]);

async function drawn() {
  expect((await draw(1)).status).toBe(200);
  const [opinion] = await list();
  return opinion?.id ?? 0;
}

test("a draw is repeated by its seed, and takes a share of what was looked through", async () => {
  const pool = Array.from({ length: 40 }, (_, n) => n + 3);
  const some = drawFragments(pool, 0.1, 7);
  expect(some).toEqual(drawFragments(pool, 0.1, 7));
  expect(some).toHaveLength(4);
  expect(
    new Set(Array.from({ length: 50 }, (_, seed) => drawFragments(pool, 0.1, seed)[0])).size,
  ).toBeGreaterThan(5);
  const { body } = await draw(0.1);
  expect(body).toMatchObject({ open: 1, to_draw: 0, draws: [{ share: 0.1, of: 1 }] });
  expect(body.draws[0]?.seed).toBeGreaterThan(0);
  // No fragment is left to draw.
  expect(await draw(0.1)).toMatchObject({ status: 409, body: { code: "nothing_to_draw" } });
});

test("it is counted blind, by another person than who looked it through or corrected trees there", async () => {
  const id = await drawn();
  const blind = (await second<SecondOpinionDetail>("GET", `${path()}/${id}`)).body;
  expect(blind).toMatchObject({
    ...{ state: "open", trees: null, points: null, compared: null, is_own: false },
    ...{ can: { count: true }, core: { x: 0, y: 0, width: 1000, height: 1000 } },
  });
  expect((await first<SecondOpinionDetail>("GET", `${path()}/${id}`)).body).toMatchObject({
    ...{ is_own: true, can: { count: false } },
  });
  expect(await give(id, { points: [] }, first)).toMatchObject({
    ...{ status: 403, body: { code: "opinion_own" } },
  });
  const corrector = await server.person("Corrector", { permissions: rights });
  const added = { whole_image: image, point: [700, 700], radius_m: 2, green: "green" };
  expect((await corrector.call("POST", "/plant-tree-detail", added)).status).toBe(201);
  expect((await give(id, { points: [] }, corrector.call)).status).toBe(403);
  expect((await summary(second)).open_to_you).toBe(1);
  expect((await summary(first)).open_to_you).toBe(0);
});

test("points are matched one to one with the trees as they were drawn, and no count moves", async () => {
  const id = await drawn();
  const before = (await master<Statistics>("GET", "/statistics")).body.total_tree_count;
  // Corrected after the draw: what the first person left is compared.
  const trees = await master<Page<{ id: number; version: number }>>(
    "GET",
    `/plant-tree-detail?whole_image=${image}&page_size=1`,
  );
  const [gone] = trees.body.results;
  await master("DELETE", `/plant-tree-detail/${gone?.id}?version=0`);
  // Eight of the ten, one of them twice, and two where no tree is.
  const points = [...middles.slice(0, 8), [103, 501], [700, 100], [720, 100]];
  const { status, body } = await give(id, { points });
  expect(status).toBe(200);
  expect(body.compared).toEqual({
    ...{ first: 10, second: 11, agreed: 8, only_first: 2, only_second: 3 },
    agreement: (2 * 8) / 21,
  });
  expect(body.trees?.filter(({ agreed }) => agreed)).toHaveLength(8);
  expect(body.points?.map(({ agreed }) => agreed)).toEqual([
    ...Array.from({ length: 8 }, () => true),
    ...[false, false, false],
  ]);
  expect((await master<Statistics>("GET", "/statistics")).body.total_tree_count).toBe(
    (before ?? 0) - 1,
  );
  expect(await summary()).toMatchObject({
    ...{ open: 0, counted: 1, compared: { agreement: 16 / 21 } },
    pairs: [{ first_by: expect.stringContaining("First"), fragments: 1, compared: { agreed: 8 } }],
  });
  // It is given once.
  expect(await give(id, { points: [] })).toMatchObject({
    status: 409,
    body: { code: "opinion_given" },
  });
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where resource = 'wholeimage'
    and (resource_id = ${String(image)} or resource_id = ${`${image}/1`}) order by id desc limit 2`.execute(
    server.db.sql,
  );
  expect(rows.map(({ action }) => action)).toEqual(["opinion", "opinion_draw"]);
});

test("a fragment of which nobody can tell is set aside, and a point outside is refused", async () => {
  const id = await drawn();
  expect((await give(id, { points: [[1001, 5]] })).status).toBe(400);
  expect((await give(id, { points: [], skipped: true })).body).toMatchObject({
    ...{ state: "skipped", compared: null, trees: null },
  });
  expect(await summary()).toMatchObject({ skipped: 1, counted: 0, compared: { agreement: null } });
});

test("a review that is taken back and a new run end the open ones; what was counted stays", async () => {
  await drawn();
  await review(1, "new");
  expect(await list()).toEqual([]);
  await review(1, "accepted");
  const id = await drawn();
  await give(id, { points: middles });
  await review(1, "accepted");
  await review(1, "new");
  await review(1, "accepted");
  await drawn();
  expect((await list()).map(({ state }) => state)).toEqual(["counted", "open"]);
  await server.db.sql.deleteFrom("fragment").where("whole_image_id", "=", image).execute();
  expect((await list()).map(({ state }) => state)).toEqual(["counted"]);
});

test("images that wait for a second opinion are listed by a filter, and the open ones can be ended", async () => {
  const waiting = async () =>
    (await master<Page<WholeImage>>("GET", "/whole-image?opinion=waiting")).body.results.map(
      (one) => one.id,
    );
  expect(await waiting()).not.toContain(image);
  await drawn();
  expect(await waiting()).toContain(image);
  expect((await master<SecondOpinions>("DELETE", path())).body).toMatchObject({
    open: 0,
    to_draw: 1,
  });
  expect(await waiting()).not.toContain(image);
});

test("a person who may only view the image reads the figures, and somebody beyond the scope finds nothing", async () => {
  const id = await drawn();
  const viewer = await server.person("Viewer", { permissions: grants({ wholeimage: "v" }) });
  expect((await summary(viewer.call)).can).toEqual({ draw: false, end: false });
  expect((await draw(1, viewer.call)).status).toBe(403);
  expect((await give(id, { points: [] }, viewer.call)).status).toBe(403);
  const far = await server.person("Far", { permissions: rights, regions: [world.elsewhere] });
  expect((await far.call("GET", `${path()}/${id}`)).status).toBe(404);
  expect((await give(id, { points: [] }, far.call)).status).toBe(404);
});

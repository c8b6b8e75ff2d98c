/** Corrections of single trees: who may, what follows, conflicts and undoing. */
import type { TreeCorrection } from "@nihol/contract/imagery/tree-corrections";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import type { ReportPeriodDetail } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import { text } from "@nihol/locales/text";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageryWorld, insertPublished, place, square } from "../../support/imagery-world.ts";
import { type Caller, grants, type TestApp } from "../../support/test-app.ts";

const rights = { wholeimage: "vc", planttreedetail: "vacd" } as const;

let server: TestApp;
let master: Caller;
let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
let garden: number;

beforeAll(async () => {
  world = await imageryWorld();
  ({ server, master } = world);
  image = world.images[1]?.id ?? 0;
  const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  const boundary = square(place.west, place.south, place.side);
  const { region, district } = world.home;
  const bounded = (path: string) => master("PATCH", path, { boundary });
  await bounded(`/region/${region}`);
  await bounded(`/district/${district}`);
  const made = await master<{ id: number }>("POST", "/garden", {
    name,
    region,
    district,
    boundary,
  });
  garden = made.body.id;
});
afterAll(() => server.close());

const path = "/plant-tree-detail";
const treesOf = async (of = image) =>
  (await master<Page<Tree>>("GET", `${path}?whole_image=${of}&page_size=200&ordering=-date`)).body
    .results;
const corrections = async (query = "") =>
  (await master<Page<TreeCorrection>>("GET", `/whole-image/${image}/correction?${query}`)).body
    .results;
const undo = (id: number | undefined, as = master) =>
  as<TreeCorrection & { code?: string }>("POST", `/whole-image/${image}/correction/${id}/undo`);
/** A place in the middle of the image, in its pixels. */
const added = { point: [500, 300], radius_m: 3, green: "green", confirm_beside: true };
const add = (body: object = added, as = master) =>
  as<Tree & { code?: string }>("POST", path, { whole_image: image, ...body });

type Sums = Record<
  "tally" | "tally_green" | "pyramid" | "trees" | "area_off" | "image" | "process" | "fragment",
  number
>;

/** Every figure that the trees of the place are counted in. */
async function figures() {
  const { body } = await master<Statistics>("GET", "/statistics");
  const shown = (await master<WholeImage>("GET", `/whole-image/${image}`)).body;
  const gardens = (await master<{ trees: { total: number } }>("GET", `/garden/${garden}/analytics`))
    .body;
  const { rows } = await sql<Sums>`
    select (select sum(n)::int from tree_tally) as tally, (select sum(green)::int from tree_tally) as tally_green,
      (select sum(n)::int from tree_cell where level = 10) as pyramid, (select count(*)::int from tree where current) as trees,
      (select sum(area_m2) from tree_tally) - (select coalesce(sum(area_m2::float8), 0) from tree where current or superseded_on is not null) as area_off,
      (select tree_count from whole_image where id = ${image}) as image,
      (select p.tree_count from imagery_process p join whole_image w on w.process_id = p.id where w.id = ${image}) as process,
      (select tree_count from fragment where whole_image_id = ${image} and n = 1) as fragment`.execute(
    server.db.sql,
  );
  expect(await recountPyramid(server.db.sql)).toBe(0);
  expect(Math.abs(rows[0]?.area_off ?? 1)).toBeLessThan(1e-3);
  return {
    ...(rows[0] as Sums),
    area_off: 0,
    national: body.total_tree_count,
    shown: shown.trees.total,
    garden: gardens.trees?.total,
  };
}
const tileTag = async () =>
  (await master("GET", "/tiles/trees/14/11319/6316.mvt")).headers.etag as string;

test("an added tree counts everywhere at once, and undoing takes it out of everything again", async () => {
  const before = await figures();
  const tag = await tileTag();
  const { status, body } = await add({ ...added, reason: "Under the shadow of the wall" });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{ review: "added", green: "green", whole_image: image, garden, region: world.home.region },
    ...{ fragment: 1, version: 1, can: { change: true, delete: true } },
  });
  expect(body.segmentation.area_m2).toBeCloseTo(Math.PI * 9, 0);
  const after = await figures();
  const one = (n: number | null) => (n ?? 0) + 1;
  expect(after).toEqual({
    ...before,
    tally: one(before.tally),
    tally_green: one(before.tally_green),
    pyramid: one(before.pyramid),
    trees: one(before.trees),
    image: one(before.image),
    process: one(before.process),
    fragment: 1,
    national: one(before.national),
    shown: one(before.shown),
    garden: one(before.garden),
  });
  expect(await tileTag()).not.toBe(tag);
  const [made] = await corrections();
  expect(made).toMatchObject({
    ...{ action: "add", tree: body.id, before: null, reason: "Under the shadow of the wall" },
    can: { undo: true },
  });
  expect((await undo(made?.id)).body.undone_at).toMatch(/^20/);
  expect({ ...(await figures()), fragment: 1 }).toEqual({ ...before, fragment: 1 });
  expect((await master("GET", `${path}/${body.id}`)).status).toBe(404);
  const lines = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "planttreedetail")
    .select(["action", "resource_id"])
    .orderBy("id")
    .execute();
  expect(lines).toEqual([
    { action: "add", resource_id: `${body.id}` },
    { action: "undo", resource_id: `${body.id}` },
  ]);
});

test("a tree is accepted, moved, redrawn, called not green and removed, and all of it is undone in turn", async () => {
  const [tree] = await treesOf();
  const id = tree?.id ?? 0;
  const change = (version: number, body: object) =>
    master<Tree>("PATCH", `${path}/${id}`, { version, ...body });
  const before = await figures();
  expect((await change(0, { review: "accepted" })).body).toMatchObject({
    review: "accepted",
    version: 1,
  });
  const moved = (await change(1, { point: [400, 700] })).body;
  expect(moved).toMatchObject({
    review: "corrected",
    segmentation: { area_m2: expect.any(Number) },
  });
  expect(moved.detection.box).toEqual([395, 695, 405, 705]);
  const crown = [
    [390, 690],
    [410, 690],
    [410, 712],
    [390, 712],
    [390, 690],
  ];
  const redrawn = (await change(2, { crown })).body;
  expect(redrawn.segmentation).toEqual({ area_m2: 20 * 22 * 0.25, crown: crown.slice(0, 4) });
  const grey = (await change(3, { green: "not_green" })).body;
  expect(grey).toMatchObject({ green: "not_green", version: 4 });
  expect((await figures()).tally_green).toBe(before.tally_green - 1);
  expect((await master("DELETE", `${path}/${id}?version=4&reason=Shadow`)).status).toBe(204);
  expect(await figures()).toMatchObject({
    trees: before.trees - 1,
    garden: before.garden - 1,
  });
  const steps = await corrections(`tree=${id}`);
  expect(steps.map(({ action }) => action)).toEqual([
    "delete",
    "change",
    "change",
    "change",
    "accept",
  ]);
  expect(steps.map(({ can }) => can.undo)).toEqual([true, false, false, false, false]);
  // The newest first: an older one cannot be taken from under it.
  expect((await undo(steps[2]?.id)).body).toMatchObject({ code: "correction_not_last" });
  for (const step of steps) expect((await undo(step.id)).status).toBe(200);
  expect((await undo(steps[0]?.id)).status).toBe(409);
  const again = (await master<Tree>("GET", `${path}/${id}`)).body;
  expect({ ...again, version: 0 }).toEqual(tree);
  expect(again.version).toBeGreaterThan(4);
  expect(await figures()).toEqual({ ...before, fragment: expect.any(Number) });
  expect((await corrections(`tree=${id}&standing=1`)).length).toBe(0);
});

test("a person who has not seen the newest state is told so in their language, and nothing is written", async () => {
  const [, tree] = await treesOf();
  const to = `${path}/${tree?.id}`;
  expect((await master("PATCH", to, { version: 0, green: "unsure" })).status).toBe(200);
  const texts = new Set<unknown>();
  for (const language of ["en", "ru", "tg", "az"]) {
    const { status, body } = await master<{ code: string; detail: string }>(
      "PATCH",
      to,
      { version: 0, green: "green" },
      { "accept-language": language },
    );
    expect([status, body.code]).toEqual([409, "tree_changed"]);
    texts.add(body.detail);
  }
  expect(texts.size).toBe(4);
  expect((await master("DELETE", `${to}?version=0`)).status).toBe(409);
  expect((await master<Tree>("GET", to)).body).toMatchObject({ green: "unsure", version: 1 });
});

test("of two corrections of one tree at once one is refused", async () => {
  const tree = (await treesOf())[2];
  const answers = await Promise.all(
    ["unsure", "not_green"].map((green) =>
      master("PATCH", `${path}/${tree?.id}`, { version: tree?.version, green }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await figures();
});

test.each([
  ["beside the image", { point: [-20, 300], radius_m: 2 }, "tree_outside_image"],
  [
    "that crosses itself",
    {
      crown: [
        [10, 10],
        [30, 30],
        [30, 10],
        [10, 31],
      ],
    },
    "crown_crossed",
  ],
  [
    "of a hectare",
    {
      crown: [
        [10, 10],
        [300, 10],
        [300, 300],
        [10, 300],
      ],
    },
    "crown_size",
  ],
  [
    "given twice",
    {
      point: [10, 10],
      radius_m: 2,
      crown: [
        [10, 10],
        [30, 30],
        [30, 10],
      ],
    },
    "tree_shape",
  ],
  ["without a radius", { point: [10, 10] }, "tree_shape"],
])("a crown %s is refused by its field", async (_name, shape, code) => {
  const { status, body } = await add({ ...shape, green: "green" });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(text("en", `errors.${code}`, { min: 0.03, max: 2000 }));
});

test("degrees give the same place as pixels", async () => {
  const position = [place.west + place.side / 2, place.south + place.side * 0.7];
  const { body } = await add({ position, radius_m: 3, green: "green" });
  expect(body.position[0]).toBeCloseTo(position[0] ?? 0, 7);
  expect(body.detection.box[0]).toBeCloseTo(494, 1);
  await undo((await corrections(`tree=${body.id}`))[0]?.id);
});

test("each right does what it says, and nothing without it", async () => {
  const tree = (await treesOf())[3];
  const to = `${path}/${tree?.id}`;
  const tries = async (as: Caller) => [
    (await add(added, as)).status,
    (await as("PATCH", to, { version: tree?.version, review: "accepted" })).status,
    (await as("DELETE", `${to}?version=99`)).status,
  ];
  const holder = async (letters: string) =>
    (
      await server.person(`holder ${letters}`, {
        permissions: grants({ wholeimage: "v", planttreedetail: letters }),
      })
    ).call;
  expect(await tries(await holder("v"))).toEqual([403, 403, 403]);
  expect(await tries(await holder("va"))).toEqual([201, 403, 403]);
  expect(await tries(await holder("vc"))).toEqual([403, 200, 403]);
  // 409: the version was another one, so the right was there.
  expect(await tries(await holder("vd"))).toEqual([403, 403, 409]);
  const { body } = await (await holder("vac"))<Tree>("GET", to);
  expect(body.can).toEqual({ change: true, delete: false });
  const newest = (await corrections())[0];
  expect((await undo(newest?.id, await holder("vcd"))).status).toBe(
    newest?.action === "add" ? 403 : 200,
  );
});

test("a ministry that sees the image through its garden corrects nothing on it, and one beyond sees nothing", async () => {
  const ministryId = world.ministry.own;
  await server.db.sql
    .updateTable("garden")
    .set({ ministry_id: ministryId })
    .where("id", "=", garden)
    .execute();
  const of = async (role: string, more: object) =>
    (await server.person(role, { permissions: grants(rights), ...more })).call;
  const guest = await of("guest", { ministryId });
  const tree = (await treesOf())[4];
  const to = `${path}/${tree?.id}`;
  expect((await guest<Tree>("GET", to)).body.can).toEqual({ change: false, delete: false });
  for (const answer of [
    await guest("PATCH", to, { version: tree?.version, green: "unsure" }),
    await guest("DELETE", `${to}?version=${tree?.version}`),
    await add(added, guest),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, { code: "imagery_out_of_scope" }]);
  const away = await of("away", { regions: [world.elsewhere] });
  expect((await away("PATCH", to, { version: tree?.version, green: "unsure" })).status).toBe(404);
  expect((await add(added, away)).status).toBe(400);
  expect((await away("GET", `/whole-image/${image}/correction`)).status).toBe(404);
  const here = await of("here", { regions: [world.home.region] });
  expect((await here("PATCH", to, { version: tree?.version, green: "unsure" })).status).toBe(200);
});

test("trees that are being found anew are not corrected", async () => {
  const status = (to: "in_progress" | "completed") =>
    server.db.sql
      .updateTable("imagery_process")
      .set({ status: to })
      .where("id", "=", world.images[1]?.process ?? 0)
      .execute();
  await status("in_progress");
  expect(await add()).toMatchObject({ status: 409, body: { code: "process_running" } });
  await status("completed");
});

test("a tree that a newer image superseded counts in its own period alone", async () => {
  const older = world.images[0]?.id ?? 0;
  const total = async (query: string) =>
    (await master<Statistics>("GET", `/statistics?${query}`)).body.total_tree_count ?? 0;
  const [now, then] = [await total(""), await total("to=2024-12-31")];
  const { status } = await add({ whole_image: older, ...added });
  expect(status).toBe(201);
  expect([await total(""), await total("to=2024-12-31")]).toEqual([now, then + 1]);
  await figures();
});

test("a fragment that was looked through is a corrected one while a correction stands in it", async () => {
  const fresh = await insertPublished(server, world.home, "2026-02-01");
  const at = `/whole-image/${fresh.id}/fragment/1`;
  const review = async () => (await master<{ review: string }>("GET", at)).body.review;
  await master("PATCH", at, { review: "accepted" });
  await add({ ...added, whole_image: fresh.id });
  expect(await review()).toBe("corrected");
  const [made] = (await master<Page<TreeCorrection>>("GET", `/whole-image/${fresh.id}/correction`))
    .body.results;
  await master("POST", `/whole-image/${fresh.id}/correction/${made?.id}/undo`);
  expect(await review()).toBe("accepted");
});

test("an approved period keeps its figures and names a later correction of a tree", async () => {
  const person = async (name: string, report: string) =>
    (await server.person(name, { permissions: grants({ report }) })).call;
  const [clerk, head] = [await person("clerk", "va"), await person("head", "vac")];
  const days = { from: "2025-05-01", to: "2025-05-31" };
  const { id } = (await clerk<ReportPeriodDetail>("POST", "/report-period", days)).body;
  expect((await head("POST", `/report-period/${id}/approve`, { comment: "" })).status).toBe(200);
  const query = `/report/region?from=${days.from}&to=${days.to}`;
  const before = (await head<Report>("GET", query)).body;
  const { body } = await add();
  expect(body.region).toBe(world.home.region);
  const after = (await head<Report>("GET", query)).body;
  expect(after.total).toEqual(before.total);
  const row = after.approval?.corrections?.find(
    ({ line, section, territory }) =>
      line === "row" && section === "trees" && territory === world.home.region,
  );
  expect(Number(row?.now) - Number(row?.approved)).toBe(1);
  expect(row?.causes[0]).toMatchObject({
    ...{ action: "add", resource: "planttreedetail", record: `${body.id}`, by: "Test MasterAdmin" },
  });
});

test("a comparison that a correction ends is asked for again", async () => {
  const pair = { before_id: world.images[0]?.id ?? 0, after_id: image };
  const comparisons = server.db.sql.selectFrom("image_comparison").selectAll();
  const ended = { ...pair, method: 1, status: "completed" } as const;
  await server.db.sql.insertInto("image_comparison").values(ended).execute();
  const { body } = await add();
  const again = [expect.objectContaining({ ...pair, status: "pending", method: compareVersion })];
  expect(await comparisons.execute()).toEqual(again);
  const [made] = await corrections(`tree=${body.id}`);
  expect((await undo(made?.id)).status).toBe(200);
  expect(await comparisons.execute()).toEqual(again);
});

/** A new run of an image against what people had corrected: what differs is shown, and decided by a person. */
import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import type { TreeCorrection } from "@nihol/contract/imagery/tree-corrections";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import { reapplyCorrections } from "@nihol/store/trees/corrections/reapply-corrections";
import { publishImage, unpublishImage } from "@nihol/store/trees/tree-publish";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imageryWorld, insertPublished, place } from "../../support/imagery-world.ts";
import { type Caller, grants, type TestApp } from "../../support/test-app.ts";
import { plant } from "../../support/tree-fixture.ts";

let server: TestApp;
let master: Caller;
let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
beforeAll(async () => {
  world = await imageryWorld();
  ({ server, master } = world);
});
afterAll(() => server.close());
/** An image of its own: ten trees in a row, 50 pixels apart. */
beforeEach(async () => {
  ({ id: image } = await insertPublished(server, world.home, "2025-07-01"));
});

const path = "/plant-tree-detail";
const treesOf = async () =>
  (await master<Page<Tree>>("GET", `${path}?whole_image=${image}&page_size=200`)).body.results.sort(
    (a, b) => a.detection.box[0] - b.detection.box[0],
  );
const conflicts = async (query = "decided=0", as = master) =>
  (await as<Page<TreeConflict>>("GET", `/whole-image/${image}/conflict?${query}`)).body;
const decide = (ids: number[], decision: "kept" | "taken", as = master) =>
  as<{ decided: number; passed_over: number; code?: string }>(
    "POST",
    `/whole-image/${image}/conflict/decide`,
    { ids, decision },
  );
const shown = async () => (await master<WholeImage>("GET", `/whole-image/${image}`)).body;
async function sums() {
  const { rows } = await sql<{ trees: number; tally: number; green: number }>`
    select (select count(*)::int from tree where whole_image_id = ${image}) as trees,
      (select sum(n)::int from tree_tally where whole_image_id = ${image}) as tally,
      (select sum(green)::int from tree_tally where whole_image_id = ${image}) as green`.execute(
    server.db.sql,
  );
  expect(await recountPyramid(server.db.sql)).toBe(0);
  expect((await shown()).trees.total).toBe(rows[0]?.trees);
  return rows[0];
}

interface Spot {
  /** In steps of the row of trees. */
  at: number;
  green?: 0 | 1;
}
/** The image is found anew with trees at these places of the row, as the worker publishes it. */
async function runAnew(spots: Spot[]) {
  const { sql: db } = server.db;
  await db.transaction().execute((trx) => unpublishImage(trx, image));
  await db.deleteFrom("tree").where("whole_image_id", "=", image).execute();
  const date = "2025-07-01";
  await plant(
    server.db,
    image,
    { ...place, date },
    spots.map(({ at, green }) => ({
      lon: place.west + 0.001 + at / 2000,
      lat: place.south + 0.005,
      ...(green !== undefined && { green }),
      region: world.home.region,
      district: world.home.district,
    })),
  );
  await db.transaction().execute(async (trx) => {
    await unpublishImage(trx, image);
    await reapplyCorrections(trx, image);
    await publishImage(trx, image);
  });
  await sql`update imagery_process p set tree_count = w.tree_count, status = 'completed' from whole_image w
    where w.process_id = p.id and w.id = ${image}`.execute(db);
}
const row = Array.from({ length: 10 }, (_, at) => ({ at }));

/** Removed 0, accepted 1, called 2 not green; the rest is as it was found. */
async function correctThree() {
  const [first, second, third] = await treesOf();
  await master("DELETE", `${path}/${first?.id}?version=0&reason=Shadow`);
  await master("PATCH", `${path}/${second?.id}`, { version: 0, review: "accepted" });
  await master("PATCH", `${path}/${third?.id}`, { version: 0, green: "not_green" });
  return { first, second, third };
}

test("each disagreement of a new run is shown with both words, and what agrees is not", async () => {
  const { first, second, third } = await correctThree();
  // 0 is found again, 1 is not found, 2 is green as before; a second tree lies on 3, which nobody corrected.
  await runAnew([...row.filter(({ at }) => at !== 1), { at: 3.1 }]);
  const { count, results } = await conflicts();
  expect(count).toBe(3);
  expect((await shown()).conflicts).toBe(3);
  const of = (tree: number | undefined) => results.find((one) => one.tree === tree);
  expect(of(first?.id)).toMatchObject({
    ...{ kind: "found_again", person: null, reason: "Shadow", found: { green: "green" } },
    ...{ decided: null, can: { keep: true, take: true } },
  });
  expect(of(first?.id)?.removed?.position[0]).toBeCloseTo(place.west + 0.001, 6);
  expect(of(second?.id)).toMatchObject({ kind: "not_found", found: null });
  expect(of(third?.id)).toMatchObject({
    ...{ kind: "other_green", person: { green: "not_green" }, found: { green: "green" } },
  });
  expect(of(third?.id)?.by).toBeTruthy();
  // A person's word stands until they decide.
  expect(await sums()).toMatchObject({ trees: 10, tally: 10, green: 9 });
});

test("the run's word is an ordinary correction: counts follow, it is undone, and the conflict is open again", async () => {
  const { first } = await correctThree();
  await runAnew(row.filter(({ at }) => at !== 1));
  const before = await sums();
  const all = (await conflicts()).results;
  expect(
    (
      await decide(
        all.map(({ id }) => id),
        "taken",
      )
    ).body,
  ).toEqual({
    ...{ decided: 3, passed_over: 0 },
  });
  // 0 is back, 1 is gone, 2 is green.
  expect(await sums()).toEqual({ ...before, green: (before?.green ?? 0) + 1 });
  expect(await conflicts()).toMatchObject({ count: 0 });
  expect((await conflicts("decided=1")).results.map(({ decided }) => decided)).toEqual([
    "taken",
    "taken",
    "taken",
  ]);
  const back = (await treesOf())[0];
  expect(back).toMatchObject({ id: first?.id, review: "accepted" });
  const corrections = await master<Page<TreeCorrection>>(
    "GET",
    `/whole-image/${image}/correction?tree=${first?.id}`,
  );
  const last = corrections.body.results[0];
  expect(last).toMatchObject({ action: "add", can: { undo: true } });
  await master("POST", `/whole-image/${image}/correction/${last?.id}/undo`);
  expect((await sums())?.trees).toBe((before?.trees ?? 0) - 1);
  expect((await conflicts()).results).toMatchObject([{ tree: first?.id, kind: "found_again" }]);
  const { rows: log } = await sql<{ action: string }>`
    select action from audit_log where resource = 'planttreedetail' and resource_id = ${String(first?.id)}
    order by id`.execute(server.db.sql);
  expect(log.map(({ action }) => action)).toEqual(["delete", "add", "conflict", "undo"]);
});

test("a decision that a person has kept is not asked for again by the next run; the undecided ones are asked by it alone", async () => {
  const { first } = await correctThree();
  const anew = row.filter(({ at }) => at !== 1);
  await runAnew(anew);
  const before = await sums();
  const removed = (await conflicts()).results.find(({ tree }) => tree === first?.id);
  expect((await decide([removed?.id ?? 0], "kept")).body.decided).toBe(1);
  expect(await sums()).toEqual(before);
  expect((await decide([removed?.id ?? 0], "taken")).body).toEqual({ decided: 0, passed_over: 1 });
  await runAnew(anew);
  expect((await conflicts()).results.map(({ kind }) => kind).sort()).toEqual([
    "not_found",
    "other_green",
  ]);
  await runAnew(row);
  expect((await conflicts()).results.map(({ kind }) => kind)).toEqual(["other_green"]);
});

test("a second tree on a corrected one stands until a person says that there is one", async () => {
  const [, second] = await treesOf();
  await master("PATCH", `${path}/${second?.id}`, { version: 0, review: "accepted" });
  // A tenth of a step is five pixels, half a crown.
  await runAnew([...row, { at: 1.09 }]);
  const [beside] = (await conflicts()).results;
  expect(beside).toMatchObject({ kind: "beside", tree: second?.id, can: { keep: true } });
  expect((await sums())?.trees).toBe(11);
  await decide([beside?.id ?? 0], "kept");
  expect((await sums())?.trees).toBe(10);
  // The removal that the decision made is no new question when the run finds the same again.
  await runAnew([...row, { at: 1.09 }]);
  expect((await conflicts()).count).toBe(0);
  expect((await sums())?.trees).toBe(10);
});

test("correcting the tree otherwise decides the conflict, and undoing opens it again", async () => {
  const { third } = await correctThree();
  await runAnew(row.filter(({ at }) => at !== 1));
  const tree = (await treesOf()).find(({ id }) => id === third?.id);
  await master("PATCH", `${path}/${tree?.id}`, { version: tree?.version, green: "unsure" });
  const decided = (await conflicts("decided=1")).results;
  expect(decided).toMatchObject([{ tree: third?.id, decided: "corrected", can: { take: false } }]);
  const { body } = await master<Page<TreeCorrection>>(
    "GET",
    `/whole-image/${image}/correction?tree=${tree?.id}`,
  );
  await master("POST", `/whole-image/${image}/correction/${body.results[0]?.id}/undo`);
  expect((await conflicts()).results.map(({ tree: of }) => of)).toContain(third?.id);
});

test("each decision needs the right to what it does, and nothing is written where one is missing", async () => {
  await correctThree();
  await runAnew(row.filter(({ at }) => at !== 1));
  const all = (await conflicts()).results;
  const ids = all.map(({ id }) => id);
  const { call } = await server.person("Changer", {
    permissions: grants({ wholeimage: "v", planttreedetail: "vc" }),
  });
  const before = await sums();
  expect((await conflicts("decided=0", call)).results.map(({ kind, can }) => [kind, can])).toEqual(
    expect.arrayContaining([
      ["found_again", { keep: true, take: false }],
      ["not_found", { keep: true, take: false }],
      ["other_green", { keep: true, take: true }],
    ]),
  );
  expect((await decide(ids, "taken", call)).status).toBe(403);
  expect(await sums()).toEqual(before);
  expect((await conflicts()).count).toBe(3);
  expect((await decide(ids, "kept", call)).body.decided).toBe(3);
});

test("an image that is being found anew is not decided on, and one beyond the scope is not there", async () => {
  await correctThree();
  await runAnew(row);
  const [one] = (await conflicts()).results;
  const far = await server.person("Far", {
    permissions: grants({ wholeimage: "vc", planttreedetail: "vacd" }),
    regions: [world.elsewhere],
  });
  expect((await decide([one?.id ?? 0], "kept", far.call)).status).toBe(404);
  expect((await far.call("GET", `/whole-image/${image}/conflict`)).status).toBe(404);
  await sql`update imagery_process p set status = 'in_progress' from whole_image w
    where w.process_id = p.id and w.id = ${image}`.execute(server.db.sql);
  expect((await conflicts()).results[0]?.can).toEqual({ keep: false, take: false });
  const { status, body } = await decide([one?.id ?? 0], "kept");
  expect([status, body.code]).toEqual([409, "process_running"]);
});

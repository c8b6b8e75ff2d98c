import type { Capture } from "@nihol/contract/imagery/captures";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let master: Caller;
let older: number;
let newer: number;
const area = { west: 69, south: 38, side: 0.01 };
type List = { count: number; results: Capture[] };

beforeAll(async () => {
  server = await testApp();
  master = (await server.person("MasterAdmin")).call;
});
afterAll(() => server.close());

async function insertDated(date: string, trees: number) {
  const options = { ...area, date };
  const id = await insertImage(server.db, options);
  await server.db.sql
    .updateTable("imagery_process")
    .set({ status: "completed" })
    .where("id", "in", (q) => q.selectFrom("whole_image").select("process_id").where("id", "=", id))
    .execute();
  const spots = Array.from({ length: trees }, (_, n) => ({ lon: 69.001 + n / 1000, lat: 38.005 }));
  await plant(server.db, id, options, spots);
  return id;
}
beforeEach(async () => {
  await server.db.sql.deleteFrom("imagery_process").execute();
  await server.db.sql.deleteFrom("tree_cell").execute();
  older = await insertDated("2024-05-01", 5);
  newer = await insertDated("2025-05-01", 3);
});

const total = async () =>
  (await master<{ total_tree_count: number }>("GET", "/statistics")).body.total_tree_count;
const review = (id: number, body: object, call = master) =>
  call<Capture>("POST", `/capture/${id}/review`, body);

test("captures are listed with their dates, the others of the same place, and their state", async () => {
  const { body } = await master<List>("GET", "/capture?review=new&ordering=-date");
  expect(body.count).toBe(2);
  expect(body.results[0]).toMatchObject({
    id: newer,
    date: "2025-05-01",
    other_dates: ["2024-05-01"],
    review: "new",
    counts: true,
    tree_count: 3,
  });
  expect((await master<List>("GET", "/capture?review=rejected")).body.count).toBe(0);
});

test("a rejected image's trees leave the counts, and the older image counts in its place", async () => {
  expect(await total()).toBe(3);
  const { body, status } = await review(newer, { state: "rejected", reason: "too_cloudy" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ review: "rejected", reason: "too_cloudy", counts: false });
  expect(body.reviewed_by).toBe("Test MasterAdmin");
  expect(await total()).toBe(5);
});

test("accepting it again brings its trees back", async () => {
  await review(newer, { state: "rejected", reason: "wrong_place" });
  const { body } = await review(newer, { state: "accepted" });
  expect(body).toMatchObject({ review: "accepted", reason: null, counts: true });
  expect(await total()).toBe(3);
});

test("a rejection names its reason, and 'other' is explained", async () => {
  const bare = await review(older, { state: "rejected" });
  expect(bare.status).toBe(400);
  expect(bare.body).toHaveProperty("reason");
  const other = await review(older, { state: "rejected", reason: "other" });
  expect(other.status).toBe(400);
  expect(other.body).toHaveProperty("comment");
  expect((await master<Capture>("GET", `/capture/${older}`)).body.review).toBe("new");
});

test("an image still being worked on is not published by being accepted", async () => {
  await review(newer, { state: "rejected", reason: "too_cloudy" });
  await server.db.sql.updateTable("imagery_process").set({ status: "in_progress" }).execute();
  const { body } = await review(newer, { state: "accepted" });
  expect(body).toMatchObject({ review: "accepted", counts: false });
});

test("the right to view does not suffice to decide, and what lies outside the scope is not found", async () => {
  const reader = await server.person("Date looker", {
    permissions: grants({ satelliteimagery: "v" }),
  });
  expect((await review(newer, { state: "accepted" }, reader.call)).status).toBe(403);
  const [region] = await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "Х", ru: "Х", en: "X", az: "" }) })
    .returning("id")
    .execute();
  const far = await server.person("Far", {
    permissions: grants({ satelliteimagery: "vc" }),
    regions: [region?.id ?? 0],
  });
  expect((await far.call<List>("GET", "/capture")).body.count).toBe(0);
  expect((await review(newer, { state: "accepted" }, far.call)).status).toBe(404);
});

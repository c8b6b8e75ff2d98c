/** Districts written by hand: where they may lie, and what goes with them into another region. */

import type { District, Region } from "@nihol/contract/territory";
import type { Bbox } from "@nihol/geo/geometry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rectangle } from "../../../../packages/store/test/tree-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let west: number;
let east: number;
const named = (word: string) => ({ tg: word, ru: word, en: word, az: word });

async function made(path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await call<{ id: number }>("POST", path, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const newRegion = (word: string, box: Bbox) =>
  made("/region", { name: named(word), boundary: rectangle(box) });

beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  west = await newRegion("West", [68, 38, 69, 39]);
  east = await newRegion("East", [69, 38, 70, 39]);
});
afterAll(() => server.close());

test("a district is not given to a region that it lies far outside of, and the place is said", async () => {
  const body = { name: named("Far"), region: east, boundary: rectangle([69.6, 38.2, 69.8, 38.4]) };
  const id = await made("/district", body);
  const given = await call<Record<string, string[]>>("PATCH", `/district/${id}`, { region: west });
  expect(given.status).toBe(400);
  expect(given.body.region?.[0]).toMatch(/leaves the border of the district's region by more/);
});

test("gardens go with their district into another region, so that both reports count the same", async () => {
  const boundary = rectangle([68.9, 38.5, 69.1, 38.6]);
  const district = await made("/district", { name: named("Border"), region: west, boundary });
  const garden = await made("/garden", {
    ...{ name: named("Garden"), region: west, district },
    boundary: rectangle([68.99, 38.55, 68.995, 38.555]),
  });
  const moved = await call<District>("PATCH", `/district/${district}`, { region: east });
  expect([moved.status, moved.body.region.id]).toEqual([200, east]);
  const { body } = await call<{ region: { id: number } }>("GET", `/garden/${garden}`);
  expect(body.region.id).toBe(east);
  const counts = await Promise.all(
    [west, east].map(async (id) => (await call<Region>("GET", `/region/${id}`)).body.garden_count),
  );
  expect(counts).toEqual([0, 1]);
});

test("a region round the whole globe is refused: its area would be nothing", async () => {
  const body = { name: named("World"), boundary: rectangle([-180, -90, 180, 90]) };
  const refused = await call<Record<string, string[]>>("POST", "/region", body);
  expect([refused.status, refused.body.boundary]).toEqual([400, ["The boundary encloses no area"]]);
});

/** Gardens that a moved border leaves outside are named before and after it is written. */
import type { GardensOutside } from "@nihol/contract/territory";
import type { Bbox } from "@nihol/geo/geometry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rectangle } from "../../../../packages/store/test/tree-world.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
});
afterAll(() => server.close());

interface Answer {
  id: number;
  bbox: Bbox;
  gardens_outside: GardensOutside;
  confirm_gardens?: string[];
}
const named = (word: string) => ({ tg: word, ru: word, en: word, az: word });

async function place(path: string, box: Bbox | null, more: object = {}): Promise<number> {
  const name = "name" in more ? more.name : fresh();
  const boundary = box && rectangle(box);
  const { status, body } = await call<Answer>("POST", path, { ...more, name, boundary });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Small gardens side by side along a parallel, from a longitude on. */
async function gardens(word: string, west: number, count: number, more: object) {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const box: Bbox = [west + i * 0.004, 36.51, west + i * 0.004 + 0.002, 36.512];
    ids.push(await place("/garden", box, { name: named(`${word} ${i + 1}`), ...more }));
  }
  return ids;
}
const idsOf = ({ first }: GardensOutside) => first.map(({ id }) => id);

/** A file with one outline, as a browser sends it. */
function importOf(name: string, box: Bbox, query: string) {
  const features = [{ type: "Feature", properties: { name }, geometry: rectangle(box) }];
  const content = JSON.stringify({ type: "FeatureCollection", features });
  const head = `------nihol\r\ncontent-disposition: form-data; name="file"; filename="a.geojson"\r\ncontent-type: application/geo+json\r\n\r\n`;
  return call<Answer>("POST", `/region/import${query}`, `${head}${content}\r\n------nihol--\r\n`, {
    "content-type": "multipart/form-data; boundary=----nihol",
  });
}

test("a drawn border that leaves gardens outside is confirmed, and they are named until they lie right", async () => {
  const region = await place("/region", [66, 36.5, 66.2, 36.6]);
  const [left = 0] = await gardens("Left", 66.15, 1, { region });
  await gardens("Right", 66.02, 1, { region });
  const patch = (body: object) => call<Answer>("PATCH", `/region/${region}`, body);
  const half = { boundary: rectangle([66, 36.5, 66.1, 36.6]) };
  const asked = await patch(half);
  expect([asked.status, asked.body.confirm_gardens?.[0]]).toEqual([
    400,
    expect.stringContaining(
      "1 garden would lie outside the place that the form of each names: Left 1.",
    ),
  ]);
  const now = async () => (await call<Answer>("GET", `/region/${region}`)).body;
  expect(await now()).toMatchObject({
    bbox: [66, 36.5, 66.2, 36.6],
    gardens_outside: { count: 0 },
  });
  const confirmed = await patch({ ...half, confirm_gardens: true });
  expect(confirmed.body.gardens_outside).toMatchObject({ count: 1, first: [{ id: left }] });
  // Gardens that lay outside before are no news.
  expect((await patch({ boundary: rectangle([66, 36.5, 66.11, 36.6]) })).status).toBe(200);
  expect((await now()).gardens_outside).toMatchObject({ count: 1, first: [{ id: left }] });
  const blind = await server.person("Sees no gardens", { permissions: grants({ region: "v" }) });
  const seen = await blind.call<Answer>("GET", `/region/${region}`);
  expect(seen.body.gardens_outside).toEqual({ count: 0, first: [] });
  expect((await patch({ boundary: rectangle([66, 36.5, 66.2, 36.6]) })).status).toBe(200);
  expect((await now()).gardens_outside.count).toBe(0);
});

test("of a file they are named in the dry run and after it", async () => {
  const region = await place("/region", [66.4, 36.5, 66.6, 36.6], { name: named("Filed") });
  const ids = await gardens("Filed garden", 66.5, 7, { region });
  const half: Bbox = [66.4, 36.5, 66.49, 36.6];
  for (const query of ["?dry_run=1", ""]) {
    const { body } = await importOf("Filed", half, query);
    expect([body.gardens_outside.count, idsOf(body.gardens_outside)]).toEqual([7, ids.slice(0, 5)]);
  }
  const { body } = await importOf("Filed", [66.4, 36.5, 66.6, 36.6], "?dry_run=1");
  expect(body.gardens_outside).toEqual({ count: 0, first: [] });
});

test("a garden that a border takes from a place without one is named too, and one along a common edge is not", async () => {
  const region = await place("/region", [66.8, 36.5, 67.2, 36.6]);
  const taking = await place("/district", [66.8, 36.5, 66.9, 36.6], { region });
  const bare = await place("/district", null, { region });
  const beside = await place("/district", [67, 36.5, 67.2, 36.6], { region });
  const [taken = 0] = await gardens("Taken", 66.95, 1, { region });
  const [edge = 0] = await gardens("Edge", 67, 1, { region });
  const keepIn = (id: number, district: number) =>
    server.db.sql
      .updateTable("garden")
      .set({ district_id: district })
      .where("id", "=", id)
      .execute();
  await keepIn(taken, bare);
  await keepIn(edge, beside);
  const body = { boundary: rectangle([66.8, 36.5, 67.003, 36.6]), confirm_gardens: true };
  const { status, body: answer } = await call<Answer>("PATCH", `/district/${taking}`, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  expect(answer.gardens_outside).toMatchObject({ count: 1, first: [{ id: taken }] });
});

/** Where a garden may be drawn, and how large: each refusal says what, where and how to mend it. */

import type { GardenPreview } from "@nihol/contract/geometry";
import { limits } from "@nihol/contract/values/limits";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon, Polygon } from "@nihol/geo/geometry";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let ministries: number[];
let regions: number[];
let districts: number[];
const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
const all = grants({ garden: "vacd" });

const box = (west: number, south: number, width: number, height = width): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + width, south],
      [west + width, south + height],
      [west, south + height],
      [west, south],
    ],
  ],
});

/** Two regions side by side, 68–70° E and 37–39° N; the first one of two districts. */
async function insertCountry() {
  const sql = server.db.sql;
  const values = (west: number, width: number) => ({
    name: json(name),
    boundary: json<MultiPolygon>({
      type: "MultiPolygon",
      coordinates: [box(west, 37, width, 2).coordinates],
    }),
    bbox: [west, 37, west + width, 39] satisfies Bbox,
  });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  regions = ids(
    await sql
      .insertInto("region")
      .values([values(68, 1), values(69, 1)])
      .returning("id")
      .execute(),
  );
  const region_id = regions[0] ?? 0;
  districts = ids(
    await sql
      .insertInto("district")
      .values([68, 68.5].map((west) => ({ ...values(west, 0.5), region_id })))
      .returning("id")
      .execute(),
  );
  ministries = ids(
    await sql
      .insertInto("ministry")
      .values([values(0, 1), values(0, 1)].map(({ name: text }) => ({ name: text })))
      .returning("id")
      .execute(),
  );
}

beforeAll(async () => {
  server = await testApp();
  await insertCountry();
});
afterAll(() => server.close());
beforeEach(() => server.db.sql.deleteFrom("garden").execute());

let people = 0;
const person = async (options: Parameters<TestApp["person"]>[1] = {}) =>
  (await server.person(`Drawer ${people++}`, { permissions: all, ...options })).call;
interface Answer {
  id: number;
  boundary: string[];
  confirm_large: string[];
  code: string;
  detail: string;
}
const draw = (call: Caller, boundary: object, more: object = {}) =>
  call<Answer>("POST", "/garden", {
    name,
    boundary,
    ...more,
  });
const count = async () => (await (await person())<{ count: number }>("GET", "/garden")).body.count;

describe("outside the country", () => {
  test("a garden is refused, and the place is named", async () => {
    const call = await person();
    const { status, body } = await draw(call, box(69.9, 38, 0.2, 0.01));
    expect(status).toBe(400);
    expect(body.boundary[0]).toMatch(
      /outside the country's regions at longitude 70\.\d+, latitude/,
    );
    expect(await count()).toBe(0);
  });

  test("a border may be off by some kilometres", async () => {
    expect((await draw(await person(), box(70, 38, 0.01))).status).toBe(201);
  });

  test("no word is said while a region has no border yet", async () => {
    const sql = server.db.sql;
    const { id } = await sql
      .insertInto("region")
      .values({ name: json(name) })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect((await draw(await person(), box(75, 38, 0.01))).status).toBe(201);
    await sql.deleteFrom("garden").execute();
    await sql.deleteFrom("region").where("id", "=", id).execute();
  });
});

test("exchanged longitude and latitude are recognised", async () => {
  const call = await person();
  const { status, body } = await draw(call, box(38, 68.5, 0.01));
  expect(status).toBe(400);
  expect(body.boundary[0]).toMatch(/look swapped: at longitude 38\.\d+, latitude 68\.\d+/);
});

describe("more than the largest area", () => {
  // 0.5° by 0.5° at 38° N are 2,400 km².
  const large = box(69.2, 38, 0.5);

  test("is refused for a person of a ministry, whatever they confirm", async () => {
    const call = await person({ ministryId: ministries[0] });
    for (const confirm_large of [false, true]) {
      const { status, body } = await draw(call, large, { confirm_large });
      expect(status).toBe(400);
      expect(body.boundary[0]).toMatch(/2[34]\d\d km²; a garden has at most 500 km²/);
    }
  });

  test("asks the whole programme's staff to confirm", async () => {
    const call = await person();
    const asked = await draw(call, large);
    expect(asked.status).toBe(400);
    expect(asked.body.confirm_large[0]).toMatch(/2[34]\d\d km², more than 500 km².*confirm it/);
    const made = await draw(call, large, { confirm_large: true });
    expect(made.status).toBe(201);
    expect(limits.gardenAreaM2).toBe(5e8);
  });

  test("the half of the Earth is outside the country before it is large", async () => {
    const call = await person();
    const { body } = await draw(call, box(-170, -80, 340, 160), { confirm_large: true });
    expect(body.boundary[0]).toMatch(/outside the country/);
  });
});

describe("outside the drawer's territories", () => {
  test("a garden that leaves the district is refused where it leaves it", async () => {
    const call = await person({ districts: districts.slice(0, 1) });
    // most of it is inside, so that the district is found by the larger share
    const { status, body } = await draw(call, box(68.4, 38, 0.15, 0.01));
    expect([status, body.code]).toEqual([403, "out_of_reach"]);
    expect(body.detail).toMatch(/leaves your territory at longitude 68\.5\d+, latitude 38/);
    expect(await count()).toBe(0);
  });

  test("a district without a border counts by its region's", async () => {
    const { id } = await server.db.sql
      .insertInto("district")
      .values({ name: json(name), region_id: regions[1] ?? 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const call = await person({ districts: [id] });
    expect((await draw(call, box(69.5, 38, 0.01), { district: id })).status).toBe(201);
    const refused = await draw(call, box(68.7, 38, 0.01), { district: id });
    expect([refused.status, refused.body.code]).toEqual([403, "out_of_reach"]);
  });
});

describe("over another ministry's garden", () => {
  const theirs = box(69.5, 38, 0.01);
  beforeEach(async () => {
    expect((await draw(await person({ ministryId: ministries[1] }), theirs)).status).toBe(201);
  });

  test.each([
    ["within it", box(69.502, 38.002, 0.001)],
    ["around it", box(69.49, 37.99, 0.03)],
    ["over its half", box(69.505, 38, 0.01)],
  ])("a garden %s is refused, and the overlap is named", async (_, boundary) => {
    const call = await person({ ministryId: ministries[0] });
    const { status, body } = await draw(call, boundary);
    expect(status).toBe(400);
    expect(body.boundary[0]).toMatch(/covers \d+\.\d\d ha of a garden that is not yours/);
    expect(await count()).toBe(1);
  });

  test("a garden beside it, a hand's width over the edge, is taken", async () => {
    const call = await person({ ministryId: ministries[0] });
    expect((await draw(call, box(69.5099, 38, 0.01))).status).toBe(201);
  });

  test("a garden without a ministry of a person of the region is refused there too", async () => {
    const call = await person({ regions: regions.slice(1) });
    expect((await draw(call, box(69.502, 38.002, 0.001))).status).toBe(400);
  });

  test("the own ministry and the whole programme may draw there", async () => {
    const own = await person({ ministryId: ministries[1] });
    expect((await draw(own, box(69.502, 38.002, 0.001))).status).toBe(201);
    expect((await draw(await person(), box(69.505, 38, 0.01))).status).toBe(201);
  });

  test("of two who draw over one place at once, one is refused", async () => {
    const [one, other] = [
      await person({ ministryId: ministries[0] }),
      await person({ ministryId: ministries[1] }),
    ];
    const place = box(69.7, 38, 0.01);
    const answers = await Promise.all([draw(one, place), draw(other, place)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe("a garden that is there", () => {
  test("is held to the same when its boundary is changed", async () => {
    const call = await person({ ministryId: ministries[0] });
    const { body } = await draw(call, box(69.2, 38, 0.01));
    await draw(await person({ ministryId: ministries[1] }), box(69.5, 38, 0.01));
    const patch = (boundary: object) => call("PATCH", `/garden/${body.id}`, { boundary });
    for (const boundary of [box(38, 69.2, 0.01), box(69.2, 38, 0.5), box(69.502, 38, 0.001)])
      expect((await patch(boundary)).status).toBe(400);
    const kept = await call<{ bbox: number[] }>("GET", `/garden/${body.id}`);
    expect(kept.body.bbox[0]).toBe(69.2);
  });

  test("keeps a boundary that would be refused today when something else is changed", async () => {
    const call = await person();
    const { body } = await draw(call, box(69.2, 38, 0.5), { confirm_large: true });
    await server.db.sql
      .updateTable("garden")
      .set({ ministry_id: ministries[0] ?? 0 })
      .where("id", "=", body.id)
      .execute();
    const own = await person({ ministryId: ministries[0] });
    const { boundary } = (await own<{ boundary: object }>("GET", `/garden/${body.id}`)).body;
    const renamed = { boundary, name: { ...name, en: "Renamed" } };
    expect((await own("PATCH", `/garden/${body.id}`, renamed)).status).toBe(200);
  });

  test("takes no such boundary from a file either", async () => {
    const someone = await server.person(`Drawer ${people++}`, {
      permissions: all,
      ministryId: ministries[0] ?? 0,
    });
    const { body } = await draw(someone.call, box(69.2, 38, 0.01));
    const form = new FormData();
    form.append("file", new Blob([JSON.stringify(box(38, 69.2, 0.01))]), "garden.geojson");
    const request = new Request("http://localhost", { method: "POST", body: form });
    const answer = await server.app.inject({
      method: "POST",
      url: `/api/garden/${body.id}/boundary`,
      headers: {
        authorization: `Bearer ${(await server.tokensOf(someone.email)).access}`,
        "accept-language": "ru",
        "content-type": request.headers.get("content-type") as string,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().boundary[0]).toMatch(/долгота и широта перепутаны/);
  });
});

describe("a file of gardens", () => {
  const outlines = (...shapes: object[]) =>
    JSON.stringify({
      type: "FeatureCollection",
      features: shapes.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
    });
  async function preview(call: Caller, path: string, content: string) {
    const form = new FormData();
    form.append("file", new Blob([content]), "gardens.geojson");
    const request = new Request("http://localhost", { method: "POST", body: form });
    return call<GardenPreview>("POST", path, Buffer.from(await request.arrayBuffer()), {
      "content-type": request.headers.get("content-type") as string,
    });
  }
  const codes = ({ features }: GardenPreview) => features.map(({ refusal }) => refusal?.code);

  test("is shown with what saving each would refuse", async () => {
    const [own, others] = ministries;
    await draw(await person({ ministryId: others }), box(68.1, 38.1, 0.01));
    const call = await person({ ministryId: own, districts: [districts[0] ?? 0] });
    const file = outlines(
      box(68.3, 38.3, 0.01),
      box(68.1, 38.1, 0.01),
      box(69.5, 38, 0.01),
      box(75, 38, 0.01),
      box(68.01, 37.5, 0.4),
    );
    const { status, body } = await preview(call, "/garden/boundary-preview", file);
    expect(status).toBe(200);
    expect(codes(body)).toEqual([
      undefined,
      "garden_overlaps",
      "garden_out_of_scope",
      "garden_abroad",
      "garden_too_large",
    ]);
    expect(body.features[1]?.refusal?.reason).toMatch(/^The boundary covers .* ha of a garden/);
    expect(body.untried).toBe(0);
    const drawn = await draw(call, box(68.1, 38.1, 0.01));
    expect(drawn.body.boundary).toEqual([body.features[1]?.refusal?.reason]);
  });

  test("does not find a garden over itself", async () => {
    const call = await person({ ministryId: ministries[0] });
    const { body } = await draw(call, box(68.1, 38.1, 0.01));
    const path = `/garden/boundary-preview?garden=${body.id}`;
    expect(codes((await preview(call, path, outlines(box(68.1, 38.1, 0.01)))).body)).toEqual([
      undefined,
    ]);
  });

  test("says nothing of others' gardens without the right to save gardens", async () => {
    await draw(await person({ ministryId: ministries[1] }), box(68.1, 38.1, 0.01));
    const call = await person({ ministryId: ministries[0], permissions: grants({ garden: "v" }) });
    const file = outlines(box(68.1, 38.1, 0.01));
    expect(codes((await preview(call, "/garden/boundary-preview", file)).body)).toEqual([
      undefined,
    ]);
  });

  test("says how many of very many it did not try", async () => {
    const shapes = Array.from({ length: 203 }, (_, n) => box(68.1 + n / 1000, 38.1, 0.0005));
    const { body } = await preview(await person(), "/garden/boundary-preview", outlines(...shapes));
    expect([body.features.length, body.untried]).toEqual([203, 3]);
  });
});

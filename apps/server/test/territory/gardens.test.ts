import { json } from "@nihol/db/json";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { square } from "../support/imagery-world.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

interface GardenBody {
  id: number;
  name: { ru: string };
  region: { id: number } | null;
  district: { id: number } | null;
  ministry: { id: number } | null;
  boundary: { coordinates: number[][][][] } | null;
  bbox: number[] | null;
  area_m2: number | null;
  tree_count: number;
}
interface PageBody {
  count: number;
  results: GardenBody[];
}

const names = (ru: string) => ({ tg: `Боғи ${ru}`, ru, en: `Garden ${ru}`, az: "" });
const multi = (west: number, south: number, side: number) => ({
  type: "MultiPolygon",
  coordinates: [square(west, south, side).coordinates],
});

let places = 0;
/** A region with two districts side by side, each half a degree wide, in a corner of its own. */
async function territory() {
  const west = 10 + places++ * 2;
  const insert = async (table: "region" | "district", more: object, side: number, at: number) =>
    (
      await server.db.sql
        .insertInto(table)
        .values({
          name: json(names(`${table} ${at}`)),
          boundary: json(multi(at, 30, side)),
          bbox: [at, 30, at + side, 30 + side],
          ...more,
        } as never)
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const region = await insert("region", {}, 1, west);
  const left = await insert("district", { region_id: region }, 0.5, west);
  const right = await insert("district", { region_id: region }, 0.5, west + 0.5);
  return { west, region, left, right };
}

async function ministry() {
  const row = await server.db.sql
    .insertInto("ministry")
    .values({ name: json(names("министерство")) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const all = grants({ garden: "vacd" });
let roles = 0;
const master = () => server.person("MasterAdmin");

test("measures a drawn garden and finds its district by the larger share", async () => {
  const { call } = await master();
  const { west, region, right } = await territory();
  const created = await call<GardenBody>("POST", "/garden", {
    name: names("Сад"),
    boundary: square(west + 0.49, 30.1, 0.03),
  });
  expect(created.status).toBe(201);
  expect(created.body.district?.id).toBe(right);
  expect(created.body.region?.id).toBe(region);
  expect(created.body.bbox).toEqual([west + 0.49, 30.1, west + 0.52, 30.130000000000003]);
  // 0.03° of longitude at 30.1° N is 2,889 m, of latitude 3,326 m.
  expect(created.body.area_m2).toBeGreaterThan(9.58e6);
  expect(created.body.area_m2).toBeLessThan(9.64e6);
});

test("believes what was sent where no borders are known", async () => {
  const { call } = await master();
  const { region, left } = await territory();
  const withoutBorder = { name: json(names("без границы")) };
  await server.db.sql.insertInto("region").values(withoutBorder).execute();
  const { body } = await call<GardenBody>("POST", "/garden", {
    name: names("Вне границ"),
    district: left,
    boundary: square(-60, -30, 0.01),
  });
  expect(body.district?.id).toBe(left);
  expect(body.region?.id).toBe(region);
});

test("says where a boundary crosses itself", async () => {
  const { call } = await master();
  const { status, body } = await call("POST", "/garden", {
    name: names("Бантик"),
    boundary: {
      type: "Polygon",
      coordinates: [
        [
          [68, 38],
          [68.2, 38.2],
          [68.2, 38],
          [68, 38.2],
          [68, 38],
        ],
      ],
    },
  });
  expect(status).toBe(400);
  expect(body.boundary).toEqual([
    "The boundary crosses itself at longitude 68.100000, latitude 38.100000",
  ]);
});

test("lists by search, filter and box without boundaries unless asked", async () => {
  const { call } = await master();
  const { west, region, left } = await territory();
  const word = `Лола${west}`;
  for (const [i, name] of [`${word} б`, `${word} а`].entries())
    await call("POST", "/garden", {
      name: names(name),
      boundary: square(west + 0.1 + i / 10, 30.2, 0.01),
    });
  const found = await call<PageBody>(
    "GET",
    `/garden?search=${encodeURIComponent(word.toUpperCase())}`,
  );
  expect(found.body.results.map((g) => g.name.ru)).toEqual([`${word} а`, `${word} б`]);
  expect(found.body.results[0]?.boundary).toBeNull();
  expect((await call<PageBody>("GET", `/garden?region=${region}`)).body.count).toBe(2);
  expect((await call<PageBody>("GET", `/garden?district=${left}`)).body.count).toBe(2);
  const box = await call<PageBody>(
    "GET",
    `/garden?bbox=${west + 0.05},30,${west + 0.15},31&boundary=1`,
  );
  expect(box.body.results.map((g) => g.boundary?.coordinates.length)).toEqual([1]);
  const order = await call<PageBody>("GET", `/garden?region=${region}&ordering=-created_at`);
  expect(order.body.results.map((g) => g.name.ru)).toEqual([`${word} а`, `${word} б`]);
  expect((await call("GET", "/garden?ordering=photo")).status).toBe(400);
  expect((await call("GET", "/garden?bbox=1,2,3")).status).toBe(400);
});

test("keeps a person of one district inside it", async () => {
  const { west, left, right } = await territory();
  const { call: everywhere } = await master();
  const inside = { name: names("Свой"), boundary: square(west + 0.1, 30.1, 0.01) };
  const outside = { name: names("Чужой"), boundary: square(west + 0.6, 30.1, 0.01) };
  const theirs = await everywhere<GardenBody>("POST", "/garden", outside);
  expect(theirs.body.district?.id).toBe(right);
  const { call } = await server.person(`r${roles++}`, { permissions: all, districts: [left] });
  const own = await call<GardenBody>("POST", "/garden", inside);
  expect(own.status).toBe(201);
  const refused = await call("POST", "/garden", outside);
  expect([refused.status, refused.body.code]).toEqual([403, "out_of_reach"]);
  expect((await call<PageBody>("GET", "/garden")).body.results.map((g) => g.id)).toEqual([
    own.body.id,
  ]);
  for (const method of ["GET", "PATCH", "DELETE"])
    expect(
      (await call(method, `/garden/${theirs.body.id}`, method === "PATCH" ? {} : undefined)).status,
    ).toBe(404);
  const moved = await call("PATCH", `/garden/${own.body.id}`, { boundary: outside.boundary });
  expect([moved.status, moved.body.code]).toEqual([403, "out_of_reach"]);
  expect((await call<GardenBody>("GET", `/garden/${own.body.id}`)).body.district?.id).toBe(left);
});

test("lists those that are named, as far as they are within the scope", async () => {
  const { west, left } = await territory();
  const { call: everywhere } = await master();
  const add = async (at: number) =>
    (
      await everywhere<GardenBody>("POST", "/garden", {
        name: names(`Выбор ${at}`),
        boundary: square(west + at, 30.1, 0.01),
      })
    ).body.id;
  const [one, other, away] = [await add(0.1), await add(0.2), await add(0.6)];
  const { call } = await server.person(`r${roles++}`, { permissions: all, districts: [left] });
  const idsOf = async (caller: typeof call, query: string) =>
    (await caller<PageBody>("GET", `/garden?${query}`)).body.results.map(({ id }) => id);
  expect(await idsOf(call, `ids=${other},${one},${one},${away},999999`)).toEqual([one, other]);
  expect(await idsOf(everywhere, `ids=${away}`)).toEqual([away]);
  expect(await idsOf(everywhere, `ids=${away}&region=999999`)).toEqual([]);
  for (const ids of ["", "1,", "a", "-1", "1;2", Array(201).fill("1").join(",")])
    expect((await call("GET", `/garden?ids=${ids}`)).status, ids).toBe(400);
});

test("gives a ministry's people their ministry's gardens only", async () => {
  const [mine, other] = [await ministry(), await ministry()];
  const { call } = await server.person(`r${roles++}`, { permissions: all, ministryId: mine });
  const own = await call<GardenBody>("POST", "/garden", { name: names("Наш") });
  expect(own.body.ministry?.id).toBe(mine);
  const refused = await call("POST", "/garden", { name: names("Их"), ministry: other });
  expect(refused.body.code).toBe("out_of_reach");
  expect((await call<PageBody>("GET", "/garden")).body.count).toBe(1);
});

test("refuses to delete a garden that planting tasks hang on", async () => {
  const { call } = await master();
  const { body } = await call<GardenBody>("POST", "/garden", { name: names("С задачей") });
  await server.db.sql
    .insertInto("planting_task")
    .values({ garden_id: body.id, assigned_date: "2026-03-01", due_date: "2026-04-01" })
    .execute();
  const refused = await call("DELETE", `/garden/${body.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
});

test("logs who wrote what", async () => {
  const { call, id: actorId } = await master();
  const { body } = await call<GardenBody>("POST", "/garden", { name: names("Запись") });
  await call("PATCH", `/garden/${body.id}`, { name: names("Запись 2") });
  await call("DELETE", `/garden/${body.id}`);
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "garden")
    .where("resource_id", "=", String(body.id))
    .select(["action", "actor_id"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual(
    ["add", "change", "delete"].map((action) => ({ action, actor_id: actorId })),
  );
});

test("holds each call to its permission", async () => {
  const { call } = await server.person(`r${roles++}`, { permissions: grants({ garden: "v" }) });
  expect((await call("GET", "/garden")).status).toBe(200);
  expect((await call("POST", "/garden", { name: names("Нет") })).status).toBe(403);
  expect((await call("PATCH", "/garden/1", {})).status).toBe(403);
  expect((await call("DELETE", "/garden/1")).status).toBe(403);
  expect((await server.anonymous("GET", "/garden")).status).toBe(401);
});

test("keeps a photo without its metadata, shown to whoever sees the garden", async () => {
  const person = await master();
  const { access } = await server.tokensOf(person.email);
  const { body } = await person.call<GardenBody>("POST", "/garden", { name: names("С фото") });
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#2a7" } })
    .withExif({ IFD0: { Copyright: "nobody" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(jpeg)]), "a.jpg");
  const request = new Request("http://localhost", { method: "POST", body: form });
  const headers = { authorization: `Bearer ${access}` };
  const sent = await server.app.inject({
    method: "POST",
    url: `/api/garden/${body.id}/photo`,
    headers: { ...headers, "content-type": request.headers.get("content-type") as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(sent.statusCode).toBe(200);
  const { photo } = sent.json<{ photo: string }>();
  const shown = await server.app.inject({ url: `/api${photo}`, headers });
  expect(shown.headers["content-type"]).toBe("image/webp");
  const { width, height, exif } = await sharp(shown.rawPayload).metadata();
  expect([width, height, exif]).toEqual([64, 48, undefined]);
  expect((await server.anonymous("GET", photo)).status).toBe(401);
});

test("keeps the soil type as it was said, and refuses one that is none in the reader's language", async () => {
  const { call } = await master();
  type Soil = { id: number; soil_type: string | null };
  const unsaid = await call<Soil>("POST", "/garden", { name: names("Без почвы") });
  expect(unsaid.body.soil_type).toBeNull();
  const path = `/garden/${unsaid.body.id}`;
  const said = await call<Soil>("PATCH", path, { soil_type: "saline" });
  expect([said.status, said.body.soil_type]).toEqual([200, "saline"]);
  await call("PATCH", path, { name: names("С почвой") });
  expect((await call<Soil>("GET", path)).body.soil_type).toBe("saline");
  expect((await call<Soil>("PATCH", path, { soil_type: null })).body.soil_type).toBeNull();
  const refused = await call(
    "POST",
    "/garden",
    { name: names("Марс"), soil_type: "regolith" },
    { "accept-language": "ru" },
  );
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({ soil_type: ["Недопустимое значение"] });
});

/** Two dates of one place, asked for by the people of a ministry, and the territory that they lie in. */
import { json } from "@nihol/db/json";
import { type Caller, grants, type TestApp, testApp } from "./test-app.ts";
import { insertImage, plant } from "./tree-fixture.ts";

export const place = { west: 68.7, south: 38.5, side: 0.01 };
export const name = { tg: "А", ru: "А", en: "A", az: "" };
export const everything = grants({
  satelliteimagery: "vacd",
  wholeimage: "vacd",
  planttreedetail: "vacd",
  garden: "vacd",
});

/** A square of so many degrees. */
export const square = (west: number, south: number, side: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});

export interface Home {
  requester: number;
  region: number;
  district: number;
}

/** A completed image with ten trees, a fragment and a calibration of one counted window. */
export async function insertPublished(server: TestApp, home: Home, date: string) {
  const db = server.db.sql;
  const id = await insertImage(server.db, { ...place, date });
  const { process_id } = await db
    .updateTable("whole_image")
    .set({ region_id: home.region, district_id: home.district, gsd_m: 0.5 })
    .where("id", "=", id)
    .returning("process_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("imagery_process")
    .set({
      status: "completed",
      requested_by: home.requester,
      region_id: home.region,
      district_id: home.district,
    })
    .where("id", "=", process_id)
    .execute();
  await db
    .insertInto("fragment")
    .values({
      whole_image_id: id,
      n: 1,
      fx: 0,
      fy: 0,
      block: 1,
      bbox: [place.west, place.south, place.west + place.side, place.south + place.side],
      status: "done",
    })
    .execute();
  const spots = Array.from({ length: 10 }, (_, n) => ({
    lon: place.west + 0.001 + n / 2000,
    lat: place.south + 0.005,
    region: home.region,
    district: home.district,
  }));
  await plant(server.db, id, { ...place, date }, spots);
  await db
    .insertInto("calibration")
    .values({ whole_image_id: id, wanted: 12, side: 100, columns: 10, empty: 50 })
    .execute();
  await db
    .insertInto("calibration_window")
    .values({ whole_image_id: id, n: 1, cell: 1, is_occupied: true, found: [150, 50, 5, 0.9] })
    .execute();
  return { id, process: process_id };
}

/** A server with a ministry that asked for the images, and another one. */
export async function imageryWorld() {
  const server = await testApp();
  const master: Caller = (await server.person("MasterAdmin")).call;
  const ministries = await server.db.sql
    .insertInto("ministry")
    .values([{ name: json(name) }, { name: json(name) }])
    .returning("id")
    .execute();
  const ministry = { own: ministries[0]?.id ?? 0, other: ministries[1]?.id ?? 0 };
  const idOf = async (path: string, body: object) =>
    (await master<{ id: number }>("POST", path, { name, ...body })).body.id;
  const region = await idOf("/region", {});
  const district = await idOf("/district", { region });
  const elsewhere = await idOf("/region", {});
  const { id: requester } = await server.person("Requester", {
    permissions: everything,
    ministryId: ministry.other,
  });
  const home: Home = { requester, region, district };
  const images = [
    await insertPublished(server, home, "2024-05-01"),
    await insertPublished(server, home, "2025-05-01"),
  ];
  return { server, master, ministry, home, elsewhere, images };
}

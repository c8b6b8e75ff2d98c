/** The places of an image's planting rows: taken, free, dug and empty, or not to be said. */
import type { PlantingPlaces } from "@nihol/contract/imagery/whole-images";
import { limits } from "@nihol/contract/values/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../../../packages/store/test/tree-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

const site = { lon: 69, lat: 38 };
let server: TestApp;
let call: Caller;
let id: number;
let other: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  id = await insertImage(server.db, "2026-05-01", [69, 38, 69.01, 38.01]);
  other = await insertImage(server.db, "2026-06-01", [69, 38, 69.01, 38.01]);
});
afterAll(() => server.close());

test("images show the places of their planting rows in a box, in three states", async () => {
  const chances = [0.95, 0.8, 0.79, 0.5, 0.21, 0.2, 0.02];
  const lons = chances.map((_, i) => site.lon + i / 1000);
  const same = chances.map(() => site.lat);
  await server.db.sql
    .insertInto("planting_rows")
    .values({
      ...{ whole_image_id: id, block: 1, step_short_m: 3, step_long_m: 4, direction_deg: 0 },
      ...{ crown_m: 1, places: 7, occupied: 4, occupied_low: 3, occupied_high: 5 },
      ...{ chance: 3.47, variance: 0.8, doubt: 0, mistaken: 0 },
      ...{ lons, lats: same, xs: chances.map((_, i) => i), ys: chances.map(() => 0), chances },
    })
    .execute();
  const ask = (query: string, image = id) =>
    call<PlantingPlaces>("GET", `/whole-image/${image}/planting-places?${query}`);
  const box = (east: number) => `bbox=${site.lon - 0.0005},${site.lat - 1},${east},${site.lat + 1}`;
  const { body } = await ask(box(site.lon + 0.1));
  expect(body.places.map(({ state }) => state)).toEqual([
    ...["occupied", "occupied", "unsure", "unsure", "unsure", "missing", "missing"],
  ]);
  expect(body.places[0]).toEqual({
    ...{ longitude: lons[0], latitude: site.lat, chance: 0.95, state: "occupied" },
  });
  expect(body).toMatchObject({ rows: [{ short_m: 3, places: 7, occupied: 4 }], too_many: false });
  expect((await ask(box(site.lon + 0.0025))).body.places).toHaveLength(3);
  expect((await ask("", other)).body).toEqual({ rows: [], places: [], too_many: false });
  expect((await ask("bbox=1,2,3")).status).toBe(400);
});

test("images tell pits that were dug and are empty from places without a tree", async () => {
  await server.db.sql
    .insertInto("planting_rows")
    .values({
      ...{ whole_image_id: other, block: 1, step_short_m: 1.5, step_long_m: 4, direction_deg: 0 },
      ...{ crown_m: 0.3, places: 3, occupied: 1, occupied_low: 1, occupied_high: 2 },
      ...{ chance: 1.1, variance: 0.2, doubt: 0, mistaken: 0, pits: [false, true, false] },
      ...{ lons: [69, 69.001, 69.002], lats: [38, 38, 38], xs: [0, 1, 2], ys: [0, 0, 0] },
      chances: [0.95, 0.03, 0.12],
    })
    .execute();
  const { body } = await call<PlantingPlaces>("GET", `/whole-image/${other}/planting-places`);
  expect(body.places.map(({ state }) => state)).toEqual(["occupied", "pit", "missing"]);
  expect(body.rows).toMatchObject([{ places: 3, occupied: 1, pits: 1 }]);
});

test("images with more planting places than a map shows say so in place of a part of them", async () => {
  const n = limits.placesOnMap + 1;
  await sql`insert into planting_rows (whole_image_id, block, step_short_m, step_long_m, direction_deg, crown_m,
      places, occupied, occupied_low, occupied_high, chance, variance, doubt, mistaken, lons, lats, xs, ys, chances)
    values (${id}, 2, 2, 2, 0, 1, ${n}, ${n}, ${n}, ${n}, ${n}, 0, 0, 0, array_fill(${site.lon}::float8, array[${n}::int]),
      array_fill(${site.lat}::float8, array[${n}::int]), array_fill(0::real, array[${n}::int]),
      array_fill(0::real, array[${n}::int]), array_fill(1::real, array[${n}::int]))`.execute(
    server.db.sql,
  );
  const { body } = await call<PlantingPlaces>("GET", `/whole-image/${id}/planting-places`);
  expect(body).toMatchObject({ places: [], too_many: true });
  expect(body.rows.map(({ places }) => places)).toEqual([n, 7]);
});

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadTerritory } from "../src/trees/territory-index.ts";
import { publishImage } from "../src/trees/tree-publish.ts";
import { recountPyramid } from "../src/trees/tree-pyramid.ts";
import { reassignTerritory, type TerritoryChange } from "../src/trees/tree-territory.ts";
import { addDistrict, addGarden, addRegion, insertImage, moveGarden } from "./tree-world.ts";

const country: Bbox = [68, 37, 70, 39];
const whole: Bbox = [69, 38, 69.01, 38.01];
const westHalf: Bbox = [69, 38, 69.005, 38.01];
const eastHalf: Bbox = [69.005, 38, 69.01, 38.01];

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  const differing = await recountPyramid(db.sql);
  await db.close();
  expect(differing).toBe(0);
});

const reassign = (change: TerritoryChange) =>
  db.sql.transaction().execute((trx) => reassignTerritory(trx, change));
const publish = (id: number) => db.sql.transaction().execute((trx) => publishImage(trx, id));

async function inGarden(garden: number | null): Promise<number> {
  const { n } = await db.sql
    .selectFrom("tree")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("garden_id", "is not distinct from", garden)
    .executeTakeFirstOrThrow();
  return n;
}

it("finds garden, district and region of a position", async () => {
  const region = await addRegion(db, country);
  const district = await addDistrict(db, region, country);
  const garden = await addGarden(db, westHalf);
  const placeOf = await loadTerritory(db.sql, whole);
  expect(placeOf(69.001, 38.001)).toEqual({
    garden_id: garden,
    district_id: district,
    region_id: region,
  });
  expect(placeOf(69.009, 38.001).garden_id).toBeNull();
});

it("prefers the smallest of several gardens", async () => {
  await addGarden(db, whole);
  const small = await addGarden(db, westHalf);
  const placeOf = await loadTerritory(db.sql, whole);
  expect(placeOf(69.001, 38.001).garden_id).toBe(small);
});

it("gives trees to a garden that is drawn", async () => {
  await publish(await insertImage(db, "2025-05-01", whole));
  const garden = await addGarden(db, westHalf);
  expect(await reassign({ gardenId: garden })).toBe(50);
  expect(await inGarden(garden)).toBe(50);
});

it("lets a moved garden lose its old trees and win its new ones", async () => {
  const garden = await addGarden(db, westHalf);
  await publish(await insertImage(db, "2025-05-01", whole));
  await moveGarden(db, garden, eastHalf);
  expect(await reassign({ gardenId: garden })).toBe(100);
  const { rows } = await db.pool.query("select min(lon) as west from tree where garden_id = $1", [
    garden,
  ]);
  expect(rows[0].west).toBeGreaterThan(69.005);
});

it("gives the trees of a removed garden to the larger one around it", async () => {
  const large = await addGarden(db, whole);
  const small = await addGarden(db, westHalf);
  await publish(await insertImage(db, "2025-05-01", whole));
  expect(await inGarden(small)).toBe(50);
  await reassign({ gardenId: small, removed: true });
  expect(await inGarden(large)).toBe(100);
  await db.sql.deleteFrom("garden").where("id", "=", small).execute();
});

it("places trees of images that do not count too", async () => {
  const image = await insertImage(db, "2025-05-01", whole);
  const garden = await addGarden(db, whole);
  expect(await reassign({ gardenId: garden })).toBe(100);
  await publish(image);
});

it("follows an import of boundaries", async () => {
  await publish(await insertImage(db, "2025-05-01", whole));
  const region = await addRegion(db, country);
  await addDistrict(db, region, eastHalf);
  expect(await reassign({ bbox: country })).toBe(100);
});

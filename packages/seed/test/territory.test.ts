import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import { seedBuiltInRoles } from "@nihol/seed/accounts";
import { seedDemo } from "@nihol/seed/demo";
import { afterAll, beforeAll, expect, test } from "vitest";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await seedBuiltInRoles(db.sql);
  await seedDemo(db.sql, { passwordHash: "x", isSmall: true });
});
afterAll(() => db.close());

interface Place {
  id: number;
  region_id: number;
  district_id: number;
  boundary: MultiPolygon;
  area_m2: number;
}
const places = async (table: string): Promise<Place[]> =>
  (await db.pool.query(`select * from ${table} order by id`)).rows;
const sum = (places: Place[]) => places.reduce((total, { area_m2 }) => total + area_m2, 0);

test("the districts of a region cover it, and none lies over another or outside it", async () => {
  const districts = await places("district");
  expect(districts.length).toBeGreaterThan(50);
  for (const region of await places("region")) {
    const own = districts.filter(({ region_id }) => region_id === region.id);
    expect(sum(own) / region.area_m2).toBeCloseTo(1, 3);
    for (const district of own) {
      expect(sharedFraction(district.boundary, region.boundary)).toBeGreaterThan(0.998);
      for (const other of own)
        if (other.id > district.id)
          expect(sharedFraction(district.boundary, other.boundary)).toBeLessThan(0.001);
    }
  }
});

test("each garden lies in the district that it is said to lie in", async () => {
  const districts = new Map((await places("district")).map((one) => [one.id, one]));
  for (const garden of await places("garden")) {
    const district = districts.get(garden.district_id);
    expect(district && sharedFraction(garden.boundary, district.boundary)).toBeGreaterThan(0.999);
  }
});

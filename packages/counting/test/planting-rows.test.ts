import { joinRows } from "@nihol/counting/planting-rows";
import { expect, test } from "vitest";

const part = {
  ...{ shortM: 3, longM: 4, directionDeg: 2, doubt: 0.01, mistaken: 0.02 },
  ...{ places: 100, occupied: 90, chance: 89.5, variance: 4 },
};

test("parts of one planting are joined across blocks, others stay apart", () => {
  const rows = joinRows([
    part,
    { ...part, directionDeg: 179, shortM: 3.05 },
    { ...part, shortM: 2, directionDeg: 40, places: 50, occupied: 45, chance: 45 },
    { ...part, places: 0, occupied: 0, chance: 0, variance: 0 },
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ places: 200, occupied: 180, longM: 4 });
  expect(rows[0]?.low).toBeLessThan(180);
  expect(rows[0]?.high).toBeLessThanOrEqual(200);
  expect(rows[1]).toMatchObject({ places: 50, shortM: 2 });
});

/** Parts of a block in which rows are looked for: the gardens of tasks, with a margin around them. */
import { json } from "@nihol/db/json";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { type Bbox, bboxPolygon, type MultiPolygon } from "@nihol/geo/geometry";
import { pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areasOfTasks } from "../../src/handlers/planting-rows.ts";

/** A quarter of a metre a pixel, on the middle line of UTM zone 42: pixels lie along the degrees. */
const facts = {
  affine: [500_000, 0.25, 0, 4_260_000, 0, -0.25],
  proj4: "+proj=utm +zone=42 +datum=WGS84 +units=m",
  gsdMeters: 0.25,
} satisfies Parameters<typeof areasOfTasks>[1];
const block = { x: 0, y: 0, width: 1000, height: 1000 };
const beside = { ...block, x: 1000 };

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  // It ends five metres before the block's right border.
  const [west = 0, north = 0, east = 0, south = 0] = pixelsToLonLats(facts, [800, 400, 980, 600]);
  const bbox: Bbox = [west, south, east, north];
  const coordinates = [bboxPolygon(bbox).coordinates];
  const boundary = json<MultiPolygon>({ type: "MultiPolygon", coordinates });
  const name = json({ tg: "T", ru: "R", en: "E", az: "" });
  const garden = await db.sql
    .insertInto("garden")
    .values({ name, boundary, bbox, area_m2: 9500 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.sql
    .insertInto("planting_task")
    .values({ garden_id: garden.id, assigned_date: "2026-01-01", due_date: "2026-06-01" })
    .execute();
});
afterAll(() => db?.close());

test("a garden is looked at with ten metres around it, on its block and on the one beside", async () => {
  const sides = async (rect: typeof block) =>
    (await areasOfTasks(db.sql, facts, rect)).map(({ x, width }) => [x, x + width]);
  const [[left = 0, right] = []] = await sides(block);
  expect(Math.abs(left - 760)).toBeLessThanOrEqual(2);
  expect(right).toBe(1000);
  const [[start, end = 0] = []] = await sides(beside);
  expect(start).toBe(1000);
  expect(Math.abs(end - 1020)).toBeLessThanOrEqual(2);
});

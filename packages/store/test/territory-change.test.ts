import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openJobQueue } from "../src/jobs/job-queue.ts";
import { fillSeenArea } from "../src/trees/seen-area.ts";
import {
  insertTerritoryChange,
  isSmallChange,
  listTerritoryChanges,
  stepTerritoryChange,
  type TerritoryMove,
} from "../src/trees/territory-change.ts";
import { publishImage } from "../src/trees/tree-publish.ts";
import { recountPyramid } from "../src/trees/tree-pyramid.ts";
import { reassignTerritory } from "../src/trees/tree-territory.ts";
import { addDistrict, addGarden, addRegion, insertImage } from "./tree-world.ts";

const country: Bbox = [68, 37, 70, 39];
const whole: Bbox = [69, 38, 69.4, 38.4];
const westHalf: Bbox = [69, 38, 69.2, 38.4];
const eastHalf: Bbox = [69.2, 38, 69.4, 38.4];

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  const differing = await recountPyramid(db.sql);
  await db.close();
  expect(differing).toBe(0);
});

const run = <T>(work: (trx: FreshDatabase["sql"]) => Promise<T>) =>
  db.sql.transaction().execute(work);
const publish = (id: number) => run((trx) => publishImage(trx, id));
const note = (move: TerritoryMove) => run((trx) => insertTerritoryChange(trx, move));
const step = (id: number) => run((trx) => stepTerritoryChange(trx, id));
async function finish(id: number) {
  while (await step(id)) {}
}

/** Trees by their place, and the ground that is seen of each place. */
async function places() {
  const { rows } = await sql<{ place: string; n: number }>`
    select concat_ws(' ', region_id, coalesce(district_id, 0), coalesce(garden_id, 0)) as place, count(*)::int as n
    from tree group by 1 order by 1`.execute(db.sql);
  return Object.fromEntries(rows.map(({ place, n }) => [place, n]));
}
async function seenGround() {
  const { rows } = await sql`
    select whole_image_id, cell, region_id, district_id, garden_id, superseded_on::text,
      round(area_m2::numeric, 3)::text as area_m2
    from seen_area order by 1, 2, 3, 4, 5, 6`.execute(db.sql);
  return rows;
}

/** An image of 10,404 trees in one district, and the district beside it that is to take its eastern half. */
async function twoDistricts() {
  const region = await addRegion(db, country);
  const west = await addDistrict(db, region, whole);
  const image = await insertImage(db, "2025-05-01", whole, 102);
  await publish(image);
  const east = await addDistrict(db, region, eastHalf);
  return { region, west, east, image };
}

it("is small for a garden and not for a region over many trees", async () => {
  await insertImage(db, "2025-05-01", whole, 150);
  expect(await isSmallChange(db.sql, [[69, 38, 69.02, 38.02]])).toBe(true);
  expect(await isSmallChange(db.sql, [country])).toBe(false);
  expect(await isSmallChange(db.sql, [])).toBe(true);
});

it("is done in steps, each of which leaves all sums exact, and ends as if done at once", async () => {
  const { region, west, east } = await twoDistricts();
  const id = await note({ kind: "district", placeIds: [east], boxes: [eastHalf, westHalf] });
  expect(await listTerritoryChanges(db.sql)).toEqual([id]);
  let steps = 0;
  while (await step(id)) {
    steps++;
    expect(await recountPyramid(db.sql)).toBe(0);
  }
  expect(steps).toBeGreaterThan(2);
  expect(await listTerritoryChanges(db.sql)).toEqual([]);
  expect(await places()).toEqual({
    [`${region} ${west} 0`]: 5202,
    [`${region} ${east} 0`]: 5202,
  });
  const stepped = await seenGround();
  await db.sql.deleteFrom("seen_area").execute();
  await fillSeenArea(db.sql);
  expect(stepped).toEqual(await seenGround());
});

it("lets gardens be drawn and images be published in between, and keeps what they brought", async () => {
  const { region, west, east } = await twoDistricts();
  const id = await note({ kind: "district", placeIds: [east], boxes: [whole] });
  await step(id);
  const garden = await addGarden(db, [69.3, 38.3, 69.32, 38.32]);
  await run((trx) => reassignTerritory(trx, { gardenId: garden }));
  await publish(await insertImage(db, "2026-05-01", westHalf, 20));
  await finish(id);
  const found = await places();
  expect(found[`${region} ${west} 0`]).toBe(5202 + 400);
  const inGarden = found[`${region} ${east} ${garden}`] ?? 0;
  expect(inGarden).toBeGreaterThan(0);
  expect(found[`${region} ${east} 0`]).toBe(5202 - inGarden);
});

it("finds new places for the trees of a district that was deleted at once", async () => {
  const { region, west, east } = await twoDistricts();
  const drawn = await note({ kind: "district", placeIds: [east], boxes: [eastHalf] });
  await finish(drawn);
  const id = await run(async (trx) => {
    await trx.deleteFrom("district").where("id", "=", east).execute();
    return insertTerritoryChange(trx, { kind: "district", placeIds: [east], boxes: [eastHalf] });
  });
  await finish(id);
  expect(await places()).toEqual({ [`${region} ${west} 0`]: 10_404 });
});

it("goes on past an image that was deleted in its middle", async () => {
  const { region, west, east, image } = await twoDistricts();
  const second = await insertImage(db, "2024-05-01", whole, 20);
  await publish(second);
  const id = await note({ kind: "district", placeIds: [east], boxes: [whole] });
  await step(id);
  await sql`delete from tree_cell`.execute(db.sql);
  await sql`delete from tree_cell_past`.execute(db.sql);
  await db.sql.deleteFrom("whole_image").where("id", "=", image).execute();
  await sql`update tree set current = false, superseded_on = null`.execute(db.sql);
  await finish(id);
  expect(await places()).toEqual({ [`${region} ${west} 0`]: 200, [`${region} ${east} 0`]: 200 });
});

it("has its job when its transaction commits, and none when it does not", async () => {
  const jobs = await openJobQueue(db.config);
  const job = (change: number) => ({ name: "territory.reassign", data: { change } });
  await run((trx) => jobs.sendIn(trx, job(1)));
  await run(async (trx) => {
    await jobs.sendIn(trx, job(2));
    throw new Error("no");
  }).catch(() => undefined);
  expect(await jobs.missing([job(1), job(2)])).toEqual([job(2)]);
  await jobs.close();
});

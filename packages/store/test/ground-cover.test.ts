/** Closed canopy and shrubs of places and periods: each counts where and as long as a tree in its place would. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeGroundCover } from "../src/trees/ground-cover.ts";
import { fillSeenArea, placeGroundCover } from "../src/trees/seen-area.ts";
import { combineCanopy, combineShrubs, listSeenGround } from "../src/trees/seen-count.ts";
import { isSmallChange } from "../src/trees/territory-change.ts";
import { capturedInPeriod, countsInPeriod, type Period } from "../src/trees/tree-period.ts";
import { publishImage, redateImage, unpublishImage } from "../src/trees/tree-publish.ts";
import { reassignTerritory } from "../src/trees/tree-territory.ts";
import { addDistrict, addGarden, addRegion, insertImage, moveGarden } from "./tree-world.ts";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.close());

const transact = <T>(change: (trx: FreshDatabase["sql"]) => Promise<T>) =>
  db.sql.transaction().execute(change);

/** The trees of an image as closed canopy and shrubs: each tree's place has 400 m² of the one and a plant of the other. */
async function coverByTrees(image: number) {
  const trees = await db.sql
    .selectFrom("tree")
    .select(["lon", "lat"])
    .where("whole_image_id", "=", image)
    .orderBy("id")
    .execute();
  return {
    canopy: trees.flatMap(({ lon, lat }) => [lon, lat, 400]),
    shrubs: trees.flatMap(({ lon, lat }) => [lon, lat]),
  };
}

async function addImage(date: string, bbox: Bbox, side = 10): Promise<number> {
  const id = await insertImage(db, date, bbox, side);
  await transact(async (trx) => {
    await writeGroundCover(trx, id, await coverByTrees(id));
    await publishImage(trx, id);
  });
  return id;
}

interface PlaceSums {
  key: string;
  n: number;
}
const periods: Period[] = [
  {},
  { from: "2024-02-01", to: "2024-03-01" },
  { to: "2024-02-15" },
  { from: "2024-03-01" },
];

async function sumsOf(table: "tree_tally" | "seen_area", n: string, period: Period) {
  const conditions = sql.join(countsInPeriod(period, "t"), sql` and `);
  const { rows } = await sql<PlaceSums>`
    select concat_ws(',', whole_image_id, region_id, district_id, garden_id) as key, sum(${sql.ref(n)})::int as n
    from ${sql.table(table)} t where ${conditions}
    group by 1 having sum(${sql.ref(n)}) > 0 order by 1`.execute(db.sql);
  return rows;
}

/** Cover that stands where the trees stand is in the sums of the same places and periods. */
async function expectAsTrees() {
  for (const period of periods) {
    const trees = await sumsOf("tree_tally", "n", period);
    expect(await sumsOf("seen_area", "shrubs", period)).toEqual(trees);
    expect(await sumsOf("seen_area", "canopy_m2", period)).toEqual(
      trees.map(({ key, n }) => ({ key, n: 400 * n })),
    );
  }
}

const seenIn = (period: Period) =>
  listSeenGround(db.sql, {
    where: sql<boolean>`${sql.join([sql`true`, ...capturedInPeriod(period, "s")], sql` and `)}`,
    territory: sql<number>`0`,
    period,
  });

const step = 0.01;
const boxAt = (x0: number, y0: number, x1: number, y1: number): Bbox => [
  69 + x0 * step,
  38 + y0 * step,
  69 + x1 * step,
  38 + y1 * step,
];

it("counts where and when a tree in its place counts, through every kind of change", async () => {
  const random = seededRandom(7);
  const pick = (n: number) => Math.floor(random() * n);
  const box = (): Bbox => {
    const [x, y] = [pick(12), pick(12)];
    return boxAt(x, y, x + 3 + pick(8), y + 3 + pick(8));
  };
  const day = () => `2024-0${1 + pick(4)}-1${pick(3)}`;
  const regions = [
    await addRegion(db, boxAt(0, 2, 9, 19)),
    await addRegion(db, boxAt(9, 2, 20, 19)),
  ];
  for (let i = 0; i < 3; i++) await addDistrict(db, regions[pick(2)] as number, box());
  const gardens: number[] = [];
  for (let i = 0; i < 4; i++) gardens.push(await addGarden(db, box()));
  const images: { id: number; published: boolean }[] = [];
  for (let i = 0; i < 6; i++)
    images.push({ id: await addImage(day(), box(), 13 + i), published: true });
  await expectAsTrees();
  for (let round = 0; round < 9; round++) {
    const image = images[pick(images.length)] as (typeof images)[number];
    const garden = gardens[pick(gardens.length)] as number;
    if (round % 3 === 0) {
      image.published = !image.published;
      const change = image.published ? publishImage : unpublishImage;
      await transact((trx) => change(trx, image.id));
    } else if (round % 3 === 1) {
      const date = day();
      await transact((trx) => redateImage(trx, image.id, date));
    } else {
      await moveGarden(db, garden, box());
      await transact((trx) => reassignTerritory(trx, { gardenId: garden }));
    }
    await expectAsTrees();
  }
  await transact(async (trx) => {
    await reassignTerritory(trx, { gardenId: gardens[0] as number, removed: true });
    await trx
      .deleteFrom("garden")
      .where("id", "=", gardens[0] as number)
      .execute();
  });
  await expectAsTrees();
  // Sums that were kept step by step are those that are measured at once.
  await db.sql.deleteFrom("seen_area").execute();
  await fillSeenArea(db.sql);
  await expectAsTrees();
});

it("of two images of one ground the newer one counts, and an image that is counted anew counts once", async () => {
  const older = await addImage("2024-01-01", boxAt(0, 0, 4, 4));
  // Covers the eastern half of it.
  const newer = await addImage("2025-01-01", boxAt(2, 0, 6, 4), 6);
  const now = await seenIn({});
  expect(now.map(({ whole_image_id, shrubs }) => [whole_image_id, shrubs])).toEqual([
    [newer, 36],
    [older, 50],
  ]);
  expect(combineCanopy(now)).toMatchObject({ closed_m2: 86 * 400, uncountable_m2: 0 });
  expect(combineShrubs(now)?.count).toBe(86);
  expect(combineShrubs(await seenIn({ to: "2024-12-31" }))?.count).toBe(100);
  // A recount finds less: what was found before is in no sum any more.
  await transact(async (trx) => {
    await unpublishImage(trx, newer);
    await writeGroundCover(trx, newer, { canopy: [69.03, 38.01, 400], shrubs: [] });
    await publishImage(trx, newer);
  });
  expect(combineCanopy(await seenIn({}))?.closed_m2).toBe(51 * 400);
  expect(combineShrubs(await seenIn({}))?.count).toBe(50);
  await transact((trx) => unpublishImage(trx, newer));
  expect(combineCanopy(await seenIn({}))?.closed_m2).toBe(100 * 400);
});

it("an image that does not say leaves its ground out of the share, and alone gives no number", async () => {
  const silent = await insertImage(db, "2024-01-01", boxAt(0, 0, 4, 4));
  await transact((trx) => publishImage(trx, silent));
  expect(combineCanopy(await seenIn({}))).toBeNull();
  expect(combineShrubs(await seenIn({}))).toBeNull();
  await addImage("2025-01-01", boxAt(2, 0, 4, 4));
  const rows = await seenIn({});
  const all = rows.reduce((sum, row) => sum + row.seen_m2, 0);
  const canopy = combineCanopy(rows);
  expect(canopy?.closed_m2).toBe(100 * 400);
  expect((canopy?.seen_m2 ?? 0) / all).toBeCloseTo(0.5, 4);
  expect(canopy?.percent).toBeCloseTo((100 * 100 * 400) / (all / 2), 2);
  // None found is said as none.
  await transact((trx) => placeGroundCover(trx, silent, { canopy: [], shrubs: [] }));
  const whole = combineCanopy(await seenIn({}));
  expect(whole).toMatchObject({ closed_m2: 100 * 400 });
  expect((whole?.seen_m2 ?? 0) / all).toBeCloseTo(1, 6);
});

it("says of how much closed canopy crowns cannot be counted: on unlike ground that nobody counted plots on", async () => {
  const image = await addImage("2024-01-01", boxAt(0, 0, 4, 4));
  await addImage("2024-01-01", boxAt(5, 0, 9, 4), 5);
  const set = (values: object) =>
    db.sql.updateTable("whole_image").set(values).where("id", "=", image).execute();
  await set({ ground_ha: 4, crown_ha: 4, closed_canopy_ha: 4, closed_canopy_trees: 100 });
  const uncountable = async () => combineCanopy(await seenIn({}))?.uncountable_m2;
  expect(await uncountable()).toBe(0);
  await set({ familiarity: "unlike" });
  expect(await uncountable()).toBe(100 * 400);
  await set({ range_basis: "calibration" });
  expect(await uncountable()).toBe(0);
});

it("a border over much of it is moved by the worker", async () => {
  const image = await addImage("2024-01-01", boxAt(0, 0, 4, 4), 1);
  const box = boxAt(1, 1, 2, 2);
  expect(await isSmallChange(db.sql, [box])).toBe(true);
  const shrubs = Array.from({ length: 100_001 }, () => [69.015, 38.015]).flat();
  await transact((trx) => placeGroundCover(trx, image, { canopy: [], shrubs }));
  expect(await isSmallChange(db.sql, [box])).toBe(false);
});

it("cover at the edge of an image's ground is in its sums and makes no garden seen", async () => {
  const image = await insertImage(db, "2024-01-01", boxAt(0, 0, 4, 4), 1);
  await addGarden(db, boxAt(4, 0, 8, 4));
  await transact(async (trx) => {
    await writeGroundCover(trx, image, { canopy: [69.040001, 38.02, 250], shrubs: [] });
    await publishImage(trx, image);
  });
  const rows = await seenIn({});
  expect(combineCanopy(rows)?.closed_m2).toBe(250);
  const { rows: seen } = await sql<{ n: number }>`
    select count(*)::int as n from seen_area where garden_id > 0 and area_m2 > 0`.execute(db.sql);
  expect(seen[0]?.n).toBe(0);
});

/** The seen ground against a brute force over lattice squares, after every kind of change. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { seededRandom } from "@nihol/geo/seeded-random";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fillSeenArea } from "../src/trees/seen-area.ts";
import { publishImage, redateImage, unpublishImage } from "../src/trees/tree-publish.ts";
import { reassignTerritory } from "../src/trees/tree-territory.ts";
import {
  addDistrict,
  addGarden,
  addRegion,
  insertImage,
  moveGarden,
  rectangle,
} from "./tree-world.ts";

/** Lattice squares of a hundredth of a degree; the squares by which rows are kept are an eighth. */
const SIDE = 24;
const STEP = 0.01;
const at = (column: number, row: number): [number, number] => [69 + column * STEP, 38 + row * STEP];

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.close());

const transact = <T>(change: (trx: FreshDatabase["sql"]) => Promise<T>) =>
  db.sql.transaction().execute(change);

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
const bboxOf = ({ x0, y0, x1, y1 }: Rect): Bbox => [...at(x0, y0), ...at(x1, y1)];
const holds = ({ x0, y0, x1, y1 }: Rect, x: number, y: number) =>
  x >= x0 && x < x1 && y >= y0 && y < y1;
const sizeOf = ({ x0, y0, x1, y1 }: Rect) => (x1 - x0) * (y1 - y0);

interface Image extends Rect {
  id: number;
  date: string;
  published: boolean;
  /** True where trees were counted on it: if not, it shows no ground to count on. */
  counted: boolean;
}
interface Place extends Rect {
  id: number;
}
interface World {
  images: Image[];
  gardens: Place[];
  districts: (Place & { region: number })[];
  regions: Place[];
}

/** Smallest first, as boundaries are asked; equal ones by number. */
const around = <P extends Place>(places: P[], x: number, y: number) =>
  places.filter((p) => holds(p, x, y)).sort((a, b) => sizeOf(a) - sizeOf(b) || a.id - b.id)[0];

/** Square metres by image and place, of what is seen from one day to another: each square by itself. */
function expected(world: World, from: string, to: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (let x = 0; x < SIDE; x++)
    for (let y = 0; y < SIDE; y++) {
      const [seen] = world.images
        .filter((i) => i.published && i.counted && i.date >= from && i.date <= to && holds(i, x, y))
        .sort((a, b) => (a.date < b.date || (a.date === b.date && a.id < b.id) ? 1 : -1));
      if (!seen) continue;
      const district = around(world.districts, x, y);
      const key = [
        seen.id,
        district?.region ?? around(world.regions, x, y)?.id ?? 0,
        district?.id ?? 0,
        around(world.gardens, x, y)?.id ?? 0,
      ].join();
      const square = geodesicAreaM2(rectangle(bboxOf({ x0: x, y0: y, x1: x + 1, y1: y + 1 })));
      sums.set(key, (sums.get(key) ?? 0) + square);
    }
  return sums;
}

async function stored(from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; area: number }>`
    select concat_ws(',', whole_image_id, region_id, district_id, garden_id) as key, sum(area_m2) as area
    from seen_area where captured_on between ${from}::date and ${to}::date and superseded_on > ${to}::date
    group by 1`.execute(db.sql);
  return new Map(rows.map(({ key, area }) => [key, area]));
}

async function expectExact(world: World) {
  for (const [from, to] of [
    ["2020-01-01", "2030-01-01"],
    ["2024-02-01", "2024-03-01"],
    ["2020-01-01", "2024-02-15"],
    ["2024-03-01", "2030-01-01"],
  ] as const) {
    const should = expected(world, from, to);
    const is = await stored(from, to);
    expect([...is.keys()].sort()).toEqual([...should.keys()].sort());
    for (const [key, area] of should) expect((is.get(key) ?? 0) / area).toBeCloseTo(1, 5);
  }
}

const setImage = (
  id: number,
  values: { counted?: boolean; green_level?: number; green_index?: string },
) => db.sql.updateTable("whole_image").set(values).where("id", "=", id).execute();

const allRows = async () =>
  (
    await sql<object>`
      select whole_image_id, cell, region_id, district_id, garden_id, superseded_on::text,
        green_superseded_on::text, round(area_m2::numeric, 3) as area
      from seen_area order by 1, 2, 3, 4, 5, 6, 7`.execute(db.sql)
  ).rows;

it("holds what a brute force over grid cells says, through every kind of change", async () => {
  const random = seededRandom(23);
  const pick = (n: number) => Math.floor(random() * n);
  const rect = (min: number, max: number): Rect => {
    const [width, height] = [min + pick(max - min), min + pick(max - min)];
    const [x0, y0] = [pick(SIDE - width), pick(SIDE - height)];
    return { x0, y0, x1: x0 + width, y1: y0 + height };
  };
  const day = () => `2024-0${1 + pick(4)}-${10 + pick(3)}`;
  const world: World = { images: [], gardens: [], districts: [], regions: [] };
  for (const [x0, x1] of [
    [0, 9],
    [9, 20],
  ] as const) {
    const shape = { x0, y0: 2, x1, y1: 22 };
    world.regions.push({ ...shape, id: await addRegion(db, bboxOf(shape)) });
  }
  for (let i = 0; i < 3; i++) {
    const shape = rect(4, 9);
    const region = world.regions[pick(2)]?.id ?? 0;
    world.districts.push({ ...shape, region, id: await addDistrict(db, region, bboxOf(shape)) });
  }
  for (let i = 0; i < 5; i++) {
    const shape = rect(1, 5);
    world.gardens.push({ ...shape, id: await addGarden(db, bboxOf(shape)) });
  }
  for (let i = 0; i < 8; i++) {
    const image = { ...rect(3, 16), date: day(), published: true, counted: i % 4 !== 3 };
    const id = await insertImage(db, image.date, bboxOf(image), 1);
    await setImage(id, { counted: image.counted });
    await transact((trx) => publishImage(trx, id));
    world.images.push({ ...image, id });
  }
  await expectExact(world);
  for (let round = 0; round < 12; round++) {
    const image = world.images[pick(world.images.length)] as Image;
    const garden = world.gardens[pick(world.gardens.length)] as Place;
    if (round % 3 === 0) {
      image.published = !image.published;
      const change = image.published ? publishImage : unpublishImage;
      await transact((trx) => change(trx, image.id));
    } else if (round % 3 === 1) {
      image.date = day();
      await transact((trx) => redateImage(trx, image.id, image.date));
    } else {
      Object.assign(garden, rect(1, 5));
      await moveGarden(db, garden.id, bboxOf(garden));
      await transact((trx) => reassignTerritory(trx, { gardenId: garden.id }));
    }
    await expectExact(world);
  }
  const { id } = world.gardens.pop() as Place;
  await transact(async (trx) => {
    await reassignTerritory(trx, { gardenId: id, removed: true });
    await trx.deleteFrom("garden").where("id", "=", id).execute();
  });
  const shape = rect(6, 12);
  world.regions.push({ ...shape, id: await addRegion(db, bboxOf(shape)) });
  await transact((trx) => reassignTerritory(trx, { bbox: bboxOf(shape) }));
  await expectExact(world);
  // Rows that were kept step by step are those that are measured at once, in a data folder of an older version.
  const before = await allRows();
  await db.sql.deleteFrom("seen_area").execute();
  await fillSeenArea(db.sql);
  expect(await allRows()).toEqual(before);
});

it("forgets a deleted image and gives its ground back", async () => {
  const box = bboxOf({ x0: 0, y0: 0, x1: 2, y1: 2 });
  const [older, newer] = [
    await insertImage(db, "2024-01-01", box, 1),
    await insertImage(db, "2025-01-01", box, 1),
  ];
  for (const id of [older, newer]) await transact((trx) => publishImage(trx, id));
  expect([...(await stored("2020-01-01", "2030-01-01")).keys()]).toEqual([`${newer},0,0,0`]);
  expect([...(await stored("2020-01-01", "2024-12-31")).keys()]).toEqual([`${older},0,0,0`]);
  await transact(async (trx) => {
    await unpublishImage(trx, newer);
    await trx.deleteFrom("whole_image").where("id", "=", newer).execute();
  });
  expect([...(await stored("2020-01-01", "2030-01-01")).keys()]).toEqual([`${older},0,0,0`]);
});

it("an image too coarse for counting gives its green level and leaves the ground to the older image", async () => {
  const box = bboxOf({ x0: 0, y0: 0, x1: 2, y1: 2 });
  const fine = await insertImage(db, "2024-01-01", box, 1);
  const coarse = await insertImage(db, "2025-01-01", box, 0);
  const green = { green_level: 0.5, green_index: "NDVI" };
  await setImage(fine, green);
  await setImage(coarse, { counted: false, ...green });
  for (const id of [fine, coarse]) await transact((trx) => publishImage(trx, id));
  expect(await allRows()).toMatchObject([
    { whole_image_id: fine, superseded_on: "infinity", green_superseded_on: "2025-01-01" },
    { whole_image_id: coarse, superseded_on: "2025-01-01", green_superseded_on: "infinity" },
  ]);
  expect([...(await stored("2020-01-01", "2030-01-01")).keys()]).toEqual([`${fine},0,0,0`]);
  expect([...(await stored("2025-01-01", "2025-01-01")).keys()]).toEqual([]);
});

it("keeps an image of a whole continent in few grid cells", async () => {
  const id = await insertImage(db, "2024-01-01", [20, 10, 140, 60], 1);
  await transact((trx) => publishImage(trx, id));
  const rows = await allRows();
  expect(rows.length).toBeLessThanOrEqual(65 * 65);
  const [total] = [...(await stored("2020-01-01", "2030-01-01")).values()];
  expect((total ?? 0) / 5.9e13).toBeCloseTo(1, 0);
});

it("puts a garden's ground where its own district and region are, when no border knows better", async () => {
  const region = await addRegion(db, bboxOf({ x0: 10, y0: 10, x1: 12, y1: 12 }));
  const shape = bboxOf({ x0: 0, y0: 0, x1: 2, y1: 2 });
  const garden = await addGarden(db, shape);
  await db.sql.updateTable("garden").set({ region_id: region }).execute();
  const id = await insertImage(db, "2024-01-01", shape, 1);
  await transact((trx) => publishImage(trx, id));
  expect([...(await stored("2020-01-01", "2030-01-01")).keys()]).toEqual([
    `${id},${region},0,${garden}`,
  ]);
});

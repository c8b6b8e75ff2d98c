/** Compares what counts in a period with a recount by hand through random histories of images. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { Bbox } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { type SqlBool, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  capturedInPeriod,
  countedCells,
  countedTrees,
  countsInPeriod,
  type Period,
} from "../src/trees/tree-period.ts";
import {
  publishImage,
  redateImage,
  settleOwnTrees,
  unpublishImage,
} from "../src/trees/tree-publish.ts";
import { PYRAMID_LEVELS, rebuildPyramid, recountPyramid } from "../src/trees/tree-pyramid.ts";
import { reassignTerritory } from "../src/trees/tree-territory.ts";
import { addGarden, insertImage, moveGarden } from "./tree-world.ts";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  const differing = await recountPyramid(db.sql);
  await db.close();
  expect(differing).toBe(0);
});

interface Image {
  id: number;
  date: string;
  published: boolean;
  bbox: Bbox;
  trees: { id: number; lon: number; lat: number }[];
}

const within = ([w, s, e, n]: Bbox, { lon, lat }: { lon: number; lat: number }) =>
  lon >= w && lon <= e && lat >= s && lat <= n;
const isOlder = (a: Image, b: Image) => a.date < b.date || (a.date === b.date && a.id < b.id);

/** The definition, word by word: captured in the period, and nothing newer of the period over it. */
function idsByHand(images: Image[], { from = "", to = "9999-12-31" }: Period, garden?: Bbox) {
  const inPeriod = images.filter(({ published, date }) => published && date >= from && date <= to);
  return inPeriod
    .flatMap((image) =>
      image.trees.filter(
        (tree) =>
          (!garden || within(garden, tree)) &&
          !inPeriod.some((other) => isOlder(image, other) && within(other.bbox, tree)),
      ),
    )
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

const conditions = (parts: readonly ReturnType<typeof sql<SqlBool>>[]) =>
  sql.join([sql`true`, ...parts], sql` and `);

async function idsCounted(period: Period): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${countedTrees(period)} t where ${conditions(capturedInPeriod(period, "t"))}
    order by id`.execute(db.sql);
  return rows.map(({ id }) => Number(id));
}

async function sumTally(period: Period, garden?: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from tree_tally t
    where ${conditions(countsInPeriod(period, "t"))}
      and ${garden === undefined ? sql`true` : sql`garden_id = ${garden}`}`.execute(db.sql);
  return rows[0]?.n ?? 0;
}

/** The sum of each level of the pyramid. */
async function sumCells(period: Period, garden?: number): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n
    from generate_series(${PYRAMID_LEVELS.from}::int, ${PYRAMID_LEVELS.to}::int) level
    left join (select * from ${countedCells(period)} c
      where ${conditions(capturedInPeriod(period, "c"))}
        and ${garden === undefined ? sql`true` : sql`garden_id = ${garden}`}) c using (level)
    group by level`.execute(db.sql);
  return rows.map(({ n }) => n);
}

const days = ["2022-06-01", "2023-06-01", "2023-06-02", "2024-06-01", "2025-06-01"];
const borders = [undefined, "2022-05-31", ...days, "2026-01-01"];

async function addImage(date: string, bbox: Bbox): Promise<Image> {
  const id = await insertImage(db, date, bbox, 6);
  const rows = await db.sql
    .selectFrom("tree")
    .where("whole_image_id", "=", id)
    .select(["id", "lon", "lat"])
    .execute();
  const trees = rows.map((row) => ({ ...row, id: Number(row.id) }));
  return { id, date, published: false, bbox, trees };
}

it.each([1, 2, 3])(
  "counts in every period what a recount by hand counts (history %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const somewhere = (): Bbox => {
      const [west, south] = [69 + random() * 0.01, 38 + random() * 0.01];
      return [west, south, west + 0.003 + random() * 0.01, south + 0.003 + random() * 0.01];
    };
    let gardenBox = somewhere();
    const garden = await addGarden(db, gardenBox);
    const images: Image[] = [];
    for (let i = 0; i < 7; i++) images.push(await addImage(pick(days), somewhere()));

    const run = <T>(work: Parameters<ReturnType<typeof db.sql.transaction>["execute"]>[0]) =>
      db.sql.transaction().execute(work) as Promise<T>;
    const steps = {
      publish: async (image: Image) => {
        await run((trx) => publishImage(trx, image.id));
        image.published = true;
      },
      unpublish: async (image: Image) => {
        await run((trx) => unpublishImage(trx, image.id));
        image.published = false;
      },
      redate: async (image: Image) => {
        image.date = pick(days);
        await run((trx) => redateImage(trx, image.id, image.date));
      },
      moveGarden: async () => {
        gardenBox = somewhere();
        await moveGarden(db, garden, gardenBox);
        await run((trx) => reassignTerritory(trx, { gardenId: garden }));
      },
      remove: async (image: Image) => {
        await run((trx) => unpublishImage(trx, image.id));
        await db.sql.deleteFrom("whole_image").where("id", "=", image.id).execute();
        images.splice(images.indexOf(image), 1);
        images.push(await addImage(pick(days), somewhere()));
      },
      settleOwn: (image: Image) => run((trx) => settleOwnTrees(trx, image.id)),
      rebuild: () => run(rebuildPyramid),
    };
    const weighed = ["publish", "publish", "publish", "publish", "redate", "unpublish"] as const;
    for (let step = 0; step < 24; step++) {
      const kind = pick([...weighed, ...(Object.keys(steps) as (keyof typeof steps)[])]);
      await steps[kind](pick(images));
      for (let i = 0; i < 3; i++) {
        const period: Period = { from: pick(borders), to: pick(borders) };
        const said = `step ${step}, ${kind}, ${JSON.stringify(period)}`;
        const expected = idsByHand(images, period);
        expect(await idsCounted(period), said).toEqual(expected);
        expect(await sumTally(period), said).toBe(expected.length);
        expect(new Set(await sumCells(period)), said).toEqual(new Set([expected.length]));
        const inGarden = idsByHand(images, period, gardenBox).length;
        expect(await sumTally(period, garden), said).toBe(inGarden);
        expect(new Set(await sumCells(period, garden)), said).toEqual(new Set([inGarden]));
      }
    }
  },
);

it("never counts an image that another of the same day and place has superseded", async () => {
  const [first, second] = [
    await addImage("2024-06-01", [69, 38, 69.01, 38.01]),
    await addImage("2024-06-01", [69, 38, 69.005, 38.01]),
  ];
  for (const { id } of [second, first])
    await db.sql.transaction().execute((trx) => publishImage(trx, id));
  const half = second.trees.length + first.trees.length / 2;
  for (const to of [undefined, "2024-06-01", "2030-01-01"])
    expect(await sumTally({ to })).toBe(half);
  expect(await sumTally({ to: "2024-05-31" })).toBe(0);
});

it("neither counts nor hides anything for an image that is too coarse to count trees", async () => {
  const [fine, coarse] = [
    await addImage("2024-06-01", [69, 38, 69.01, 38.01]),
    await addImage("2025-06-01", [69, 38, 69.01, 38.01]),
  ];
  await db.sql
    .updateTable("whole_image")
    .set({ counted: false })
    .where("id", "=", coarse.id)
    .execute();
  for (const { id } of [fine, coarse, fine])
    await db.sql.transaction().execute((trx) => publishImage(trx, id));
  for (const to of [undefined, "2024-12-31", "2030-01-01"])
    expect(await idsCounted({ to })).toEqual(fine.trees.map(({ id }) => id));
  expect(await sumTally({ from: "2025-01-01" })).toBe(0);
});

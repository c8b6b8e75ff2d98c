/**
 * Which trees count. A tree is current when its picture is published and no newer published picture
 * (later capture date, then higher number) covers its position. Publishing, unpublishing and dating
 * a picture keep that true, with the pyramid and the tally, in the caller's transaction.
 */
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { bboxesTouch, type PointTest, preparePolygon } from "@nihol/geo/polygon";
import { type Kysely, sql } from "kysely";
import { mortonCover } from "./morton-cover.ts";
import type { Database } from "./tables.ts";
import { lockTrees, setCurrent, sweepCells } from "./tree-pyramid.ts";
import { scanTrees } from "./tree-scan.ts";
import { refreshTreeTally } from "./tree-tally.ts";

interface Picture {
  id: number;
  captured_on: string;
  published: boolean;
  bbox: Bbox;
  coverage: MultiPolygon;
}

/** A published picture that may hide trees of older ones. */
interface Cover {
  bbox: Bbox;
  holds: PointTest;
}

/**
 * Makes a whole image's trees count. Publishing what is published checks it once more.
 * @throws when there is no such image.
 */
export async function publishImage(trx: Kysely<Database>, wholeImageId: number): Promise<void> {
  await lockTrees(trx);
  await sql`
    update whole_image w set published_at = coalesce(published_at, now()),
      tree_count = c.trees, green_count = c.green
    from (select count(*) as trees, count(*) filter (where green = 1) as green
      from tree where whole_image_id = ${wholeImageId}) c
    where w.id = ${wholeImageId}`.execute(trx);
  await settle(trx, await pictureOf(trx, wholeImageId));
}

/**
 * Takes a whole image's trees out of the count; older published pictures count again where it lay.
 * To be called before the image is deleted or detected anew. Nothing happens when it is not published.
 */
export async function unpublishImage(trx: Kysely<Database>, wholeImageId: number): Promise<void> {
  await lockTrees(trx);
  await trx
    .updateTable("whole_image")
    .set({ published_at: null })
    .where("id", "=", wholeImageId)
    .execute();
  await settle(trx, await pictureOf(trx, wholeImageId));
}

/**
 * Changes the day a picture was taken, with its trees and with what it hides or is hidden by.
 * @throws when there is no such image.
 */
export async function redateImage(
  trx: Kysely<Database>,
  wholeImageId: number,
  date: string,
): Promise<void> {
  await lockTrees(trx);
  const { published, captured_on } = await pictureOf(trx, wholeImageId);
  if (captured_on === date) return;
  if (published) await unpublishImage(trx, wholeImageId);
  await trx
    .updateTable("whole_image")
    .set({ captured_on: date })
    .where("id", "=", wholeImageId)
    .execute();
  await trx
    .updateTable("tree")
    .set({ captured_on: date })
    .where("whole_image_id", "=", wholeImageId)
    .execute();
  if (published) await publishImage(trx, wholeImageId);
}

/** Decides anew on the picture's own trees and on those of older pictures under it. */
async function settle(trx: Kysely<Database>, picture: Picture): Promise<void> {
  const around = await publishedAround(trx, picture);
  const isOlder = (a: Picture, b: Picture) =>
    a.captured_on < b.captured_on || (a.captured_on === b.captured_on && a.id < b.id);
  const covers = new Map(
    around.map((other) => [other, { bbox: other.bbox, holds: preparePolygon(other.coverage) }]),
  );
  const inside = preparePolygon(picture.coverage);
  const settled = [picture, ...around.filter((other) => isOlder(other, picture))];
  for (const each of settled) {
    const newer = around.filter((other) => other !== each && isOlder(each, other));
    const above = newer.flatMap((other) => covers.get(other) ?? []);
    if (each !== picture && picture.published) above.unshift({ bbox: picture.bbox, holds: inside });
    await settleTrees(trx, each, picture.bbox, each === picture ? () => true : inside, above);
  }
  await sweepCells(trx, mortonCover(picture.bbox));
  await refreshTreeTally(
    trx,
    settled.map(({ id }) => id),
  );
}

/** Of one picture's trees in the box, those that `concerns` holds. */
async function settleTrees(
  trx: Kysely<Database>,
  picture: Picture,
  box: Bbox,
  concerns: PointTest,
  above: readonly Cover[],
): Promise<void> {
  const near = above.filter(({ bbox }) => bboxesTouch(bbox, box));
  for await (const trees of scanTrees(trx, picture.id, box)) {
    const on: (number | string)[] = [];
    const off: (number | string)[] = [];
    for (const { id, lon, lat, current } of trees) {
      if (!concerns(lon, lat)) continue;
      const counts = picture.published && !near.some(({ holds }) => holds(lon, lat));
      if (counts !== current) (counts ? on : off).push(id);
    }
    await setCurrent(trx, off, false);
    await setCurrent(trx, on, true);
  }
}

async function pictureOf(trx: Kysely<Database>, id: number): Promise<Picture> {
  const row = await trx
    .selectFrom("whole_image")
    .select(["id", "captured_on", "published_at", "bbox", "coverage"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return asPicture(row);
}

async function publishedAround(trx: Kysely<Database>, picture: Picture): Promise<Picture[]> {
  const [west, south, east, north] = picture.bbox;
  const rows = await trx
    .selectFrom("whole_image")
    .select(["id", "captured_on", "published_at", "bbox", "coverage"])
    .where("published_at", "is not", null)
    .where("id", "<>", picture.id)
    .where(sql<boolean>`bbox[1] <= ${east} and bbox[3] >= ${west}`)
    .where(sql<boolean>`bbox[2] <= ${north} and bbox[4] >= ${south}`)
    .execute();
  return rows.map(asPicture);
}

function asPicture(row: {
  id: number;
  captured_on: string;
  published_at: Date | null;
  bbox: number[];
  coverage: unknown;
}): Picture {
  return {
    id: row.id,
    captured_on: row.captured_on,
    published: row.published_at !== null,
    bbox: row.bbox as unknown as Bbox,
    coverage: row.coverage as MultiPolygon,
  };
}

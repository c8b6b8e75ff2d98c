/**
 * When a tree counts: from the day its image was taken until the first newer published image (later
 * capture date, then higher number) that covers its position. Publishing, unpublishing and dating an
 * image keep that true, with the pyramid and the tally, in the caller's transaction.
 */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { bboxesTouch, type PointTest } from "@nihol/geo/polygon";
import { sql } from "kysely";
import {
  type CountedImage,
  findImage,
  isOlder,
  listPublishedAround,
  lockImage,
} from "./counted-image.ts";
import { settleLeaves } from "./leaf-off.ts";
import { mortonCover } from "./morton-cover.ts";
import { settleSeenArea } from "./seen-area.ts";
import {
  type CountedUntil,
  current,
  deleteEmptyCells,
  lockTrees,
  setCountedUntil,
} from "./tree-pyramid.ts";
import { type ScannedTree, scanTrees } from "./tree-scan.ts";
import { refreshTreeTally } from "./tree-tally.ts";

/** The rule of this version of the software; raise it when published images are to be settled anew. */
export const settleVersion = 1;

/**
 * Makes a whole image's trees count. Publishing what is published checks it once more.
 * @throws when there is no such image.
 */
export async function publishImage(trx: Db, wholeImageId: number): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  await sql`
    update whole_image w set published_at = coalesce(published_at, now()),
      settle_version = ${settleVersion}, tree_count = c.trees, green_count = c.green
    from (select count(*) as trees, count(*) filter (where green = 1) as green
      from tree where whole_image_id = ${wholeImageId}) c
    where w.id = ${wholeImageId}`.execute(trx);
  await settle(trx, await findImage(trx, wholeImageId));
}

/**
 * Takes a whole image's trees out of every period; older published images count on where it lay.
 * To be called before the image is deleted or detected anew. Nothing happens when it is not published.
 */
export async function unpublishImage(trx: Db, wholeImageId: number): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  await trx
    .updateTable("whole_image")
    .set({ published_at: null })
    .where("id", "=", wholeImageId)
    .execute();
  await settle(trx, await findImage(trx, wholeImageId));
}

/**
 * Changes the day an image was taken, with its trees and with what it supersedes or is superseded by.
 * @throws when there is no such image.
 */
export async function redateImage(trx: Db, wholeImageId: number, date: string): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  const { published, captured_on } = await findImage(trx, wholeImageId);
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
  await settleLeaves(trx, wholeImageId);
  if (published) await publishImage(trx, wholeImageId);
}

/**
 * Decides anew until when an image's own trees count, and leaves all others alone: for images that
 * an older version of the software published. Nothing happens when it is not published.
 */
export async function settleOwnTrees(trx: Db, wholeImageId: number): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  const image = await findImage(trx, wholeImageId);
  const newer = image.published ? newerThan(image, await listPublishedAround(trx, image)) : [];
  if (newer.length > 0) {
    await settleTrees(trx, image, image.bbox, () => true, newer);
    await deleteEmptyCells(trx, mortonCover(image.bbox));
    await refreshTreeTally(trx, [image.id]);
  }
  await trx
    .updateTable("whole_image")
    .set({ settle_version: settleVersion })
    .where("id", "=", wholeImageId)
    .execute();
}

/** Decides anew on the image's own trees and on those of all older images under it. */
async function settle(trx: Db, image: CountedImage): Promise<void> {
  const around = await listPublishedAround(trx, image);
  const published = image.published && image.counted ? [...around, image] : around;
  const older = around.filter((other) => isOlder(other, image));
  await settleTrees(trx, image, image.bbox, () => true, newerThan(image, published));
  const changed = [image.id];
  // Images that only lie near, and may have millions of trees, are not counted anew.
  for (const each of older)
    if (await settleTrees(trx, each, image.bbox, image.covers, newerThan(each, published)))
      changed.push(each.id);
  await deleteEmptyCells(trx, mortonCover(image.bbox));
  await settleSeenArea(trx, image.id);
  await refreshTreeTally(trx, changed);
}

/** Until when a tree of the image counts that stands at a position, by the images that are published now. */
export async function countedUntilAt(
  trx: Db,
  image: CountedImage,
  at: Pick<ScannedTree, "lon" | "lat">,
): Promise<CountedUntil> {
  return untilAt(image, newerThan(image, await listPublishedAround(trx, image)))(at);
}

/** @param newer what may supersede the image's trees, the earliest first */
const untilAt =
  (image: CountedImage, newer: readonly CountedImage[]) =>
  ({ lon, lat }: Pick<ScannedTree, "lon" | "lat">): CountedUntil =>
    image.published && image.counted
      ? (newer.find(({ covers }) => covers(lon, lat))?.captured_on ?? current)
      : null;

/** Images that may supersede an image's trees, the earliest first. */
const newerThan = (image: CountedImage, published: readonly CountedImage[]): CountedImage[] =>
  published.filter((other) => isOlder(image, other)).sort((a, b) => (isOlder(a, b) ? -1 : 1));

/** Of one image's trees in the box, those that `concerns` holds. @returns whether one counts otherwise than before */
async function settleTrees(
  trx: Db,
  image: CountedImage,
  box: Bbox,
  concerns: PointTest,
  newer: readonly CountedImage[],
): Promise<boolean> {
  const near = newer.filter(({ bbox }) => bboxesTouch(bbox, box));
  const untilOf = untilAt(image, near);
  let hasChanged = false;
  for await (const trees of scanTrees(trx, image.id, box)) {
    const changes = trees
      .filter(({ lon, lat }) => concerns(lon, lat))
      .map((tree) => ({ id: tree.id, until: untilOf(tree), before: tree.counted_until }))
      .filter(({ until, before }) => until !== before);
    await setCountedUntil(trx, changes);
    hasChanged ||= changes.length > 0;
  }
  return hasChanged;
}

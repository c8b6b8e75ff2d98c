/** Keeps the garden, district and region of every tree true when boundaries change. */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { mortonCover } from "./morton-cover.ts";
import { moveSeenArea } from "./seen-area.ts";
import { loadTerritory, type TerritoryIndex } from "./territory-index.ts";
import { deleteEmptyCells, lockTrees, type Move, moveTrees } from "./tree-pyramid.ts";
import { type ScannedTree, scanTrees } from "./tree-scan.ts";
import { refreshTreeTally } from "./tree-tally.ts";

/**
 * Change of a boundary: a garden (drawn, moved; `removed` when it is about to be deleted), or everything in a box (an
 * import of boundaries).
 */
export type TerritoryChange = { gardenId: number; removed?: boolean } | { bbox: Bbox };

/**
 * Finds the places of the trees anew, after the boundaries were written and before a garden's row is
 * deleted. Reads the trees in the garden's box and those that were in the garden.
 *
 * The time grows with the trees in the box, and until the transaction ends no image is published and no other
 * boundary moves: for changes that `isSmallChange` allows; larger ones are the worker's, see territory-change.ts.
 * @returns how many trees have another place now.
 */
export async function reassignTerritory(trx: Db, change: TerritoryChange): Promise<number> {
  await lockTrees(trx);
  const boxes = "bbox" in change ? [change.bbox] : await boxesOfGarden(trx, change.gardenId);
  const withoutGardens = "gardenId" in change && change.removed ? [change.gardenId] : [];
  let moved = 0;
  for (const bbox of boxes) {
    const placeOf = await loadTerritory(trx, bbox, { withoutGardens });
    const images = await imagesIn(trx, bbox);
    for (const id of images) {
      for await (const trees of scanTrees(trx, id, bbox)) {
        const moves = movesOf(trees, bbox, placeOf);
        await moveTrees(trx, moves);
        moved += moves.length;
      }
    }
    if (moved === 0) continue;
    await deleteEmptyCells(trx, mortonCover(bbox));
    await refreshTreeTally(trx, images);
  }
  const garden = "gardenId" in change && { id: change.gardenId, removed: change.removed === true };
  await moveSeenArea(trx, boxes, garden || undefined);
  return moved;
}

/** Finds the places of some trees of an image anew, by the boundaries as they are now, with pyramid and tally. */
export async function placeTrees(
  trx: Db,
  wholeImageId: number,
  trees: ScannedTree[],
): Promise<void> {
  if (trees.length === 0) return;
  const bbox = boundsOf(trees);
  const moves = movesOf(trees, bbox, await loadTerritory(trx, bbox));
  if (moves.length === 0) return;
  await moveTrees(trx, moves);
  await deleteEmptyCells(trx, mortonCover(bbox));
  await refreshTreeTally(trx, [wholeImageId]);
}

function boundsOf(trees: ScannedTree[]): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lon, lat } of trees) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

function movesOf(trees: ScannedTree[], bbox: Bbox, placeOf: TerritoryIndex): Move[] {
  const [west, south, east, north] = bbox;
  const moves: Move[] = [];
  for (const tree of trees) {
    const { id, lon, lat } = tree;
    // Outside the box other boundaries may hold it, which were not loaded.
    if (lon < west || lon > east || lat < south || lat > north) continue;
    const place = placeOf(lon, lat);
    const same =
      place.garden_id === tree.garden_id &&
      place.district_id === tree.district_id &&
      place.region_id === tree.region_id;
    if (!same) moves.push({ id, ...place });
  }
  return moves;
}

/** Where the garden is now, and where its trees are still. */
async function boxesOfGarden(trx: Db, gardenId: number): Promise<Bbox[]> {
  const { rows } = await sql<{ bbox: Bbox | [null, null, null, null] }>`
    select bbox from garden where id = ${gardenId} and boundary is not null
    union all
    select array[min(lon), min(lat), max(lon), max(lat)] from tree where garden_id = ${gardenId}`.execute(
    trx,
  );
  return rows.map(({ bbox }) => bbox).filter((bbox): bbox is Bbox => bbox[0] !== null);
}

async function imagesIn(trx: Db, [west, south, east, north]: Bbox): Promise<number[]> {
  const rows = await trx
    .selectFrom("whole_image")
    .select("id")
    .where(sql<boolean>`bbox[1] <= ${east} and bbox[3] >= ${west}`)
    .where(sql<boolean>`bbox[2] <= ${north} and bbox[4] >= ${south}`)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Keeps `seen_area` equal to what the published images show: how much ground of which garden, district and
 * region, split by when a newer image took it over, with the closed canopy and the shrubs on it. Call these in the transaction of the change, after
 * `lockTrees`; they read the images and boundaries as they are then.
 */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { lockImage } from "./counted-image.ts";
import { findCovered, type ImageCover, listCover, writeGroundCover } from "./ground-cover.ts";
import { type Cell, cellsOf } from "./seen-area-cells.ts";
import {
  isNewer,
  type SeenImage,
  type SeenPart,
  seenParts,
  type TerritoryShapes,
} from "./seen-area-overlay.ts";
import { shapesIn } from "./territory-index.ts";
import { lockTrees } from "./tree-pyramid.ts";

/** A square of an image that is to be measured. */
interface Work extends Cell {
  image: SeenImage;
}

/** An image was published or taken out: itself, and the older ones under it. */
export async function settleSeenArea(trx: Db, wholeImageId: number): Promise<void> {
  await trx.deleteFrom("seen_area").where("whole_image_id", "=", wholeImageId).execute();
  const image = await findImage(trx, wholeImageId);
  if (!image) return;
  const around = await publishedIn(trx, image.bbox);
  const older = around.filter((one) => isNewer(image, one));
  const concerned = await concernedBy(trx, image, older);
  const self = around.filter(({ id }) => id === wholeImageId);
  const work = [...self, ...concerned].flatMap((one) => workIn(one, image.bbox));
  await measure(trx, work);
}

/** Boundaries in a box have changed, or a garden is about to be deleted. */
export async function moveSeenArea(
  trx: Db,
  boxes: readonly Bbox[],
  garden?: { id: number; removed: boolean },
): Promise<void> {
  const work: Work[] = [];
  for (const box of boxes)
    for (const image of await publishedIn(trx, box)) work.push(...workIn(image, box));
  if (garden) work.push(...(await workOfGarden(trx, garden.id)));
  await measure(trx, work, garden?.removed ? garden.id : undefined);
}

/** The squares of an image with these bounds that touch one of the boxes, above a number, ascending. */
export function cellsToMeasure(image: Bbox, boxes: readonly Bbox[], after: number): number[] {
  const cells = boxes.flatMap((box) => cellsOf(image, box).map(({ cell }) => cell));
  return [...new Set(cells)].filter((cell) => cell > after).sort((a, b) => a - b);
}

/** Measures some squares of one image anew; nothing for one that is not published. */
export async function remeasureCells(
  trx: Db,
  wholeImageId: number,
  cells: readonly number[],
): Promise<void> {
  const image = await findImage(trx, wholeImageId);
  if (!image?.published || cells.length === 0) return;
  const wanted = new Set(cells);
  await measure(
    trx,
    workIn(image, image.bbox).filter(({ cell }) => wanted.has(cell)),
  );
}

/** Notes where the closed canopy and the shrubs of an image stand, and measures it anew where it is published. */
export async function placeGroundCover(
  trx: Db,
  wholeImageId: number,
  cover: ImageCover,
): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  await writeGroundCover(trx, wholeImageId, cover);
  const image = await findImage(trx, wholeImageId);
  if (image?.published) await measure(trx, workIn(image, image.bbox));
}

/**
 * Measures the published images that were never measured: those of a data folder from before there was a
 * seen_area. An image a transaction, so that it may be interrupted; nothing to do costs one query.
 */
export async function fillSeenArea(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from whole_image w where published_at is not null
      and not exists (select from seen_area s where s.whole_image_id = w.id) order by id`.execute(
    db,
  );
  for (const { id } of rows)
    await db.transaction().execute(async (trx) => {
      await lockTrees(trx);
      const image = await findImage(trx, id);
      if (image?.published) await measure(trx, workIn(image, image.bbox));
    });
}

const workIn = (image: SeenImage, box: Bbox): Work[] =>
  cellsOf(image.bbox, box).map((cell) => ({ image, ...cell }));

/** Where a garden was before it moved. */
async function workOfGarden(trx: Db, gardenId: number): Promise<Work[]> {
  const { rows } = await sql<ImageRow & { cell: number }>`
    select distinct on (w.id, s.cell) ${imageColumns}, s.cell
    from seen_area s join whole_image w on w.id = s.whole_image_id
    where s.garden_id = ${gardenId}`.execute(trx);
  return rows.flatMap((row) => workIn(row, row.bbox).filter(({ cell }) => cell === row.cell));
}

/** Those of the older images whose ground another image of this day could take over, or did. */
async function concernedBy(trx: Db, image: SeenImage, older: SeenImage[]): Promise<SeenImage[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct whole_image_id as id from seen_area
    where whole_image_id = any(${older.map(({ id }) => id)}::int[])
      and greatest(superseded_on, green_superseded_on) >= ${image.captured_on}::date`.execute(trx);
  const ids = new Set(rows.map(({ id }) => id));
  return older.filter(({ id }) => ids.has(id));
}

/** Writes the rows of these squares anew. */
async function measure(trx: Db, work: readonly Work[], withoutGarden?: number): Promise<void> {
  const once = [...new Map(work.map((one) => [`${one.image.id} ${one.cell}`, one])).values()];
  if (once.length === 0) return;
  const box = unionOf(once.map((one) => one.box));
  const images = await publishedIn(trx, box);
  const territory = await territoryIn(trx, box, withoutGarden);
  await forget(trx, once);
  const isCovered = await findCovered(
    trx,
    once.map(({ image }) => image.id),
  );
  for (const one of once) {
    const { box, image, cell } = one;
    const cover = isCovered(image.id, cell) ? await listCover(trx, image.id, cell) : [];
    await insert(trx, one, seenParts(box, image, images, territory, cover));
  }
}

const unionOf = (boxes: Bbox[]): Bbox =>
  boxes.reduce(([w, s, e, n], [west, south, east, north]) => [
    Math.min(w, west),
    Math.min(s, south),
    Math.max(e, east),
    Math.max(n, north),
  ]);

async function territoryIn(
  trx: Db,
  box: Bbox,
  withoutGarden: number | undefined,
): Promise<TerritoryShapes> {
  const garden = await shapesIn(trx, "garden", box);
  return {
    garden: garden.filter(({ id }) => id !== withoutGarden),
    district: await shapesIn(trx, "district", box),
    region: await shapesIn(trx, "region", box),
  };
}

async function forget(trx: Db, work: readonly Work[]): Promise<void> {
  await sql`
    delete from seen_area s using unnest(${work.map(({ image }) => image.id)}::int[],
      ${work.map(({ cell }) => cell)}::int[]) as w (whole_image_id, cell)
    where s.whole_image_id = w.whole_image_id and s.cell = w.cell`.execute(trx);
}

async function insert(trx: Db, { image, cell }: Work, parts: readonly SeenPart[]): Promise<void> {
  if (parts.length === 0) return;
  const column = <Name extends keyof SeenPart>(name: Name) => parts.map((part) => part[name]);
  await sql`
    insert into seen_area (whole_image_id, cell, captured_on, region_id, district_id, garden_id,
      superseded_on, green_superseded_on, area_m2, canopy_m2, shrubs)
    select ${image.id}, ${cell}, ${image.captured_on}::date, p.*
    from unnest(${column("region_id")}::int[], ${column("district_id")}::int[],
      ${column("garden_id")}::int[], ${column("superseded_on")}::date[],
      ${column("green_superseded_on")}::date[], ${column("area_m2")}::float8[],
      ${column("canopy_m2")}::float8[], ${column("shrubs")}::int[]) as p`.execute(trx);
}

interface ImageRow {
  id: number;
  captured_on: string;
  bbox: Bbox;
  coverage: SeenImage["coverage"];
  has_green_level: boolean;
  counted: boolean;
  canopy_placed: boolean;
  shrubs_placed: boolean;
  published: boolean;
}

const imageColumns = sql`w.id, w.captured_on, w.bbox, w.coverage,
  w.green_level is not null and w.green_index is not null as has_green_level,
  w.counted, w.canopy_placed, w.shrubs_placed, w.published_at is not null as published`;

async function findImage(trx: Db, id: number) {
  const { rows } = await sql<ImageRow>`
    select ${imageColumns} from whole_image w where id = ${id}`.execute(trx);
  return rows[0];
}

async function publishedIn(trx: Db, [west, south, east, north]: Bbox): Promise<SeenImage[]> {
  const { rows } = await sql<ImageRow>`
    select ${imageColumns} from whole_image w
    where published_at is not null and bbox[1] <= ${east} and bbox[3] >= ${west}
      and bbox[2] <= ${north} and bbox[4] >= ${south} order by id`.execute(trx);
  return rows;
}

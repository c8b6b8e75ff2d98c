/**
 * Borders that have moved: at once where that is little work, else by the worker in steps that each end within a
 * moment, so that publishing and drawing go on in between. Doing a step twice changes nothing.
 */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { countCover } from "./ground-cover.ts";
import { coverOf, type MortonRange } from "./morton-cover.ts";
import { cellsToMeasure, remeasureCells } from "./seen-area.ts";
import { lockTrees } from "./tree-pyramid.ts";
import { readTrees, type ScanPlace } from "./tree-scan.ts";
import { placeTrees } from "./tree-territory.ts";

/** Borders that moved. */
export interface TerritoryMove {
  kind: "region" | "district" | "garden";
  placeIds: readonly number[];
  /** Where the borders were and where they are, degrees. */
  boxes: readonly Bbox[];
}

/** Limits of what a call does itself: about a second's work. */
const SMALL_CHANGE = { trees: 20_000, cells: 200, cover: 100_000 } as const;
/** Amount that a step does before it lets others go on. */
const STEP = { trees: 10_000, cells: 32 } as const;

interface ImageInBoxes {
  id: number;
  bbox: Bbox;
  /** Only the ground of published images is seen. */
  published: boolean;
}

/** Tells whether the boxes hold no more trees, squares of seen ground and points of cover on it than a call may wait for. */
export async function isSmallChange(db: Db, boxes: readonly Bbox[]): Promise<boolean> {
  const images = await imagesIn(db, boxes, 0);
  const cells = images
    .filter(({ published }) => published)
    .flatMap(({ id, bbox }) =>
      cellsToMeasure(bbox, boxes, -Infinity).map((cell) => ({ image: id, cell })),
    );
  if (cells.length > SMALL_CHANGE.cells) return false;
  if ((await countCover(db, cells)) > SMALL_CHANGE.cover) return false;
  return fewTrees(db, images, boxes);
}

async function fewTrees(db: Db, images: ImageInBoxes[], boxes: readonly Bbox[]): Promise<boolean> {
  const ranges = coverOf(boxes);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from unnest(${images.map(({ id }) => id)}::int[]) as i (id),
        unnest(${ranges.map(([from]) => String(from))}::bigint[],
          ${ranges.map(([, to]) => String(to))}::bigint[]) as r (first, last),
        lateral (select 1 from tree t where t.whole_image_id = i.id
          and t.zc between r.first and r.last limit ${SMALL_CHANGE.trees + 1}) as found
      limit ${SMALL_CHANGE.trees + 1}) as few`.execute(db);
  return (rows[0]?.n ?? 0) <= SMALL_CHANGE.trees;
}

/** Notes a change for the worker, in the transaction that moved the borders. @returns its number */
export async function insertTerritoryChange(trx: Db, move: TerritoryMove): Promise<number> {
  const { id } = await trx
    .insertInto("territory_change")
    .values({ kind: move.kind, place_ids: [...move.placeIds], boxes: move.boxes.flat() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The changes that are not done, oldest first. */
export async function listTerritoryChanges(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("territory_change").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Does the next part of a change, in a transaction of its own.
 * @returns false when the change is done, or not there
 */
export async function stepTerritoryChange(trx: Db, id: number): Promise<boolean> {
  await lockTrees(trx);
  const change = await trx
    .selectFrom("territory_change")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!change) return false;
  const boxes = boxesOf(change.boxes);
  const isBegun = change.at_zc !== null || change.at_cell !== null;
  const [image] = await imagesIn(trx, boxes, isBegun ? change.at_image - 1 : change.at_image, 1);
  if (!image) {
    await trx.deleteFrom("territory_change").where("id", "=", id).execute();
    return false;
  }
  // An image that was deleted meanwhile leaves its place to the next one, from its beginning.
  const isSame = isBegun && image.id === change.at_image;
  const after =
    isSame && change.at_zc !== null && change.at_tree !== null
      ? { zc: String(change.at_zc), id: change.at_tree }
      : undefined;
  const next =
    isSame && change.at_cell !== null
      ? await stepCells(trx, image, boxes, change.at_cell)
      : await stepTrees(trx, image, boxes, after);
  await trx
    .updateTable("territory_change")
    .set({ at_image: image.id, at_zc: null, at_tree: null, at_cell: null, ...next })
    .where("id", "=", id)
    .execute();
  return true;
}

interface Progress {
  at_zc?: string;
  at_tree?: number | string;
  at_cell?: number;
}

/** Trees until there are none left, then the squares of seen ground. */
async function stepTrees(
  trx: Db,
  image: ImageInBoxes,
  boxes: readonly Bbox[],
  after: ScanPlace | undefined,
): Promise<Progress> {
  const trees = await readTrees(trx, image.id, rangesOf(image, boxes), after, STEP.trees);
  await placeTrees(trx, image.id, trees);
  const last = trees.at(-1);
  if (last && trees.length === STEP.trees) return { at_zc: last.zc, at_tree: last.id };
  return { at_cell: FIRST_CELL };
}

/** Below every number of a square. */
const FIRST_CELL = -(2 ** 31);

async function stepCells(
  trx: Db,
  image: ImageInBoxes,
  boxes: readonly Bbox[],
  after: number,
): Promise<Progress> {
  if (!image.published) return {};
  const cells = cellsToMeasure(image.bbox, boxes, after).slice(0, STEP.cells);
  await remeasureCells(trx, image.id, cells);
  const last = cells.at(-1);
  // Neither a tree nor a square: the image is done.
  return last && cells.length === STEP.cells ? { at_cell: last } : {};
}

/** The ranges that the boxes have in the image. */
function rangesOf({ bbox }: ImageInBoxes, boxes: readonly Bbox[]): MortonRange[] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const common = boxes
    .filter((box) => box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south)
    .map(
      (box): Bbox => [
        Math.max(west, box[0]),
        Math.max(south, box[1]),
        Math.min(east, box[2]),
        Math.min(north, box[3]),
      ],
    );
  return coverOf(common);
}

async function imagesIn(
  db: Db,
  boxes: readonly Bbox[],
  after: number,
  max?: number,
): Promise<ImageInBoxes[]> {
  const side = (at: number) => boxes.map((box) => box[at] as number);
  const { rows } = await sql<ImageInBoxes>`
    select id, bbox, published_at is not null as published from whole_image w where id > ${after} and exists (
      select 1 from unnest(${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[],
        ${side(3)}::float8[]) as b (west, south, east, north)
      where w.bbox[1] <= b.east and w.bbox[3] >= b.west
        and w.bbox[2] <= b.north and w.bbox[4] >= b.south)
    order by id limit ${max ?? null}`.execute(db);
  return rows;
}

const boxesOf = (flat: readonly number[]): Bbox[] =>
  Array.from({ length: flat.length / 4 }, (_, i): Bbox => {
    const [west = 0, south = 0, east = 0, north = 0] = flat.slice(i * 4, i * 4 + 4);
    return [west, south, east, north];
  });

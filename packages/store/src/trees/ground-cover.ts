/**
 * Where the closed canopy and the shrubs of an image stand, in the squares by which seen_area is kept. What of it counts in
 * which place and period is the measuring's: seen-area.ts.
 */

import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { cellAt } from "./seen-area-cells.ts";

/** Of a whole image; null where it was not looked for. */
export interface ImageCover {
  /** Longitude, latitude and square metres of each grid cell of closed canopy, one after the other. */
  canopy: number[] | null;
  /** Longitude and latitude of each shrub. */
  shrubs: number[] | null;
}

/** Of one square of an image. */
export interface CoverPoint {
  lon: number;
  lat: number;
  /** Square metres of closed canopy; 0 for a shrub. */
  canopy_m2: number;
  shrubs: number;
}

interface CoverCell {
  canopy: number[];
  shrubs: number[];
}

/**
 * Replaces what was known of an image. What stands on its edge is put within its bounds, so that it belongs to one of its
 * squares. Measure the image after it.
 */
export async function writeGroundCover(trx: Db, wholeImageId: number, cover: ImageCover) {
  const { bbox } = await trx
    .updateTable("whole_image")
    .set({ canopy_placed: cover.canopy !== null, shrubs_placed: cover.shrubs !== null })
    .where("id", "=", wholeImageId)
    .returning("bbox")
    .executeTakeFirstOrThrow();
  await trx.deleteFrom("ground_cover").where("whole_image_id", "=", wholeImageId).execute();
  for (const [cell, { canopy, shrubs }] of cellsOfCover(cover, bbox))
    await sql`
      insert into ground_cover (whole_image_id, cell, canopy, shrubs)
      values (${wholeImageId}, ${cell}, ${canopy}::float8[], ${shrubs}::float8[])`.execute(trx);
}

function cellsOfCover({ canopy, shrubs }: ImageCover, bbox: Bbox): Map<number, CoverCell> {
  const cells = new Map<number, CoverCell>();
  const place = (name: keyof CoverCell, lon: number, lat: number, ...rest: number[]) => {
    const at = within(bbox, lon, lat);
    const cell = cellAt(bbox, at);
    const held = cells.get(cell) ?? { canopy: [], shrubs: [] };
    cells.set(cell, held);
    held[name].push(...at, ...rest);
  };
  for (let i = 0; canopy && i + 2 < canopy.length; i += 3)
    place("canopy", canopy[i] as number, canopy[i + 1] as number, canopy[i + 2] as number);
  for (let i = 0; shrubs && i + 1 < shrubs.length; i += 2)
    place("shrubs", shrubs[i] as number, shrubs[i + 1] as number);
  return cells;
}

const within = ([west, south, east, north]: Bbox, lon: number, lat: number): [number, number] => [
  Math.min(east, Math.max(west, lon)),
  Math.min(north, Math.max(south, lat)),
];

const keyOf = (image: number, cell: number) => `${image} ${cell}`;

/** Finds the squares of these images that hold anything, in one query, so that most squares cost none. */
export async function findCovered(
  trx: Db,
  images: readonly number[],
): Promise<(image: number, cell: number) => boolean> {
  const { rows } = await sql<{ image: number; cell: number }>`
    select whole_image_id as image, cell from ground_cover
    where whole_image_id = any(${[...new Set(images)]}::int[])`.execute(trx);
  const keys = new Set(rows.map(({ image, cell }) => keyOf(image, cell)));
  return (image, cell) => keys.has(keyOf(image, cell));
}

/** Counts the grid cells of closed canopy and shrubs in these squares. */
export async function countCover(
  db: Db,
  cells: readonly { image: number; cell: number }[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(cardinality(g.canopy) / 3 + cardinality(g.shrubs) / 2), 0)::int as n
    from ground_cover g join unnest(${cells.map(({ image }) => image)}::int[],
      ${cells.map(({ cell }) => cell)}::int[]) as c (image, cell)
      on g.whole_image_id = c.image and g.cell = c.cell`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Lists the cover in one square of an image. */
export async function listCover(trx: Db, image: number, cell: number): Promise<CoverPoint[]> {
  const { rows } = await sql<CoverCell>`
    select canopy, shrubs from ground_cover
    where whole_image_id = ${image} and cell = ${cell}`.execute(trx);
  const points: CoverPoint[] = [];
  for (const { canopy, shrubs } of rows) {
    for (let i = 0; i + 2 < canopy.length; i += 3)
      points.push({
        lon: canopy[i] as number,
        lat: canopy[i + 1] as number,
        canopy_m2: canopy[i + 2] as number,
        shrubs: 0,
      });
    for (let i = 0; i + 1 < shrubs.length; i += 2)
      points.push({
        lon: shrubs[i] as number,
        lat: shrubs[i + 1] as number,
        canopy_m2: 0,
        shrubs: 1,
      });
  }
  return points;
}

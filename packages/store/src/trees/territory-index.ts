/** To which garden, district and region a position belongs. */

import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { type PointTest, preparePolygon } from "@nihol/geo/polygon";
import { sql } from "kysely";

/** Where a tree stands; null where no boundary holds it. */
export interface Place {
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

/** Finds the place of a position (degrees). */
export type TerritoryIndex = (lon: number, lat: number) => Place;

interface TerritoryOptions {
  /** Gardens to leave out, because they are about to be deleted. */
  withoutGardens?: readonly number[];
}

/** A boundary with what it belongs to. */
export interface Shape {
  id: number;
  region_id: number | null;
  district_id: number | null;
  boundary: MultiPolygon;
  bbox: Bbox;
}

type Belonging = Omit<Shape, "boundary" | "bbox">;

/**
 * The one rule of what a position belongs to, given the smallest garden, district and region around it: the
 * district, else the garden's own; the region of the district, else the one around, else the garden's own.
 */
export function placeWithin(
  garden: Belonging | undefined,
  district: Belonging | undefined,
  region: Belonging | undefined,
): Place {
  return {
    garden_id: garden?.id ?? null,
    district_id: district?.id ?? garden?.district_id ?? null,
    region_id: district?.region_id ?? region?.id ?? garden?.region_id ?? null,
  };
}

interface Indexed extends Omit<Shape, "boundary"> {
  holds: PointTest;
}

const CELLS_A_SIDE = 64;

/**
 * Loads the boundaries that touch a box and makes them ready for many positions inside it. Of
 * several gardens around a position the smallest one counts; see `placeWithin`.
 */
export async function loadTerritory(
  db: Db,
  bbox: Bbox,
  options: TerritoryOptions = {},
): Promise<TerritoryIndex> {
  const gardens = indexed(await shapesIn(db, "garden", bbox), bbox, options.withoutGardens ?? []);
  const districts = indexed(await shapesIn(db, "district", bbox), bbox);
  const regions = indexed(await shapesIn(db, "region", bbox), bbox);
  return (lon, lat) => placeWithin(gardens(lon, lat), districts(lon, lat), regions(lon, lat));
}

/** The boundaries of a kind that touch a box, smallest first. */
export async function shapesIn(
  db: Db,
  table: "garden" | "district" | "region",
  [west, south, east, north]: Bbox,
): Promise<Shape[]> {
  const region = table === "region" ? sql`id` : sql`region_id`;
  const district = table === "garden" ? sql`district_id` : sql`null::int`;
  const { rows } = await sql<Shape>`
    select id, ${region} as region_id, ${district} as district_id, boundary, bbox
    from ${sql.table(table)}
    where boundary is not null and bbox[1] <= ${east} and bbox[3] >= ${west}
      and bbox[2] <= ${north} and bbox[4] >= ${south}
    order by area_m2, id`.execute(db);
  return rows;
}

/** A grid over the box: a position is tested only against the shapes whose bounds touch its cell. */
function indexed(
  shapes: Shape[],
  [west, south, east, north]: Bbox,
  without: readonly number[] = [],
): (lon: number, lat: number) => Indexed | undefined {
  const side = shapes.length > 4 ? CELLS_A_SIDE : 1;
  const along = (from: number, to: number, value: number) =>
    to > from
      ? Math.min(side - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * side)))
      : 0;
  const cells: Indexed[][] = Array.from({ length: side * side }, () => []);
  for (const { boundary, ...rest } of shapes) {
    if (without.includes(rest.id)) continue;
    const shape = { ...rest, holds: lazily(boundary) };
    const [w = 0, s = 0, e = 0, n = 0] = rest.bbox;
    const [x0, x1] = [along(west, east, w), along(west, east, e)];
    const [y0, y1] = [along(south, north, s), along(south, north, n)];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) cells[y * side + x]?.push(shape);
  }
  return (lon, lat) =>
    cells[along(south, north, lat) * side + along(west, east, lon)]?.find(({ holds }) =>
      holds(lon, lat),
    );
}

/** Prepared when first asked: most boundaries near an image hold none of its trees. */
function lazily(boundary: MultiPolygon): PointTest {
  let test: PointTest | undefined;
  return (lon, lat) => {
    test ??= preparePolygon(boundary);
    return test(lon, lat);
  };
}

/** Plantings of young trees in rows: areas of a block in which they are looked for, and their records in `planting_rows`. */

import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { sumPlaces } from "@nihol/contract/values/planting/place-range";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import {
  type Georeference,
  lonLatsToPixels,
  pixelsToLonLats,
} from "@nihol/vision/coordinates/projection";
import type { Rect } from "@nihol/vision/pixels/pixels";
import { COARSEST_METERS, type Planting } from "@nihol/vision/plantings/find-plantings";
import type { RowsGround } from "@nihol/vision/plantings/plantings-of-block";
import { sql } from "kysely";
import type { BlockWork } from "./block-rows.ts";

/** Ground around a garden that is looked at with it, metres: boundaries are drawn a few metres wrong. */
const BESIDE_METERS = 10;

/**
 * Areas of a block in which a planting task has its garden, source pixels, none overlapping another; empty on images that
 * are too coarse; with the spacing that the tasks order, where they order one. Elsewhere nobody asks for rows, and looking costs as much as finding trees.
 */
export async function areasOfTasks(
  db: Db,
  facts: Georeference & Pick<ImageMetadata, "gsdMeters">,
  block: Rect,
): Promise<RowsGround[]> {
  if (facts.gsdMeters > COARSEST_METERS) return [];
  const margin = BESIDE_METERS / facts.gsdMeters;
  const [left, top] = [block.x - margin, block.y - margin];
  const [right, bottom] = [block.x + block.width + margin, block.y + block.height + margin];
  // A garden that ends just beside the block has its margin in it.
  const [west, south, east, north] = boundsOf(
    pixelsToLonLats(facts, cornersOf([left, top, right, bottom])),
  );
  const gardens = await db
    .selectFrom("garden as g")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("planting_task as t")
          .select("t.id")
          .whereRef("t.garden_id", "=", "g.id")
          .where("t.status", "<>", "cancelled"),
      ),
    )
    .where(
      sql<boolean>`g.bbox[1] <= ${east} and g.bbox[3] >= ${west} and g.bbox[2] <= ${north} and g.bbox[4] >= ${south}`,
    )
    .select("g.bbox")
    .select(
      sql<number[] | null>`(
        select array_agg(distinct t.spacing_m::float8) from planting_task t
        where t.garden_id = g.id and t.status <> 'cancelled' and t.spacing_m is not null)`.as(
        "spacings",
      ),
    )
    .execute();
  const areas = gardens.flatMap(({ bbox, spacings }): RowsGround[] => {
    const area = bbox && within(boundsOf(lonLatsToPixels(facts, cornersOf(bbox))), block, margin);
    const [spacing, ...others] = spacings ?? [];
    if (!area) return [];
    return [spacing && others.length === 0 ? { ...area, taskSpacingMeters: spacing } : area];
  });
  return mergeOverlapping(areas);
}

const cornersOf = ([x0, y0, x1, y1]: Bbox) => [x0, y0, x1, y0, x1, y1, x0, y1];

function boundsOf(positions: ArrayLike<number>): Bbox {
  const of = (odd: 0 | 1) => Array.from(positions).filter((_, i) => i % 2 === odd);
  const [xs, ys] = [of(0), of(1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Clips bounds with a margin to the block; whole pixels. */
function within([x0, y0, x1, y1]: Bbox, block: Rect, margin: number): Rect | undefined {
  const left = Math.max(block.x, Math.floor(x0 - margin));
  const top = Math.max(block.y, Math.floor(y0 - margin));
  const width = Math.min(block.x + block.width, Math.ceil(x1 + margin)) - left;
  const height = Math.min(block.y + block.height, Math.ceil(y1 + margin)) - top;
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : undefined;
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function boundingRect(a: RowsGround, b: RowsGround): RowsGround {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const whole = { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
  const isSame = a.taskSpacingMeters === b.taskSpacingMeters;
  return isSame ? { ...whole, taskSpacingMeters: a.taskSpacingMeters } : whole;
}

/** Those that overlap become one, so that each place is found once. */
function mergeOverlapping(areas: readonly RowsGround[]): RowsGround[] {
  const done: RowsGround[] = [];
  for (let area of areas) {
    for (let n = done.findIndex((one) => overlaps(one, area)); n >= 0; ) {
      area = boundingRect(area, done.splice(n, 1)[0] as RowsGround);
      n = done.findIndex((one) => overlaps(one, area));
    }
    done.push(area);
  }
  return done;
}

/** Replaces the plantings that were found in a block. */
export async function writePlantings(
  trx: Db,
  { whole_image_id, n, facts }: Pick<BlockWork, "whole_image_id" | "n" | "facts">,
  plantings: readonly Planting[],
): Promise<void> {
  await trx
    .deleteFrom("planting_rows")
    .where("whole_image_id", "=", whole_image_id)
    .where("block", "=", n)
    .execute();
  if (plantings.length === 0) return;
  await trx
    .insertInto("planting_rows")
    .values(
      plantings.map((planting) => ({ whole_image_id, block: n, ...recordOf(planting, facts) })),
    )
    .execute();
}

function recordOf(planting: Planting, facts: ImageMetadata) {
  const { places, spacingMeters, occupied, low, high, shared } = planting;
  const sums = sumPlaces(places.map(({ chance }) => chance));
  const positions = pixelsToLonLats(
    facts,
    places.flatMap(({ x, y }) => [x, y]),
  );
  return {
    step_short_m: spacingMeters[0],
    step_long_m: spacingMeters[1],
    direction_deg: planting.directionDegrees,
    crown_m: planting.crownMeters,
    places: places.length,
    occupied,
    chance: sums.chance,
    variance: sums.variance,
    occupied_low: low,
    occupied_high: high,
    ...shared,
    lons: places.map((_, i) => positions[2 * i] ?? 0),
    lats: places.map((_, i) => positions[2 * i + 1] ?? 0),
    xs: places.map(({ x }) => x),
    ys: places.map(({ y }) => y),
    chances: places.map(({ chance }) => chance),
    pits: places.some(({ isPit }) => isPit !== undefined)
      ? places.map(({ isPit }) => isPit === true)
      : null,
  };
}

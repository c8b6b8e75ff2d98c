/**
 * Where borders out of a file may lie: a district within its region, a region in the same part of the world as the
 * others. Meant for coordinates that are exchanged, in another projection or of another country; borders of
 * different maps differ by kilometres, and that is let through.
 */
import type { Database } from "@nihol/db/tables";
import { bboxDistanceM } from "@nihol/geo/bbox-distance";
import { exchanged, pointBeyond } from "@nihol/geo/beyond-borders";
import type { Areal, Bbox, MultiPolygon, Position } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import { bboxOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { type Kysely, type NotNull, sql } from "kysely";
import { type PlaceRefusal, placeParams } from "./garden-place.ts";

/** A region's border at 1 : 10 million against a district's of a better map: real ones leave it by up to 20 km. */
const DISTRICT_TOLERANCE_M = 25_000;
/** Parts of a country may lie far apart, with another country between them. */
const REGION_TOLERANCE_M = 500_000;
/** Of the smaller of two places: borders of different maps cross each other along their edges. */
const SHARED_EDGE = 0.05;

/** A border that is to be written for a region or district. */
export interface NewBorder {
  id: number;
  boundary: MultiPolygon;
}
type Refusals = (PlaceRefusal | null)[];

function districtRefusal(boundary: MultiPolygon, region: MultiPolygon | null): PlaceRefusal | null {
  const outside = region && pointBeyond(boundary, [region], DISTRICT_TOLERANCE_M);
  if (!region || !outside) return null;
  const other = exchanged(boundary);
  const isSwapped = other && !pointBeyond(other, [region], DISTRICT_TOLERANCE_M);
  return {
    code: isSwapped ? "border_swapped" : "district_outside_region",
    params: { ...placeParams(outside), km: DISTRICT_TOLERANCE_M / 1000 },
  };
}

/** Says why a district with the border it has may not be given to the region; else null. */
export async function findDistrictOutside(
  db: Kysely<Database>,
  { id, region }: { id: number; region: number },
): Promise<PlaceRefusal | null> {
  const now = await db
    .selectFrom("district")
    .where("id", "=", id)
    .select("boundary")
    .executeTakeFirst();
  const given = await db
    .selectFrom("region")
    .where("id", "=", region)
    .select("boundary")
    .executeTakeFirst();
  return now?.boundary ? districtRefusal(now.boundary, given?.boundary ?? null) : null;
}

async function districtRefusals(
  db: Kysely<Database>,
  borders: readonly NewBorder[],
): Promise<Refusals> {
  const rows = await db
    .selectFrom("district as d")
    .innerJoin("region as r", "r.id", "d.region_id")
    .select(["d.id", "r.boundary"])
    .execute();
  const regions = new Map(rows.map(({ id, boundary }) => [id, boundary]));
  const replaced = borders.map(({ id }) => id);
  return Promise.all(
    borders.map(
      async (border) =>
        districtRefusal(border.boundary, regions.get(border.id) ?? null) ??
        (await findOverlap(db, "district", border, replaced)),
    ),
  );
}

interface Placed {
  id: number;
  box: Bbox;
}

/** Near another region, or near its own border where there is no other. */
function isNearKnown({ id, box }: Placed, known: readonly Placed[]): boolean {
  const others = known.filter((one) => one.id !== id);
  const asked = others.length > 0 ? others : known;
  return asked.some((one) => bboxDistanceM(box, one.box) <= REGION_TOLERANCE_M);
}

/** Those that lie near a known region, or near one of the file that does: a country may come in several files. */
function connected(placed: readonly Placed[], known: readonly Placed[]): Set<Placed> {
  const near = new Set<Placed>();
  for (let before = -1; before < near.size; ) {
    before = near.size;
    for (const one of placed) if (isNearKnown(one, [...known, ...near])) near.add(one);
  }
  return near;
}

/**
 * A region over another one, or a district over another one of the country: the ground that both hold would be
 * counted twice.
 * @param replaced those whose borders are written in the same step
 */
export async function findOverlap(
  db: Kysely<Database>,
  table: "region" | "district",
  { id, boundary }: { id: number; boundary: Areal },
  replaced: readonly number[] = [],
): Promise<PlaceRefusal | null> {
  const [west, south, east, north] = bboxOf(boundary);
  const areaM2 = geodesicAreaM2(boundary);
  const others = await db
    .selectFrom(table)
    .where("boundary", "is not", null)
    .where("id", "not in", [id, ...replaced])
    .where(sql<boolean>`bbox[1] < ${east} and bbox[3] > ${west}`)
    .where(sql<boolean>`bbox[2] < ${north} and bbox[4] > ${south}`)
    .select(["boundary", "bbox"])
    .$narrowType<{ boundary: NotNull; bbox: NotNull }>()
    .execute();
  for (const other of others) {
    const shared = sharedFraction(boundary, other.boundary) * areaM2;
    if (shared <= SHARED_EDGE * Math.min(areaM2, geodesicAreaM2(other.boundary))) continue;
    const middle: Position = [
      (Math.max(west, other.bbox[0]) + Math.min(east, other.bbox[2])) / 2,
      (Math.max(south, other.bbox[1]) + Math.min(north, other.bbox[3])) / 2,
    ];
    return {
      code: `${table}_overlaps`,
      params: { area: Math.round(shared / 1e4), ...placeParams(middle) },
    };
  }
  return null;
}

async function regionRefusals(
  db: Kysely<Database>,
  borders: readonly NewBorder[],
): Promise<Refusals> {
  const known = await db
    .selectFrom("region")
    .where("bbox", "is not", null)
    .select(["id", "bbox as box"])
    .$narrowType<{ box: NotNull }>()
    .execute();
  // The first borders of all: there is nothing to compare them with.
  if (known.length === 0) return borders.map(() => null);
  const placed = borders.map((one) => ({ ...one, box: bboxOf(one.boundary) }));
  const near = connected(placed, known);
  const replaced = borders.map(({ id }) => id);
  return Promise.all(
    placed.map((one) =>
      near.has(one) ? findOverlap(db, "region", one, replaced) : farAway(one, known),
    ),
  );
}

function farAway({ id, box }: Placed, known: readonly Placed[]): PlaceRefusal {
  const [west, south, east, north] = box;
  const isSwapped = isNearKnown({ id, box: [south, west, north, east] }, known);
  return {
    code: isSwapped ? "border_swapped" : "region_far_away",
    params: {
      ...placeParams([(west + east) / 2, (south + north) / 2]),
      km: REGION_TOLERANCE_M / 1000,
    },
  };
}

/** For each border of a file why it may not lie there, or null. */
export const listBorderRefusals = (
  db: Kysely<Database>,
  table: "region" | "district",
  borders: readonly NewBorder[],
): Promise<Refusals> =>
  table === "district" ? districtRefusals(db, borders) : regionRefusals(db, borders);

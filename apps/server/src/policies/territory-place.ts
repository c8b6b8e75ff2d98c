/**
 * Where borders out of a file may lie: a district within its region, a region in the same part of the world as the
 * others. Meant for coordinates that are exchanged, in another projection or of another country; borders of
 * different maps differ by kilometres, and that is let through.
 */
import type { Db } from "@nihol/db/connection";
import { bboxDistanceM } from "@nihol/geo/bbox-distance";
import { exchanged, pointBeyond } from "@nihol/geo/beyond-borders";
import type { Areal, Bbox, MultiPolygon, Position } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import { bboxOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { type NotNull, sql } from "kysely";
import { type PlaceRefusal, placeParams } from "./garden-place.ts";

/** A region's border at 1 : 10 million against a district's of a better map: real ones leave it by up to 20 km. */
const DISTRICT_TOLERANCE_M = 25_000;
/** Parts of a country may lie far apart, with another country between them. */
const REGION_TOLERANCE_M = 500_000;
/** Of the smaller of two places: borders of different maps cross each other along their edges. */
const SHARED_EDGE = 0.05;

/** A border that is to be written for a region or district. */
interface NewBorder {
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
  db: Db,
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

async function districtRefusals(db: Db, borders: readonly NewBorder[]): Promise<Refusals> {
  const rows = await db
    .selectFrom("district as d")
    .innerJoin("region as r", "r.id", "d.region_id")
    .select(["d.id", "r.boundary"])
    .execute();
  const regions = new Map(rows.map(({ id, boundary }) => [id, boundary]));
  return borders.map(({ id, boundary }) => districtRefusal(boundary, regions.get(id) ?? null));
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
  db: Db,
  table: "region" | "district",
  { id, boundary }: { id: number; boundary: Areal },
  replaced: readonly number[] = [],
): Promise<PlaceRefusal | null> {
  const one = measured(boundary);
  const [west, south, east, north] = one.box;
  const others = await db
    .selectFrom(table)
    .where("boundary", "is not", null)
    .where("id", "not in", [id, ...replaced])
    .where(sql<boolean>`bbox[1] < ${east} and bbox[3] > ${west}`)
    .where(sql<boolean>`bbox[2] < ${north} and bbox[4] > ${south}`)
    .select("boundary")
    .$narrowType<{ boundary: NotNull }>()
    .execute();
  for (const other of others) {
    const params = sharedGround(one, measured(other.boundary));
    if (params) return { code: `${table}_overlaps`, params };
  }
  return null;
}

interface Measured {
  boundary: Areal;
  box: Bbox;
  areaM2: number;
}

const measured = (boundary: Areal): Measured => ({
  boundary,
  box: bboxOf(boundary),
  areaM2: geodesicAreaM2(boundary),
});

/** The ground that two borders share, and where; null where it is no more than an edge. */
function sharedGround(one: Measured, other: Measured): PlaceRefusal["params"] | null {
  const [west, south] = [Math.max(one.box[0], other.box[0]), Math.max(one.box[1], other.box[1])];
  const [east, north] = [Math.min(one.box[2], other.box[2]), Math.min(one.box[3], other.box[3])];
  if (west >= east || south >= north) return null;
  const shared = sharedFraction(one.boundary, other.boundary) * one.areaM2;
  if (shared <= SHARED_EDGE * Math.min(one.areaM2, other.areaM2)) return null;
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  return { area: Math.round(shared / 1e4), ...placeParams(middle) };
}

/** For each border another one of the same file that holds the same ground: neither is known to be the right one. */
function overlapsInFile(borders: readonly NewBorder[]): Refusals {
  const all = borders.map(({ boundary }) => measured(boundary));
  const refusals: Refusals = borders.map(() => null);
  for (const [i, one] of all.entries())
    for (const [j, other] of all.entries()) {
      if (j <= i || (refusals[i] && refusals[j])) continue;
      const params = sharedGround(one, other);
      if (!params) continue;
      const refusal = { code: "outlines_overlap", params };
      refusals[i] ??= refusal;
      refusals[j] ??= refusal;
    }
  return refusals;
}

async function regionRefusals(db: Db, borders: readonly NewBorder[]): Promise<Refusals> {
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
  return placed.map((one) => (near.has(one) ? null : farAway(one, known)));
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
export async function listBorderRefusals(
  db: Db,
  table: "region" | "district",
  borders: readonly NewBorder[],
): Promise<Refusals> {
  const elsewhere = await (table === "district" ? districtRefusals : regionRefusals)(db, borders);
  const refusals = new Map(borders.map((border, i) => [border, elsewhere[i] ?? null]));
  const placed = borders.filter((border) => !refusals.get(border));
  for (const [i, refusal] of overlapsInFile(placed).entries()) {
    const border = placed[i];
    if (border) refusals.set(border, refusal);
  }
  // A border that is refused stays where it was, and may be in the way of another one of the file.
  for (let before = -1, count = 0; before < count; ) {
    before = count;
    const written = borders.filter((border) => !refusals.get(border));
    const replaced = written.map(({ id }) => id);
    for (const border of written)
      refusals.set(border, await findOverlap(db, table, border, replaced));
    count = borders.length - written.length + written.filter((one) => refusals.get(one)).length;
  }
  return borders.map((border) => refusals.get(border) ?? null);
}

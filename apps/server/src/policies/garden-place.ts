/**
 * Where a garden may be drawn, and how large: within the programme's country and the drawer's territories,
 * beside the gardens of others. Decision record 11.
 */

import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import { exchanged, pointBeyond } from "@nihol/geo/beyond-borders";
import type { Areal, Bbox, MultiPolygon, Position } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import { gardenPlace } from "@nihol/policies/sees";
import { hasFullScope } from "@nihol/policies/viewer";
import { type NotNull, sql } from "kysely";
import type { Actor } from "../http/actor.ts";
import { FieldProblem, type Params, Problem, refuseField } from "../http/problem.ts";
import { visibleTo } from "./scope.ts";

/** Borders of a country are drawn at 1 : 10 million by some, and gardens by satellite navigation. */
const COUNTRY_TOLERANCE_M = 5000;
/** Borders within the country come from better maps. */
const SCOPE_TOLERANCE_M = 1000;
/** Of the smaller of two gardens: what two people's hands differ by along a common edge. */
const SHARED_EDGE = 0.02;

/** A boundary as it is to be written. */
export interface DrawnShape {
  boundary: Areal;
  bbox: Bbox;
  area_m2: number;
}

/** A position as the texts of the errors name it. */
export const placeParams = ([lon, lat]: Position): Params => ({
  longitude: lon.toFixed(6),
  latitude: lat.toFixed(6),
});

function refuseTooLarge(actor: Actor, { area_m2 }: DrawnShape, isConfirmed: boolean) {
  const max = limits.gardenAreaM2;
  if (area_m2 <= max) return;
  const params = { area: Math.round(area_m2 / 1e6), max: Math.round(max / 1e6) };
  if (!hasFullScope(actor)) refuseField("boundary", "garden_too_large", params);
  if (!isConfirmed) refuseField("confirm_large", "garden_large_unconfirmed", params);
}

interface Border {
  id: number;
  region_id: number;
  boundary: MultiPolygon | null;
}

async function listRegions(db: Db): Promise<Border[]> {
  return db.selectFrom("region").select(["id", "id as region_id", "boundary"]).execute();
}

async function listDistricts(db: Db, ids: number[]): Promise<Border[]> {
  if (ids.length === 0) return [];
  const columns = ["id", "region_id", "boundary"] as const;
  return db.selectFrom("district").where("id", "in", ids).select(columns).execute();
}

const known = (borders: Border[]) => borders.flatMap(({ boundary }) => boundary ?? []);

/**
 * A garden outside every region is outside the country, once all regions have their borders. Where it would lie
 * inside with longitude and latitude exchanged, that is what happened.
 */
function refuseAbroad(garden: DrawnShape, regions: Border[]) {
  const borders = known(regions);
  if (borders.length === 0) return;
  const outside = pointBeyond(garden.boundary, borders, COUNTRY_TOLERANCE_M);
  if (!outside) return;
  const other = exchanged(garden.boundary);
  if (other && !pointBeyond(other, borders, COUNTRY_TOLERANCE_M))
    refuseField("boundary", "garden_swapped", placeParams(outside));
  if (borders.length === regions.length)
    refuseField("boundary", "garden_abroad", placeParams(outside));
}

/** The borders of the actor's territories; undefined where one is not known. A district without one counts by its region's. */
function ownBorders(actor: Actor, regions: Border[], districts: Border[]) {
  const regionOf = (id: number) => regions.find((region) => region.id === id)?.boundary;
  const own = [
    ...actor.regionIds.map(regionOf),
    ...districts.map(({ boundary, region_id }) => boundary ?? regionOf(region_id)),
  ];
  const known = own.filter((border) => border !== undefined && border !== null);
  return known.length === own.length ? known : undefined;
}

async function refuseOutsideScope(db: Db, actor: Actor, garden: DrawnShape, regions: Border[]) {
  if (hasFullScope(actor) || actor.regionIds.length + actor.districtIds.length === 0) return;
  const districts = await listDistricts(db, actor.districtIds);
  const borders = ownBorders(actor, regions, districts);
  const outside = borders && pointBeyond(garden.boundary, borders, SCOPE_TOLERANCE_M);
  if (outside)
    throw new Problem(403, "out_of_reach", placeParams(outside), {}, "garden_out_of_scope");
}

/** The garden that a shape is drawn for: its ministry, and its number when it is there already. */
export interface Owner {
  ministry_id: number | null;
  id?: number;
}

/** Gardens near the drawn one that are another ministry's, or outside the actor's scope. */
async function listOthers(db: Db, actor: Actor, garden: DrawnShape, owner: Owner) {
  const [west, south, east, north] = garden.bbox;
  return db
    .selectFrom("garden as g")
    .where("g.boundary", "is not", null)
    .where("g.id", "!=", owner.id ?? 0)
    .where(sql<boolean>`g.bbox[1] < ${east} and g.bbox[3] > ${west}`)
    .where(sql<boolean>`g.bbox[2] < ${north} and g.bbox[4] > ${south}`)
    .where(
      sql<boolean>`(g.ministry_id is not null and g.ministry_id is distinct from ${owner.ministry_id}::int
        or not coalesce(${visibleTo(actor, gardenPlace)}, false))`,
    )
    .select(["g.boundary", "g.bbox", "g.area_m2"])
    .$narrowType<{ boundary: NotNull; bbox: NotNull }>()
    .execute();
}

const middle = (a: Bbox, b: Bbox): Position => [
  (Math.max(a[0], b[0]) + Math.min(a[2], b[2])) / 2,
  (Math.max(a[1], b[1]) + Math.min(a[3], b[3])) / 2,
];

/**
 * Refuses a garden over one of another ministry. To be called with the trees locked: two people may draw at once.
 * @throws {FieldProblem} under `boundary`
 */
export async function refuseOverlap(db: Db, actor: Actor, garden: DrawnShape, owner: Owner) {
  if (hasFullScope(actor)) return;
  for (const other of await listOthers(db, actor, garden, owner)) {
    const shared = sharedFraction(garden.boundary, other.boundary) * garden.area_m2;
    const smaller = Math.min(garden.area_m2, other.area_m2 ?? garden.area_m2);
    if (shared <= SHARED_EDGE * smaller) continue;
    refuseField("boundary", "garden_overlaps", {
      area: (shared / 1e4).toFixed(2),
      ...placeParams(middle(garden.bbox, other.bbox)),
    });
  }
}

/**
 * @param isLargeConfirmed the drawer says that it is meant to be larger than the largest area
 * @throws {FieldProblem} under `boundary`: outside the country, exchanged coordinates, too large; under
 * `confirm_large` what staff of the whole programme may confirm
 * @throws {Problem} 403 outside the territories of the actor
 */
export async function requireGardenPlace(
  db: Db,
  actor: Actor,
  garden: DrawnShape,
  isLargeConfirmed: boolean,
  known?: Border[],
): Promise<void> {
  const regions = known ?? (await listRegions(db));
  refuseAbroad(garden, regions);
  refuseTooLarge(actor, garden, isLargeConfirmed);
  await refuseOutsideScope(db, actor, garden, regions);
}

/** Reason why a garden may not lie where it is drawn: a code of the errors and what fills its text. */
export interface PlaceRefusal {
  code: string;
  params: Params;
}

/** The refusal that was thrown; anything else goes on. */
function refusalOf(thrown: unknown): PlaceRefusal {
  if (thrown instanceof Problem) return { code: thrown.saying, params: thrown.params };
  const [first] = thrown instanceof FieldProblem ? Object.values(thrown.fields).flat() : [];
  if (!first) throw thrown;
  return { code: first.code, params: first.params ?? {} };
}

/** For each shape what saving it as a garden of `owner` would refuse, or null. Nothing is locked or written. */
export async function listPlaceRefusals(
  db: Db,
  actor: Actor,
  shapes: readonly DrawnShape[],
  owner: Owner,
): Promise<(PlaceRefusal | null)[]> {
  const regions = await listRegions(db);
  const refusals: (PlaceRefusal | null)[] = [];
  for (const shape of shapes) {
    const check = requireGardenPlace(db, actor, shape, false, regions)
      .then(() => refuseOverlap(db, actor, shape, owner))
      .then(() => null, refusalOf);
    refusals.push(await check);
  }
  return refusals;
}

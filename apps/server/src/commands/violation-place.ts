/** Where a violation lies: its point and garden, and the district and region that follow from them. */

import type { Point } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { Areal, Bbox } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import type { Actor } from "../http/actor.ts";
import { refuseField } from "../http/problem.ts";
import { visibleTo } from "../policies/scope.ts";
import { findTerritory } from "./find-territory.ts";
import { refuseZeroPosition } from "./point-territory.ts";

interface SentPlace {
  point: Point | null;
  garden: number | null;
  /** Used where borders are not known. */
  region: number | null;
  district: number | null;
}

// About a metre: borders are compared by area, and a point has none.
const half = 0.000005;

function boxAt([lon, lat]: Point): { boundary: Areal; bbox: Bbox } {
  const [west, south, east, north] = [lon - half, lat - half, lon + half, lat + half];
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    boundary: { type: "Polygon", coordinates: [ring] },
    bbox: [west, south, east, north],
  };
}

async function gardenOf(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select(["g.region_id", "g.district_id"])
    .executeTakeFirst();
  return row ?? refuseField("garden", "not_found");
}

async function refuseUnknown(db: Db, table: "region" | "district" | "ministry", id: number | null) {
  if (id === null) return;
  const row = await db.selectFrom(table).where("id", "=", id).select("id").executeTakeFirst();
  if (!row) refuseField(table, "not_found");
}

/** @throws {FieldProblem} for an unknown ministry */
export const refuseUnknownMinistry = (db: Db, id: number | null | undefined) =>
  refuseUnknown(db, "ministry", id ?? null);

/**
 * The columns of a place. The point decides the territory, then the garden, then what was sent.
 * @throws {FieldProblem} for a garden outside the actor's scope, an unknown region or district, or no place at all
 */
export async function placeColumns(db: Db, actor: Actor, sent: SentPlace) {
  if (!sent.point && !sent.garden) refuseField("point", "place_required");
  if (sent.point) {
    const [longitude, latitude] = sent.point;
    refuseZeroPosition("point", { longitude, latitude });
  }
  await refuseUnknown(db, "region", sent.region);
  await refuseUnknown(db, "district", sent.district);
  const garden = sent.garden ? await gardenOf(db, actor, sent.garden) : undefined;
  const fallback =
    garden?.region_id || garden?.district_id
      ? garden
      : { region_id: sent.region, district_id: sent.district };
  const territory = await findTerritory(db, sent.point ? boxAt(sent.point) : null, fallback);
  return {
    longitude: sent.point?.[0] ?? null,
    latitude: sent.point?.[1] ?? null,
    garden_id: sent.garden,
    ...territory,
  };
}

/** Finds the district and region that a position lies in. */
import type { Db } from "@nihol/db/connection";
import type { Areal, Bbox, Ring } from "@nihol/geo/geometry";
import { refuseField } from "../http/problem.ts";
import { findTerritory, type Territory } from "./find-territory.ts";

export interface Position {
  latitude: number;
  longitude: number;
}

/**
 * Longitude and latitude 0 are what forms and receivers send that have no position.
 * @throws {FieldProblem} under `field`
 */
export function refuseZeroPosition(field: string, { latitude, longitude }: Position): void {
  if (latitude === 0 && longitude === 0) refuseField(field, "position_zero");
}

// Borders are asked about areas: a square of about two metres stands for the point.
const half = 1e-5;

/** The territory of a position; where no border is known, what was sent. */
export function territoryOfPoint(
  db: Db,
  { latitude, longitude }: Position,
  sent: Territory = { region_id: null, district_id: null },
): Promise<Territory> {
  const bbox: Bbox = [longitude - half, latitude - half, longitude + half, latitude + half];
  const [west, south, east, north] = bbox;
  const ring: Ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const boundary: Areal = { type: "Polygon", coordinates: [ring] };
  return findTerritory(db, { boundary, bbox }, sent);
}

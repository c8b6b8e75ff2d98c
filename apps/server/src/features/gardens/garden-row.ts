/** A garden of the database as the contract shows it. */
import type { Garden } from "@nihol/contract/gardens";
import type { MultiPolygon } from "@nihol/contract/geometry";
import type { Names } from "@nihol/contract/names";
import type { Reference } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/paths";
import { type Actor, holds } from "../../http/actor.ts";

export interface GardenRow {
  id: number;
  name: unknown;
  boundary: unknown;
  bbox: number[] | null;
  area_m2: number | null;
  photo_key: string | null;
  created_at: Date;
  region_id: number | null;
  region_name: unknown;
  district_id: number | null;
  district_name: unknown;
  ministry_id: number | null;
  ministry_name: unknown;
  n: number | null;
  green: number | null;
  last_capture: string | null;
}

const reference = (id: number | null, name: unknown): Reference | null =>
  id === null ? null : { id, name: (name ?? {}) as Record<string, string> };

/** The photo's address changes with the photo, so that browsers may keep it. */
const photoPath = (id: number, key: string) =>
  `${paths.garden}/${id}/photo?v=${key.split("/").at(-1)?.slice(0, 8)}`;

/** Every row is within the actor's reach already, so `can` is a matter of permissions alone. */
export function gardenOf(actor: Actor, row: GardenRow): Garden {
  return {
    id: row.id,
    name: row.name as Names,
    region: reference(row.region_id, row.region_name),
    district: reference(row.district_id, row.district_name),
    ministry: reference(row.ministry_id, row.ministry_name),
    boundary: row.boundary as MultiPolygon | null,
    bbox: row.bbox as Garden["bbox"],
    area_m2: row.area_m2,
    photo: row.photo_key ? photoPath(row.id, row.photo_key) : null,
    tree_count: row.n ?? 0,
    green_count: row.green ?? 0,
    last_capture: row.last_capture,
    created_at: row.created_at.toISOString(),
    can: { change: holds(actor, "garden", "change"), delete: holds(actor, "garden", "delete") },
  };
}

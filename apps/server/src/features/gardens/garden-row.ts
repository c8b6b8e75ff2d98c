/** A garden of the database as the contract shows it. */

import type { Coverage } from "@nihol/contract/coverage";
import { type Garden, gardenFields } from "@nihol/contract/gardens";
import type { Names } from "@nihol/contract/values/languages";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { percentOf } from "@nihol/store/trees/seen-count";
import type { Actor } from "../../http/actor.ts";
import { rowCan } from "../../policies/rights.ts";
import { photoAddress } from "../../shared/attachments/photo-routes.ts";
import { type FieldRow, shownFields } from "../../shared/rows/field-columns.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import type { GardenOutcome } from "./outcomes.ts";

interface GardenRow extends FieldRow<typeof gardenFields> {
  id: number;
  boundary: MultiPolygon | null;
  bbox: Bbox | null;
  area_m2: number | null;
  photo_key: string | null;
  created_at: Date;
  region_id: number | null;
  region_name: Names | null;
  district_id: number | null;
  district_name: Names | null;
  ministry_id: number | null;
  ministry_name: Names | null;
  n: number | null;
  green: number | null;
  seen_m2: number | null;
  images: number | null;
  canopy_m2: number | null;
  shrubs: number | null;
  seen_from: string | null;
  seen_to: string | null;
  given_by: Names[] | null;
}

function coverageOf({ seen_m2, area_m2, images, seen_from, ...row }: GardenRow): Coverage {
  return {
    seen_m2: seen_m2 ?? 0,
    total_m2: area_m2,
    percent: percentOf(seen_m2 ?? 0, area_m2),
    images: images ?? 0,
    from: seen_from,
    to: row.seen_to,
    given_by: row.given_by ?? [],
  };
}

/** Every row has been found within the actor's scope, so `can` is a matter of permissions alone. */
export function gardenOf(actor: Actor, row: GardenRow, outcome?: GardenOutcome): Garden {
  // Where nothing was seen, nothing is said; where no tree was found, that is none.
  const unseen = row.images ? 0 : null;
  return {
    id: row.id,
    ...shownFields(gardenFields, row),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    boundary: row.boundary,
    bbox: row.bbox,
    area_m2: row.area_m2,
    photo: photoAddress("garden", row.id, row.photo_key),
    tree_count: row.n ?? unseen,
    green_count: row.green ?? unseen,
    closed_canopy_m2: row.canopy_m2,
    shrub_count: row.shrubs,
    coverage: coverageOf(row),
    changes: outcome?.changes ?? null,
    survival: outcome?.survival ?? null,
    last_capture: row.seen_to,
    created_at: row.created_at.toISOString(),
    can: rowCan(actor, "garden"),
  };
}

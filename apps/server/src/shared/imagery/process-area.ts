/** Checks what a process is asked for: a garden, a district, a region or an outline, and a day that is past. */

import type { processCreateSchema } from "@nihol/contract/imagery/processes";
import type { ProcessArea } from "@nihol/contract/values/imagery";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { MultiPolygon } from "@nihol/geo/geometry";
import type { Actor } from "../../http/actor.ts";
import { refuseField } from "../../http/problem.ts";
import { visibleTo } from "../../policies/scope.ts";
import { checkedBoundary } from "../boundaries/boundary-columns.ts";

export type Create = z.output<typeof processCreateSchema>;

interface Area {
  kind: ProcessArea;
  id: number | null;
  boundary: MultiPolygon | null;
}

/** The boundary of a garden, district or region that the actor may see. */
async function findAreaBoundary(
  db: Db,
  actor: Actor,
  kind: "garden" | "district" | "region",
  id: number,
): Promise<MultiPolygon | null | undefined> {
  const place = {
    garden: { region: "region_id", district: "district_id", ministry: "ministry_id" },
    district: { region: "region_id", district: "id" },
    region: { region: "id", district: "id" },
  }[kind];
  const row = await db
    .selectFrom(kind)
    .where("id", "=", id)
    .where(visibleTo(actor, place))
    .select("boundary")
    .executeTakeFirst();
  return row?.boundary;
}

async function namedArea(
  db: Db,
  actor: Actor,
  kind: "garden" | "district" | "region",
  id: number,
): Promise<Area> {
  const boundary = await findAreaBoundary(db, actor, kind, id);
  if (!boundary)
    return refuseField("area", boundary === undefined ? "not_found" : "area_without_boundary");
  return { kind, id, boundary };
}

/** @throws {FieldProblem} under `area` for one that is not there, beyond the scope, or without a boundary */
export async function areaOf(db: Db, actor: Actor, area: Create["area"]): Promise<Area> {
  if (!area) return { kind: "image", id: null, boundary: null };
  if ("garden" in area) return namedArea(db, actor, "garden", area.garden);
  if ("district" in area) return namedArea(db, actor, "district", area.district);
  if ("region" in area) return namedArea(db, actor, "region", area.region);
  const shape = await checkedBoundary(area.boundary, actor.id, "area");
  return { kind: "boundary", id: null, boundary: shape?.boundary ?? null };
}

/** By the clock that is furthest ahead. */
export const isFuture = (date: string) => date > daysAfter(today(), 1);

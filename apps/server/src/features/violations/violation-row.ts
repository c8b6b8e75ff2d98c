/** A violation of the database as the contract shows it. */

import { today } from "@nihol/contract/values/planting/programme-day";
import { openViolationStates, type ViolationState } from "@nihol/contract/values/violations";
import type { Violation } from "@nihol/contract/violations/violations";
import type { Actor } from "../../http/actor.ts";
import { violationCan } from "../../policies/violations.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import type { ViolationRow } from "./violation-rows-sql.ts";

const isOpen = (state: ViolationState) =>
  (openViolationStates as readonly ViolationState[]).includes(state);

/** Every row has been found within the actor's scope: `can` is a matter of permissions, and of whom it accuses. */
export function toViolation(row: ViolationRow, actor: Actor): Violation {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    title: row.title,
    description: row.description,
    point: row.longitude === null || row.latitude === null ? null : [row.longitude, row.latitude],
    garden: referenceTo(row.garden_id, row.garden_name),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    observed_on: row.observed_on,
    due_date: row.due_date,
    overdue: row.due_date !== null && row.due_date < today() && isOpen(row.state),
    responsible: row.responsible_name
      ? { id: row.responsible_id, name: row.responsible_name }
      : null,
    source: row.source,
    reported_by: row.reported_by,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    file_count: Number(row.file_count),
    comment_count: Number(row.comment_count),
    can: violationCan(actor, row.accuses_own),
  };
}

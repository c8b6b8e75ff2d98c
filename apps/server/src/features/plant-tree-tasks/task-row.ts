/** A planting task of the database as the contract shows it. */

import type { OpenTransition, PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { plantingStatuses, taskTransitions } from "@nihol/contract/values/plant-tree-task-states";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import { livingTrees, type StandingVerdict } from "@nihol/counting/living-trees";
import type { PlotSums } from "@nihol/counting/survival";
import type { Actor } from "../../http/actor.ts";
import { holdsForTask, type TaskOrganizations, taskCan } from "../../policies/planting.ts";
import { countedPlanting } from "../../shared/planting/planted-ground.ts";
import { daysUntil } from "../../shared/rows/programme-day.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { isOwnSubmission, type MovedTask, mustExplain } from "./transitions.ts";

export interface TaskRow extends TaskOrganizations {
  id: number;
  status: TaskStatus;
  assigned_date: string;
  due_date: string;
  created_at: Date;
  garden_id: number;
  garden_name: Names;
  contractor_name: Names | null;
  replaces_id: number | null;
  ministry_name: Names | null;
  region_id: number | null;
  region_name: Names | null;
  district_id: number | null;
  district_name: Names | null;
  items: PlantTreeTask["items"] | null;
  scheduled: number | string;
  submitted: number | string;
  report_count: number | string;
  submitted_by: number | null;
  verdict: Verdict | null;
  decided: Verdict | null;
  standing_verdict: StandingVerdict | null;
  /** Of its newest survival visit. */
  survival: {
    year: number;
    ground_m2: number;
    ground_trees: number | null;
    sums: PlotSums;
  } | null;
  spacing_m: number | null;
  warnings: PlantTreeTask["warnings"];
}

const nameIn = (name: Names | null, language: Language): string =>
  name?.[language] || name?.ru || "";

/** Transitions that the actor may make with a task now, by the one table; `blocked` says what still prevents it. */
function openTransitions(actor: Actor, task: Omit<MovedTask, "id">): OpenTransition[] {
  return taskTransitions
    .filter(({ from, by, needsReport }) => {
      if (from !== task.status || (needsReport && task.report_count === 0)) return false;
      return by.some((permission) => holdsForTask(actor, permission, task));
    })
    .map((one) => ({
      to: one.to,
      needs_comment: mustExplain(one, task) !== undefined,
      blocked: isOwnSubmission(one, task, actor) ? "own_submission" : null,
    }));
}

/** Survival by the newest visit; null where too little was counted. */
function survivalOf({ survival, submitted, standing_verdict }: TaskRow): PlantTreeTask["survival"] {
  if (!survival) return null;
  const { year, ground_m2, ground_trees, sums } = survival;
  const row = { reported: Number(submitted), ground_trees, verdict: standing_verdict };
  const planting = countedPlanting(row, sums, ground_m2);
  return planting ? { year, rate: planting.survival, living: livingTrees(planting) ?? null } : null;
}

/** Every row has been found within the actor's scope, so `can` is a matter of permissions and state. */
export function taskOf(actor: Actor, row: TaskRow, language: Language): PlantTreeTask {
  const status = row.status;
  const report_count = Number(row.report_count);
  const { ministry_id, garden_ministry_id, contractor_id } = row;
  const organizations = { ministry_id, garden_ministry_id, contractor_id };
  const isPlanting = plantingStatuses.some((one) => one === status);
  return {
    id: row.id,
    status,
    overdue: isPlanting && row.due_date < today(),
    days_left: isPlanting ? daysUntil(row.due_date) : null,
    assignedDate: row.assigned_date,
    dueDate: row.due_date,
    garden: { id: row.garden_id, name: row.garden_name },
    gardenName: nameIn(row.garden_name, language),
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    ministryName: row.ministry_id === null ? null : nameIn(row.ministry_name, language),
    contractor: referenceTo(row.contractor_id, row.contractor_name),
    replaces: row.replaces_id,
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    items: row.items ?? [],
    scheduled_plant_count: Number(row.scheduled),
    spacing_m: row.spacing_m,
    submitted_plant_count: Number(row.submitted),
    contradicted_plant_count: row.decided === "contradicts" ? Number(row.submitted) : 0,
    counted: row.replaces_id === null && status !== "cancelled",
    verdict: row.verdict,
    survival: survivalOf(row),
    report_count,
    warnings: row.warnings,
    transitions: openTransitions(actor, {
      ...{ status, report_count, submitted_by: row.submitted_by },
      ...{ scheduled: Number(row.scheduled), submitted: Number(row.submitted) },
      verdict: row.verdict,
      ...organizations,
    }),
    created_at: row.created_at.toISOString(),
    can: taskCan(actor, status, { ...organizations, report_count }),
  };
}

/** Conditions on the planting tasks that a list, a board, a calendar or a map shows. */

import {
  dueSoonDays,
  plantingStatuses,
  type TaskStatus,
  type taskConditions,
} from "@nihol/contract/values/plant-tree-task-states";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { hasWarnings } from "@nihol/store/evidence/flags-sql";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { isContradicted, isCounted } from "../../shared/planting/counted-tasks.ts";
import { hasVisitIn, type Visited } from "../../shared/planting/visit-period.ts";
import { likePattern, nameContains } from "../../shared/rows/names-sql.ts";
import { todaySql } from "../../shared/rows/programme-day.ts";

type Condition = (typeof taskConditions)[number];

export interface TaskFilters {
  search?: string;
  status?: TaskStatus | Condition;
  state?: TaskStatus;
  garden?: number;
  ministry?: number;
  contractor?: number;
  region?: number;
  district?: number;
  tree_type?: number;
  from?: string;
  to?: string;
  due_from?: string;
  due_to?: string;
  replanting?: boolean;
  counted?: boolean;
  contradicted?: boolean;
  warnings?: boolean;
  verdict?: Verdict;
  decided?: Verdict;
  visited?: Visited;
  visit_from?: string;
  visit_to?: string;
}

/** Says whether somebody is still to plant on the task `t`. */
export const isToPlant = sql<SqlBool>`t.status = any(${[...plantingStatuses]}::text[])`;

/** Each condition as it holds for the task `t` today. */
export const conditions: Record<Condition, () => ReturnType<typeof sql<SqlBool>>> = {
  to_plant: () => isToPlant,
  overdue: () => sql<SqlBool>`(${isToPlant} and t.due_date < ${todaySql()})`,
  due_soon: () =>
    sql<SqlBool>`(${isToPlant} and t.due_date between ${todaySql()} and ${todaySql()} + ${dueSoonDays}::int)`,
  // A survival visit of it is due; after a year it belongs to the next one.
  survival_due: () =>
    sql<SqlBool>`(t.status = 'completed' and exists (select from survival_visit v where v.task_id = t.id
      and v.state in ('planned', 'drawn') and v.due_date <= ${todaySql()}
      and (v.year is null or v.due_date > ${todaySql()} - interval '1 year')))`,
};
const isCondition = (status: TaskStatus | Condition): status is Condition => status in conditions;

/** Tasks within the actor's scope, with their garden `g` and organization `m`. */
export function visibleTasks(db: Db, actor: Actor) {
  return db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .leftJoin("ministry as m", "m.id", "t.ministry_id")
    .where(tasksVisibleTo(actor));
}
type Tasks = ReturnType<typeof visibleTasks>;

function ofDays(rows: Tasks, { from, to, due_from, due_to }: TaskFilters): Tasks {
  let some = rows;
  if (from) some = some.where("t.due_date", ">=", from);
  if (to) some = some.where("t.assigned_date", "<=", to);
  if (due_from) some = some.where("t.due_date", ">=", due_from);
  if (due_to) some = some.where("t.due_date", "<=", due_to);
  return some;
}

function ofStates(rows: Tasks, { status, state }: TaskFilters): Tasks {
  let some = rows;
  if (status && isCondition(status)) some = some.where(conditions[status]());
  else if (status) some = some.where("t.status", "=", status);
  return state ? some.where("t.status", "=", state) : some;
}

function ofPlaces(
  rows: Tasks,
  { garden, ministry, contractor, region, district }: TaskFilters,
): Tasks {
  let some = rows;
  if (garden) some = some.where("t.garden_id", "=", garden);
  if (ministry) some = some.where("t.ministry_id", "=", ministry);
  if (contractor) some = some.where("t.contractor_id", "=", contractor);
  if (region) some = some.where("g.region_id", "=", region);
  return district ? some.where("g.district_id", "=", district) : some;
}

/** The visible tasks that the filters leave. */
export function filteredTasks(db: Db, actor: Actor, filters: TaskFilters): Tasks {
  const { search, tree_type, warnings, verdict } = filters;
  let rows = ofDays(ofPlaces(ofStates(visibleTasks(db, actor), filters), filters), filters);
  if (search) {
    const number = sql<SqlBool>`t.id::text like ${likePattern(search.replace(/^[#№]\s*/, ""))}`;
    rows = rows.where(
      sql<SqlBool>`(${nameContains("g.name", search)} or ${nameContains("m.name", search)} or ${number})`,
    );
  }
  if (tree_type)
    rows = rows.where(
      sql<SqlBool>`(t.id in (select task_id from planting_task_item where tree_type_id = ${tree_type})
        or t.id in (select task_id from planting_report where tree_type_id = ${tree_type}))`,
    );
  if (verdict)
    rows = rows.where(
      sql<SqlBool>`t.id in (select task_id from planting_verdict where verdict = ${verdict})`,
    );
  if (filters.decided)
    rows = rows.where(
      sql<SqlBool>`t.id in (select task_id from planting_verdict where decided = ${filters.decided})`,
    );
  if (filters.replanting !== undefined)
    rows = rows.where("t.replaces_id", filters.replanting ? "is not" : "is", null);
  const { counted, contradicted } = filters;
  if (counted !== undefined)
    rows = rows.where(counted ? isCounted : sql<SqlBool>`not ${isCounted}`);
  if (contradicted !== undefined)
    rows = rows.where(contradicted ? isContradicted : sql<SqlBool>`not ${isContradicted}`);
  if (warnings !== undefined)
    rows = rows.where(warnings ? hasWarnings : sql<SqlBool>`not ${hasWarnings}`);
  const { visited, visit_from, visit_to } = filters;
  if (visited) rows = rows.where(hasVisitIn(actor, { from: visit_from, to: visit_to }, visited));
  return rows;
}

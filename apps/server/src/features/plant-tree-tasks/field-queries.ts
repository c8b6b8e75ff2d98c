/** The tasks that somebody takes along on a phone, within their scope. */

import type { FieldTask, FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { Language } from "@nihol/contract/values/languages";
import { limits } from "@nihol/contract/values/limits";
import { rowsSeenIn, type VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { listPits } from "@nihol/store/verdicts/garden-rows";
import { isIndependent, listPitAnswers, pitKey } from "@nihol/store/verdicts/pit-answers";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { conditions, isToPlant, visibleTasks } from "./task-filters-sql.ts";
import { withColumns } from "./task-queries.ts";
import { taskOf } from "./task-row.ts";

const { survival_due: isSurvivalDue } = conditions;
/** Step that last gave back a task that is to be changed, with its reason. */
const returned = sql<FieldTask["returned"]>`case when t.status = 'needs_changes' then (
  select json_build_object('comment', s.comment, 'at', s.changed_at,
    'by', nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''))
  from planting_task_status s left join user_account u on u.id = s.changed_by
  where s.task_id = t.id and s.status = 'needs_changes' order by s.id desc limit 1) end`;
/** Reasons of the task's verdict; null where it has none. */
const reasons = sql<
  VerdictReason[] | null
>`(select v.proposal -> 'reasons' from planting_verdict v where v.task_id = t.id)`;
const inField = () => sql<SqlBool>`(${isToPlant} or ${isSurvivalDue()})`;

async function listTypes(db: Db, actor: Actor): Promise<FieldTasks["tree_types"]> {
  if (!may(actor, "planttreetype", "view")) return [];
  return db.selectFrom("tree_type").select(["id", "name"]).orderBy("id").execute();
}

/** Pits that are handed out at most: more are not walked to one by one. */
const MAX_PITS = 500;

/** Pits with the newest answer that weighs, or that the reader gave: one of the side that reports settles nothing. */
async function listFieldPits(
  db: Db,
  actor: Actor,
  task: number,
  boundary: MultiPolygon,
  image: number,
) {
  const pits = await listPits(db, boundary, image);
  const answers = (await listPitAnswers(db, task, boundary, [image])).filter(
    (one) => one.person === actor.id || isIndependent(one),
  );
  const newest = new Map(answers.toReversed().map((one) => [pitKey(one), one.answer]));
  return pits
    .slice(0, MAX_PITS)
    .map((pit) => ({ ...pit, answer: newest.get(pitKey(pit)) ?? null }));
}

/** Tasks in work and those with a survival visit that is due, the nearest due date first; as many as a list holds. */
export async function listFieldTasks(
  db: Db,
  actor: Actor,
  language: Language,
): Promise<FieldTasks> {
  const tasks = visibleTasks(db, actor).where(inField());
  const { count } = await tasks
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await withColumns(tasks)
    .select(["g.boundary", isSurvivalDue().as("survival_due"), returned.as("returned")])
    .select(reasons.as("reasons"))
    .orderBy("t.due_date")
    .orderBy("t.id")
    .limit(limits.pageSizeMax)
    .execute();
  const listed: FieldTask[] = [];
  for (const { boundary, survival_due, returned: given, reasons: said, ...row } of rows) {
    const seen = rowsSeenIn(said ?? []);
    listed.push({
      ...taskOf(actor, row, language),
      ...{ boundary, survival_due: survival_due === true, rows_seen: seen },
      pits:
        boundary && seen?.pits ? await listFieldPits(db, actor, row.id, boundary, seen.image) : [],
      may_answer: may(actor, "planttreetaskreport", "add"),
      returned: given && { ...given, at: new Date(given.at).toISOString() },
    });
  }
  return {
    count: Number(count),
    tasks: listed,
    tree_types: await listTypes(db, actor),
  };
}

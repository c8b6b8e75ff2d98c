/** The tasks that somebody takes along on a phone, within their scope. */
import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { Language } from "@nihol/contract/values/languages";
import { limits } from "@nihol/contract/values/limits";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { conditions, isToPlant, visibleTasks } from "./task-filters-sql.ts";
import { withColumns } from "./task-queries.ts";
import { taskOf } from "./task-row.ts";

type Db = Kysely<Database>;

const { survival_due: isSurvivalDue } = conditions;
const inField = () => sql<SqlBool>`(${isToPlant} or ${isSurvivalDue()})`;

async function listTypes(db: Db, actor: Actor): Promise<FieldTasks["tree_types"]> {
  if (!may(actor, "planttreetype", "view")) return [];
  return db.selectFrom("tree_type").select(["id", "name"]).orderBy("id").execute();
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
    .select(["g.boundary", isSurvivalDue().as("survival_due")])
    .orderBy("t.due_date")
    .orderBy("t.id")
    .limit(limits.pageSizeMax)
    .execute();
  return {
    count: Number(count),
    tasks: rows.map(({ boundary, survival_due, ...row }) => ({
      ...taskOf(actor, row, language),
      boundary,
      survival_due: survival_due === true,
    })),
    tree_types: await listTypes(db, actor),
  };
}

/**
 * Verdicts of the demonstration: proposals on its tasks and a decision of a person. Proposals are worked out from the
 * seeded rows as the worker does it; they change once the demonstration's images are processed.
 */

import { today } from "@nihol/contract/values/planting/programme-day";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import { visitedTasks } from "./planting.ts";

const reviewer = "sysadmin@nihol.example";

interface Decision {
  task: number;
  verdict: Verdict;
  explanation: string;
}

async function decide(db: Db, { task, verdict, explanation }: Decision): Promise<void> {
  const person = await db
    .selectFrom("user_account")
    .where("email", "=", reviewer)
    .select(["id", "first_name", "last_name"])
    .executeTakeFirstOrThrow();
  const row = await db
    .updateTable("planting_verdict")
    .set(({ ref }) => ({
      decided: verdict,
      decided_on: ref("proposed"),
      decided_by: person.id,
      decided_at: new Date(),
      state: "decided",
    }))
    .where("task_id", "=", task)
    .returning("proposal")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("planting_verdict_event")
    .values({
      task_id: task,
      kind: "decided",
      verdict,
      explanation,
      proposal: row.proposal && json(row.proposal),
      user_id: person.id,
      author: `${person.first_name} ${person.last_name}`,
    })
    .execute();
}

/** Works all verdicts out; the demonstration's tasks, by their numbers in its order, visits and people must be there. */
export async function seedVerdicts(db: Db, tasks: readonly number[]): Promise<void> {
  for (const task of tasks) await proposeVerdict(db, task, today());
  await decide(db, {
    task: tasks[visitedTasks.living] ?? 0,
    verdict: "agrees",
    explanation:
      "Площадки подсчитаны по жребию, живых больше двух третей. На двух площадках не хватает полива.",
  });
}

/** Gives tasks to many gardens at once: each on its own, so that one that is refused keeps no other. */

import type { GivenTask, plantTreeTaskGiveSchema } from "@nihol/contract/planting/give-tasks";
import type { Language } from "@nihol/contract/values/languages";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { refusalTexts } from "../../http/errors.ts";
import { writeNewTask } from "./task-writes.ts";

type Given = z.output<typeof plantTreeTaskGiveSchema>;

/** Ends a transaction of which nothing is to stay. */
class NotWritten extends Error {}

/** Of a task that is not to stay: it takes no number of the sequence. */
const dryNumber = 0;

/** Writes one garden's task. @returns its id; null on a dry run, which meets every refusal and writes nothing */
async function giveOne(
  db: Db,
  actor: Actor,
  body: Parameters<typeof writeNewTask>[2],
  isDryRun: boolean,
): Promise<number | null> {
  try {
    return await db.transaction().execute(async (trx) => {
      const id = await writeNewTask(trx, actor, body, isDryRun ? dryNumber : undefined);
      if (isDryRun) throw new NotWritten();
      return id;
    });
  } catch (error) {
    if (error instanceof NotWritten) return null;
    throw error;
  }
}

/** Answers for each garden, in their order, with the refusals in the reader's language. */
export async function giveTasks(
  db: Db,
  actor: Actor,
  { gardens, dry_run, ...shared }: Given,
  language: Language,
): Promise<GivenTask[]> {
  const rows: GivenTask[] = [];
  for (const { garden, items } of gardens) {
    const trees = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const body = {
      ...shared,
      garden,
      items,
      status: "pending" as const,
      comment: "",
      replaces: null,
    };
    try {
      const task = await giveOne(db, actor, body, dry_run);
      rows.push({ garden, task, trees, refusals: [] });
    } catch (error) {
      const refusals = refusalTexts(language, error);
      if (!refusals) throw error;
      rows.push({ garden, task: null, trees: 0, refusals });
    }
  }
  return rows;
}

/** Checks an entry of a phone before it makes a row. */

import type { fieldEntrySchema } from "@nihol/contract/planting/plant-tree-reports";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { Problem } from "../../http/problem.ts";
import { findEntry } from "./entry-queries.ts";

type Entry = z.output<typeof fieldEntrySchema>;

/**
 * The row that an entry of a phone made when it came before; undefined for a new one.
 * @throws {Problem} 409 `entry_of_another` for one that somebody else made, `entry_deleted` where its row is gone
 */
export async function rowOfEntry(
  trx: Db,
  actor: Actor,
  taskId: number,
  entry: Entry,
): Promise<number | undefined> {
  if (entry.person !== actor.id) throw new Problem(409, "entry_of_another");
  const known = await findEntry(trx, entry.id);
  if (!known) return undefined;
  if (known.account_id !== actor.id || known.task_id !== taskId)
    throw new Problem(409, "entry_of_another");
  if (known.report_id === null) throw new Problem(409, "entry_deleted");
  return known.report_id;
}

/** @throws {Problem} 409 `task_changed` where the task is of another garden than its writer saw */
export function requireGarden(task: { garden_id: number }, seen: Entry["seen"]) {
  if (seen && seen.garden !== task.garden_id) throw new Problem(409, "task_changed");
}

/** Decisions of a person about an entry that conflicts with somebody else's work. */
import { takesReports } from "@nihol/contract/values/plant-tree-task-states";
import { ask } from "../../../lib/api/ask.ts";
import { putEntry } from "./database.ts";
import type { CountEntry, Entry, ReportEntry, RivalledEntry } from "./entry.ts";

/** Lets the server's version stand; the entry stays on the phone, and is not sent. */
export const takeTheirs = (entry: Entry): Promise<void> => putEntry({ ...entry, state: "left" });

/** The entry is sent again as it is. */
export const sendAgain = (entry: Entry): Promise<void> =>
  putEntry({ ...entry, state: "waiting", refusal: null });

/** Tells whether the entry can go through now: a closed task or visit must be opened first, and a plot drawn anew is gone. */
export function canKeep(entry: RivalledEntry): boolean {
  if (entry.kind === "count") {
    const { conflict } = entry;
    if (!conflict?.plot) return false;
    return conflict.state === "drawn" ? conflict.canCount : conflict.canReopen;
  }
  const { conflict } = entry;
  return conflict !== null && (takesReports(conflict.status) || conflict.canWithdraw);
}

async function keepReport(entry: ReportEntry): Promise<void> {
  const { conflict, task } = entry;
  if (!conflict) return;
  if (!takesReports(conflict.status))
    await ask("POST /plant-tree-task/:id/status", {
      params: { id: task },
      body: { status: "in_progress" },
    });
  await putEntry({
    ...entry,
    state: "waiting",
    conflict: null,
    seen: { garden: conflict.garden.id },
  });
}

async function keepCount(entry: CountEntry, reason: string): Promise<void> {
  const { conflict, task, visit } = entry;
  if (!conflict) return;
  if (conflict.state !== "drawn")
    await ask("POST /plant-tree-task/:id/survival/:visit/state", {
      params: { id: task, visit },
      body: { state: "drawn", reason },
    });
  const seen = conflict.plot?.measured_at ?? null;
  await putEntry({ ...entry, state: "waiting", conflict: null, seen });
}

/**
 * Replaces what the server has with the entry made on the phone: the task is taken back to work, or the visit opened again,
 * where that is in the way.
 * @param reason why a visit is opened again. Throws ApiError.
 */
export const keepMine = (entry: RivalledEntry, reason: string): Promise<void> =>
  entry.kind === "report" ? keepReport(entry) : keepCount(entry, reason);

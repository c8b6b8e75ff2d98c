/** A block and an attempt at it as the contract shows them. */
import type { BlockAttempt, ProcessBlock } from "@nihol/contract/imagery/processes";
import type { Language } from "@nihol/contract/values/languages";
import { problemText } from "../../shared/rows/stored-problem.ts";
import type { AttemptRow, BlockRow } from "./block-queries.ts";

export function toBlock(row: BlockRow, language: Language): ProcessBlock {
  return {
    n: row.n,
    status: row.status,
    fragments: row.fragments,
    trees: row.trees,
    attempts: row.attempts,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    place: [row.fx0, row.fy0, row.fx1, row.fy1],
    message: problemText(row.message, language),
  };
}

export function toAttempt(row: AttemptRow, language: Language): BlockAttempt {
  return {
    id: row.id,
    worker: row.worker,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome,
    trees: row.trees,
    message: problemText(row.message, language),
  };
}

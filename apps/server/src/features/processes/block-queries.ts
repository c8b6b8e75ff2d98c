/** The blocks of processes: how many are in which state, how long the rest takes, each with its log. */

import { timeLeft } from "@nihol/counting/time-left";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Blocks of a process, as an event tells of them. */
export interface BlockFacts {
  blocks: { pending: number; running: number; done: number; failed: number };
  time_left: { min_s: number; max_s: number; at_once: number } | null;
}
const noBlocks: BlockFacts = {
  blocks: { pending: 0, running: 0, done: 0, failed: 0 },
  time_left: null,
};

/** So many of the blocks that were done last say how long the rest takes. */
const lastBlocks = 60;

interface FactsRow {
  id: number;
  pending: number;
  running: number;
  done: number;
  failed: number;
  is_running: boolean;
  now: number;
  /** Seconds: of each of the last blocks its beginning and its end. */
  last: [number, number][];
}

/** The facts of each of these processes. */
export async function listBlockFacts(db: Db, ids: readonly number[]) {
  const { rows } = await sql<FactsRow>`
    select p.id, c.pending, c.running, c.done, c.failed, p.status = 'in_progress' as is_running,
      extract(epoch from clock_timestamp())::float8 as now, coalesce(l.last, '[]') as last
    from imagery_process p
    cross join lateral (
      select (count(*) filter (where status = 'pending'))::int as pending,
        (count(*) filter (where status = 'running'))::int as running,
        (count(*) filter (where status = 'done'))::int as done,
        (count(*) filter (where status = 'failed'))::int as failed
      from imagery_block where process_id = p.id) c
    cross join lateral (
      select json_agg(json_build_array(extract(epoch from started_at), extract(epoch from finished_at))) as last
      from (
        select started_at, finished_at from imagery_block
        where process_id = p.id and status = 'done' and finished_at >= p.started_at
        order by finished_at desc limit ${lastBlocks}) b) l
    where p.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

function factsOf({ pending, running, done, failed, is_running, now, last }: FactsRow): BlockFacts {
  const blocks = { pending, running, done, failed };
  const found = is_running
    ? timeLeft(
        last.map(([started, finished]) => ({ started, finished })),
        pending + running / 2,
        now,
      )
    : undefined;
  const time_left = found
    ? {
        min_s: Math.round(found.min),
        max_s: Math.round(found.max),
        at_once: Math.round(found.atOnce * 10) / 10,
      }
    : null;
  return { blocks, time_left };
}

/** Of one process; of one that is gone there are none. */
export const findBlockFacts = async (db: Db, id: number): Promise<BlockFacts> =>
  (await listBlockFacts(db, [id])).get(id) ?? noBlocks;

/** Blocks are written in transactions that may last: one that ended later may bear an earlier moment. */
const overlapSeconds = 30;

/** All, or those that changed since a moment; with the moment to ask from the next time. */
export async function listBlocks(db: Db, process: number, after: string | undefined) {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db);
  let blocks = db.selectFrom("imagery_block").where("process_id", "=", process);
  if (after !== undefined)
    blocks = blocks.where(
      "updated_at",
      ">=",
      sql<Date>`${after}::timestamptz - ${overlapSeconds} * interval '1 second'`,
    );
  const at = rows[0]?.at ?? new Date();
  return { at, blocks: await blocks.select(blockColumns).orderBy("n").execute() };
}

const blockColumns = [
  "n",
  "status",
  "fragments",
  "trees",
  "attempts",
  "started_at",
  "finished_at",
  "fx0",
  "fy0",
  "fx1",
  "fy1",
  "message",
] as const;

export const findBlock = (db: Db, process: number, n: number) =>
  db
    .selectFrom("imagery_block")
    .where("process_id", "=", process)
    .where("n", "=", n)
    .select(blockColumns)
    .executeTakeFirst();
export type BlockRow = NonNullable<Awaited<ReturnType<typeof findBlock>>>;

export const listAttempts = (db: Db, process: number, block: number) =>
  db
    .selectFrom("block_attempt")
    .where("process_id", "=", process)
    .where("block", "=", block)
    .select(["id", "worker", "started_at", "ended_at", "outcome", "trees", "message"])
    .orderBy("id")
    .execute();
export type AttemptRow = Awaited<ReturnType<typeof listAttempts>>[number];

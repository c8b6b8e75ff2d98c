/** Jobs of the queue (pg-boss's own table), as administrators see them. */
import type { JobRow } from "@nihol/contract/operations";
import type { JobState } from "@nihol/contract/values/operations";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, type SqlBool, sql } from "kysely";

const shownMax = 200;
/** Jobs whose work ends by itself when it is cancelled; all others follow from rows, which order them again. */
const endable = ["export.make", "backup.make"];

const inState: Record<JobState, RawBuilder<SqlBool>> = {
  waiting: sql<SqlBool>`j.state in ('created', 'retry')`,
  active: sql<SqlBool>`j.state = 'active'`,
  failed: sql<SqlBool>`j.state = 'failed'`,
};

interface Found {
  id: string;
  queue: string;
  state: JobState;
  data: Record<string, string | number>;
  created_at: Date;
  started_at: Date | null;
  start_after: Date;
  tries: number;
  error: string | null;
}

// Without the place in a trace (@nihol/db/tracing), which says nothing of the job.
const columns = sql`j.id::text as id, j.name as queue, j.data - 'traceparent' - 'tracestate' as data, j.created_on as created_at, j.started_on as started_at,
  j.start_after, j.retry_count as tries,
  case when j.state = 'active' then 'active' when j.state = 'failed' then 'failed' else 'waiting' end as state,
  left(coalesce(j.output ->> 'message', j.output #>> '{value,message}'), 500) as error`;

const toJob = (job: Found): JobRow => ({
  ...job,
  created_at: job.created_at.toISOString(),
  started_at: job.started_at?.toISOString() ?? null,
  start_after: job.start_after.toISOString(),
  process_id: typeof job.data.process === "number" ? job.data.process : null,
  is_retriable: job.state === "failed" || (job.state === "waiting" && job.start_after > new Date()),
  is_cancellable: job.state === "failed" || endable.includes(job.queue),
});

/** Queues with jobs that wait, run or failed. */
export async function listQueues(db: Db) {
  const { rows } = await sql<{
    queue: string;
    waiting: number;
    active: number;
    failed: number;
    oldest_s: number | null;
  }>`select j.name as queue,
      count(*) filter (where ${inState.waiting})::int as waiting,
      count(*) filter (where ${inState.active})::int as active,
      count(*) filter (where ${inState.failed})::int as failed,
      extract(epoch from now() - min(j.created_on) filter (where ${inState.waiting}))::float8 as oldest_s
    from pgboss.job j where j.state in ('created', 'retry', 'active', 'failed')
    group by j.name order by j.name`.execute(db);
  return rows;
}

/** Lists jobs of a state, oldest first. */
export async function listJobs(db: Db, state: JobState, queue: string | undefined) {
  const where = sql`${inState[state]} and (${queue ?? null}::text is null or j.name = ${queue ?? null})`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job j where ${where}`.execute(db);
  const { rows } = await sql<Found>`select ${columns} from pgboss.job j where ${where}
    order by j.created_on, j.id limit ${shownMax}`.execute(db);
  return { count: counted.rows[0]?.count ?? 0, results: rows.map(toJob) };
}

/** Locks a job that waits, runs or failed. `priority`: its place in the queue, higher first. */
export async function lockJob(
  trx: Db,
  id: string,
): Promise<{ job: JobRow; priority: number } | undefined> {
  const { rows } = await sql<
    Found & { priority: number }
  >`select ${columns}, j.priority from pgboss.job j
    where j.id = ${id}::uuid and j.state in ('created', 'retry', 'active', 'failed') for update`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { priority, ...job } = row;
  return { job: toJob(job), priority };
}

/** Lets a job that waits for its next try begin now. */
export async function hastenJob(trx: Db, id: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where id = ${id}::uuid and state in ('created', 'retry')`.execute(
    trx,
  );
}

/** Takes a job out of the queue that is not being done. */
export async function removeJob(trx: Db, id: string): Promise<void> {
  await sql`delete from pgboss.job where id = ${id}::uuid and state <> 'active'`.execute(trx);
}

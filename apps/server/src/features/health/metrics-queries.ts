import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

export interface JobCount {
  queue: string;
  state: "waiting" | "active" | "failed";
  jobs: number;
  /** Seconds since the oldest of them could have begun, or began. */
  oldest_s: number;
}

/** Jobs by queue and state; those that wait for a later time are not counted as waiting. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue,
      case when state in ('created', 'retry') then 'waiting' else state::text end as state,
      count(*)::int as jobs,
      extract(epoch from now() - min(case when state in ('created', 'retry')
        then greatest(created_on, start_after) else coalesce(started_on, created_on) end))::float8 as oldest_s
    from pgboss.job
    where state = 'active' or state = 'failed'
      or (state in ('created', 'retry') and start_after <= now())
    group by 1, 2`.execute(db);
  return rows;
}

/** Figures of the installation, in one row. */
export interface InstallationCounts {
  workers: number;
  database_bytes: number;
  /** When they were last measured; null before. */
  file_bytes: number | null;
  mail_waiting: number;
  mail_refused: number;
  mail_oldest_s: number;
}

/** Workers that gave a sign of life, the database's size, letters that wait or were refused. */
export async function countInstallation(
  db: Db,
  aliveSeconds: number,
): Promise<InstallationCounts | undefined> {
  const { rows } = await sql<InstallationCounts>`
    select (select count(*)::int from worker_beat
        where beat_at > now() - make_interval(secs => ${aliveSeconds})) as workers,
      pg_database_size(current_database())::float8 as database_bytes,
      (select file_bytes::float8 from installation_size order by day desc limit 1) as file_bytes,
      count(*) filter (where state = 'waiting')::int as mail_waiting,
      count(*) filter (where state = 'refused')::int as mail_refused,
      coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8
        as mail_oldest_s
    from mail where state in ('waiting', 'refused')`.execute(db);
  return rows[0];
}

/** Active alerts of devices, by severity and by whether somebody said that they know of it. */
export async function countAlerts(db: Db) {
  const { rows } = await sql<{ severity: string; acknowledged: "yes" | "no"; alerts: number }>`
    select severity, case when acknowledged_at is null then 'no' else 'yes' end as acknowledged,
      count(*)::int as alerts
    from alert where cleared_at is null group by 1, 2`.execute(db);
  return rows;
}

/** Processes of images by their status. */
export async function countProcesses(db: Db): Promise<{ status: string; processes: number }[]> {
  return db
    .selectFrom("imagery_process")
    .select((eb) => ["status", eb.fn.countAll<number>().as("processes")])
    .groupBy("status")
    .execute();
}

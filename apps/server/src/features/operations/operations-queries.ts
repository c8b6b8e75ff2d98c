/** State of the installation as its rows say it: backups, workers, database, growth. */
import type { BackupRunRow, Operations, WorkerRow } from "@nihol/contract/operations";
import type { Db } from "@nihol/db/connection";
import type { BackupRun } from "@nihol/store/backup/backup-runs";
import { aliveSeconds } from "@nihol/store/jobs/worker-beats";
import { sql } from "kysely";

const runsShown = 10;
const daysShown = 30;
const tablesShown = 8;

const iso = (at: Date | null) => at?.toISOString() ?? null;
const count = (value: string | number | null) => (value === null ? null : Number(value));

const toRun = (row: BackupRun): BackupRunRow => ({
  id: row.id,
  origin: row.origin,
  state: row.state,
  step: row.state === "running" ? row.step : null,
  created_at: row.created_at.toISOString(),
  began_at: iso(row.began_at),
  ended_at: iso(row.ended_at),
  moment: iso(row.moment),
  place: row.place,
  name: row.name,
  size_bytes: count(row.size_bytes),
  copied_bytes: count(row.copied_bytes),
  reason: row.reason,
  problem: row.problem,
});

/** Lists the newest backups that were ordered or made. */
export async function listRuns(db: Db): Promise<BackupRunRow[]> {
  const rows = await db
    .selectFrom("backup_run")
    .selectAll()
    .orderBy("id", "desc")
    .limit(runsShown)
    .execute();
  return rows.map(toRun);
}

/** Finds the newest verified backup. */
export async function findLastGood(db: Db): Promise<BackupRunRow | null> {
  const row = await db
    .selectFrom("backup_run")
    .selectAll()
    .where("state", "=", "verified")
    .orderBy("moment", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toRun(row) : null;
}

/** Lists workers that gave a sign of life, the oldest first. */
export async function listWorkers(db: Db): Promise<WorkerRow[]> {
  const rows = await db
    .selectFrom("worker_beat")
    .where("beat_at", ">", sql<Date>`now() - make_interval(secs => ${aliveSeconds})`)
    .select(["id", "machine", "pid", "started_at", "version", "gdal", "doing", "is_draining"])
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    doing: [...row.doing],
    started_at: row.started_at.toISOString(),
  }));
}

/** Reads the database's size, connections, largest tables, and version. */
export async function findDatabase(db: Db) {
  const { rows } = await sql<{
    bytes: number;
    connections: number;
    connections_max: number;
    version: string;
    migration: string;
  }>`select pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as connections_max,
      current_setting('server_version') as version,
      (select max(name) from schema_migration) as migration`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("no row");
  const tables = await sql<{ name: string; bytes: number }>`
    select name, sum(size)::float8 as bytes from (
      select coalesce(i.inhparent::regclass::text, c.oid::regclass::text) as name,
        pg_total_relation_size(c.oid) as size
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)) t
    group by name order by bytes desc, name limit ${tablesShown}`.execute(db);
  return { ...row, tables: tables.rows };
}

/** Lists the sizes of the last days that were measured, oldest first, and when the last was. */
export async function listGrowth(db: Db) {
  const rows = await db
    .selectFrom("installation_size")
    .select(sql<string>`day::text`.as("day"))
    .select(["database_bytes", "file_bytes", "file_count", "measured_at"])
    .orderBy("installation_size.day", "desc")
    .limit(daysShown)
    .execute();
  const [last] = rows;
  const growth: Operations["growth"] = rows.reverse().map((row) => ({
    day: row.day,
    database_bytes: Number(row.database_bytes),
    file_bytes: Number(row.file_bytes),
  }));
  const measured = last && {
    bytes: Number(last.file_bytes),
    count: Number(last.file_count),
    at: last.measured_at.toISOString(),
  };
  return { growth, measured: measured ?? null };
}

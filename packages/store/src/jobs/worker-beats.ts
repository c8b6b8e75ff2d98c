/** Tells every server of an installation whether jobs are worked on: each worker writes a beat of its own. */

import { randomUUID } from "node:crypto";
import type { WorkerJob } from "@nihol/contract/values/operations";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { json } from "@nihol/db/json";
import { sql } from "kysely";

const BEAT_MS = 4000;
/** Seconds. A worker whose last beat is older is taken for dead: two may get lost. */
export const aliveSeconds = 12;

/** Beats of one worker. */
interface WorkerBeats {
  /** Takes the worker's row away, so that servers know at once. */
  stop: () => Promise<void>;
}

/** Signs of life of workers, and orders to them. */
export interface WorkerSelf {
  machine: string;
  pid: number;
  version: string;
  gdal: string | null;
  /** Jobs at hand. */
  doing: () => WorkerJob[];
  /** Told at each beat whether it is to take no other job. */
  onDraining: (isDraining: boolean) => void;
}

/** Writes a beat now and every four seconds, and clears rows of workers that died a day ago. */
export async function startBeats(
  db: Db,
  log: (line: string) => void,
  self?: WorkerSelf,
): Promise<WorkerBeats> {
  const id = randomUUID();
  const { machine = null, pid = null, version = null, gdal = null } = self ?? {};
  const beat = async () => {
    const { rows } = await sql<{ is_draining: boolean }>`
      insert into worker_beat (id, machine, pid, version, gdal, doing)
      values (${id}, ${machine}, ${pid}, ${version}, ${gdal}, ${json(self?.doing() ?? [])})
      on conflict (id) do update set beat_at = now(), doing = excluded.doing
      returning is_draining`.execute(db);
    self?.onDraining(rows[0]?.is_draining === true);
    await sql`delete from worker_beat where beat_at < now() - interval '1 day'`.execute(db);
  };
  // While the database is away its watch says so, once.
  const onError = (error: unknown) => isDatabaseAway(error) || log(`beat: ${String(error)}`);
  let running: Promise<unknown> = beat().catch(onError);
  await running;
  const timer = setInterval(() => {
    running = running.then(beat).catch(onError);
  }, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await sql`delete from worker_beat where id = ${id}`.execute(db).catch(onError);
    },
  };
}

/** Has a worker take no other job, or take jobs again; it learns that with its next beat. @returns false for one that is gone */
export async function setDraining(db: Db, id: string, isDraining: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("worker_beat")
    .set({ is_draining: isDraining })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Tells whether any worker of this installation, on whatever machine, gave a sign of life in the last twelve seconds. */
export async function isWorkerAlive(db: Db): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`select exists (select from worker_beat
    where beat_at > now() - make_interval(secs => ${aliveSeconds})) as alive`.execute(db);
  return rows[0]?.alive ?? false;
}

/** Tells the other servers, through the database, of callers that call much, and hears of theirs. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { sql } from "kysely";
import type { CallCounts, CallsOfWindow } from "./call-counts.ts";

/** Milliseconds between two exchanges: for so long a caller may exceed a limit by what it sends to others. */
const pauseMs = 1000;
/** Exchanges from one sign of life to the next. */
const beatEach = 4;
/** Seconds. A server whose last sign of life is older is taken for dead: two may get lost. */
const aliveSeconds = 12;

async function beat(db: Db, id: string) {
  await sql`insert into server_beat (id) values (${id})
    on conflict (id) do update set beat_at = now()`.execute(db);
  await sql`delete from server_beat where beat_at < now() - interval '1 hour'`.execute(db);
  await sql`delete from call_count where ends_at < now()`.execute(db);
}

async function tell(db: Db, id: string, entries: readonly CallsOfWindow[]) {
  if (entries.length === 0) return;
  const column = <K extends keyof CallsOfWindow>(key: K) => entries.map((one) => one[key]);
  await sql`
    insert into call_count (kind, caller, server, starts_at, ends_at, calls)
    select kind, caller, ${id}::uuid, to_timestamp(starts / 1000), to_timestamp(ends / 1000), calls
    from unnest(${column("kind")}::text[], ${column("caller")}::text[], ${column("startsAt")}::float8[],
      ${column("endsAt")}::float8[], ${column("calls")}::int[]) as t (kind, caller, starts, ends, calls)
    on conflict (kind, caller, server, starts_at) do update set calls = excluded.calls`.execute(db);
}

interface Heard {
  servers: number;
  clock: number;
  others: CallsOfWindow[];
}

async function hear(db: Db, id: string): Promise<Heard> {
  const { rows } = await sql<Heard>`
    select extract(epoch from now())::float8 * 1000 as clock,
      (select greatest(1, count(*))::int from server_beat
        where beat_at > now() - make_interval(secs => ${aliveSeconds})) as servers,
      (select coalesce(jsonb_agg(o), '[]') from (
        select kind, caller, extract(epoch from starts_at)::float8 * 1000 as "startsAt",
          extract(epoch from ends_at)::float8 * 1000 as "endsAt", sum(calls)::int as calls
        from call_count where server <> ${id}::uuid and ends_at > now()
        group by kind, caller, starts_at, ends_at) o) as others`.execute(db);
  return rows[0] ?? { servers: 1, clock: Date.now(), others: [] };
}

/** Exchanges counts with the other servers of a database each second, until it is stopped. */
export function shareCounts(counts: CallCounts, db: Db, log: (line: string) => void) {
  const id = randomUUID();
  const ending = new AbortController();
  // While the database is away its watch says so, once.
  const onError = (error: unknown) => {
    if (!isDatabaseAway(error)) log(`counts of calls: ${String(error)}`);
  };

  async function exchange(round: number) {
    if (round % beatEach === 0) await beat(db, id);
    const entries = counts.takeUntold();
    try {
      await tell(db, id, entries);
    } catch (error) {
      counts.putBack(entries);
      throw error;
    }
    counts.hear(await hear(db, id));
  }
  async function run() {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      await exchange(round).catch(onError);
      await wait(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  const running = run();
  return async () => {
    ending.abort();
    await running;
    await sql`delete from server_beat where id = ${id}`.execute(db).catch(onError);
  };
}

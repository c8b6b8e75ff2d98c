/**
 * Fair queue: decision 58. The waiting jobs of processes are taken in turns of people, so that one who waits for five
 * blocks does not wait for another's five thousand. pg-boss takes the job of the highest priority; here each waiting job
 * gets one: the further back in its person's own row it stands, the lower. A job of a high process stands one step behind
 * the one before it, of a usual one four, of a low one sixteen, so that none waits for ever.
 */

import type { JobName } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** The queues that people wait in; of each, everybody has a row of their own. */
const queues: readonly JobName[] = [
  "imagery.fetch",
  "imagery.prepare",
  "imagery.detect",
  "imagery.publish",
];

const steps = sql`case p.priority when 'high' then 1 when 'normal' then 4 else 16 end`;
const waiting = sql`j.name = any(${[...queues]}::text[]) and j.state < 'active'`;

/** Orders all that waits anew: after jobs were sent, and when a priority was changed. */
export async function orderTurns(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two at once would change the same rows in different orders, and wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext('nihol fair turns'))`.execute(trx);
    await sql`
      update pgboss.job j set priority = -w.behind from (
        select j.name, j.id, (sum(${steps}) over (
          partition by j.name, p.requested_by
          order by ${steps}, p.id, (j.data->>'block')::int, j.id rows unbounded preceding))::int as behind
        from pgboss.job j join imagery_process p on p.id = (j.data->>'process')::int
        where ${waiting}
      ) w
      where j.name = w.name and j.id = w.id and j.state < 'active' and j.priority <> -w.behind`.execute(
      trx,
    );
  });
}

/** A comparison that a person waits for goes before those that are made ahead of any question. */
export const ASKED_FOR = 10;

/** Gives the waiting jobs of comparisons that a person asked for their priority; to be called once they were sent. */
export async function raiseComparisons(db: Db, ids: readonly number[]): Promise<void> {
  const compare: JobName = "imagery.compare";
  await sql`
    update pgboss.job set priority = ${ASKED_FOR}::int where name = ${compare} and state < 'active'
      and (data->>'comparison')::int = any(${[...ids]}::int[])`.execute(db);
}

/** Orders them where some were sent since. */
export async function orderNewTurns(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1 from pgboss.job j where ${waiting} and j.priority = 0 limit 1`.execute(db);
  if (rows.length > 0) await orderTurns(db);
}

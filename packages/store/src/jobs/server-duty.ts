/** Duties that one server of an installation has at a time: a lease in the database, which its holder renews. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { sql } from "kysely";

/** Milliseconds from one question to the next. */
const pauseMs = 2000;
/** Seconds that a lease lasts: after so long another server takes over from one that was killed. */
const leaseSeconds = 8;
/** Milliseconds after which a holder that could not renew it lets go, before the lease ends. */
const letGoMs = 6000;

/** Work of a holder. */
export interface Work {
  /** Tells whether it is done as it should be, for the servers that do not have the duty. */
  isDone: () => boolean;
  /** Ends it in order. */
  close: () => Promise<void>;
  /** Ends it at once: another server may be about to begin. */
  abandon: () => void;
}

interface Claim {
  isHeld: boolean;
  /** Last word of another holder; false where there is none. */
  isDone: boolean;
}

async function claim(db: Db, name: string, id: string, isDone: boolean): Promise<Claim> {
  const { rows } = await sql<{ holder: string }>`
    insert into server_duty as d (name, holder, until, is_done)
    values (${name}, ${id}, now() + make_interval(secs => ${leaseSeconds}), ${isDone})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until, is_done = excluded.is_done
    where d.holder = excluded.holder or d.until < now()
    returning holder`.execute(db);
  if (rows.length > 0) return { isHeld: true, isDone };
  const other = await db
    .selectFrom("server_duty")
    .where("name", "=", name)
    .select("is_done")
    .executeTakeFirst();
  return { isHeld: false, isDone: other?.is_done ?? false };
}

/**
 * Has this server do a work whenever no other one does it, until it is closed.
 * @param begin called with each beginning of the duty
 * @param onOther told of the holder's last word while another server has the duty
 */
export function takeDuty(
  db: Db,
  name: string,
  begin: () => Work,
  { onOther, log }: { onOther: (isDone: boolean) => void; log: (error: unknown) => void },
) {
  const id = randomUUID();
  const ending = new AbortController();
  let work: Work | undefined;
  let renewedAt = 0;

  function letGo() {
    work?.abandon();
    work = undefined;
    onOther(false);
  }
  async function ask() {
    const askedAt = performance.now();
    const { isHeld, isDone } = await claim(db, name, id, work?.isDone() ?? false);
    if (ending.signal.aborted) return;
    if (isHeld) {
      renewedAt = askedAt;
      work ??= begin();
    } else {
      if (work) letGo();
      onOther(isDone);
    }
  }
  async function run() {
    while (!ending.signal.aborted) {
      // While the database is away its watch says so, once.
      await ask().catch((error) => isDatabaseAway(error) || log(error));
      await wait(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  const running = run();
  // Beside the questions: one that is not answered must not keep the work.
  const guard = setInterval(() => {
    if (work && performance.now() - renewedAt > letGoMs) letGo();
  }, 500);
  return async () => {
    ending.abort();
    clearInterval(guard);
    // A question that the database does not answer must not keep the server from ending.
    await Promise.race([running, wait(pauseMs)]);
    await work?.close();
    await sql`delete from server_duty where name = ${name} and holder = ${id}`
      .execute(db)
      .catch(() => {});
  };
}

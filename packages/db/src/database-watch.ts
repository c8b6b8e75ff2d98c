/** Watches the database of a running program: knows at once that it is away, has it started again, says when it is back. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { isDatabaseAway } from "./database-away.ts";
import type { DatabaseConfig } from "./launcher/database-config.ts";
import type { OpenDatabase } from "./launcher/launcher.ts";

/** Watch over a program's database: whether it can be used, and when it is back. */
export interface DatabaseWatch {
  /** Tells whether it cannot be used now, as far as is known. */
  isAway: () => boolean;
  /** Asks it now. @returns false when it is away or says nothing within so many milliseconds */
  answers: (withinMs: number) => Promise<boolean>;
  /** Resolves once it can be used: at once when it can. @throws the signal's reason; an Error after `close` */
  back: (signal?: AbortSignal) => Promise<void>;
  /** Number of times that the connection to it was lost so far. */
  losses: () => number;
  /** Calls `listener` each time it has come back. */
  onBack: (listener: () => void) => void;
  /** Ends the watch; nothing is started any more. */
  close: () => Promise<void>;
}

// A new connection now and then: one that is open says nothing of a server that lets nobody in any more.
const renewMs = 5_000;
const connectMs = 10_000;
const pauseMs = { first: 200, max: 5_000 };

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Connection of the watch, and its end. */
interface Line {
  client: pg.Client;
  ended: Promise<void>;
}

/** `promise`, or the signal's reason when that comes first. */
async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted.promise]).finally(() =>
    signal.removeEventListener("abort", abort),
  );
}

async function openLine(config: DatabaseConfig, signal?: AbortSignal): Promise<Line> {
  const client = new pg.Client({
    ...config,
    application_name: "nihol watch",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
    client.on("error", () => resolve());
  });
  const connected = client.connect();
  try {
    await (signal ? orAbort(connected, signal) : connected);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  return { client, ended };
}

const closeLine = (line: Line | undefined) => void line?.client.end().catch(() => {});

/**
 * Waits until the database can be used, saying once that it waits.
 * @throws what is wrong with the address, the password or the database itself; the signal's reason
 */
export async function awaitDatabase(
  config: DatabaseConfig,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let said = false; ; said = true) {
    try {
      return closeLine(await openLine(config, signal));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (!said) log(`the database cannot be reached (${reasonOf(error)}); waiting for it`);
      await wait(1000, undefined, { signal });
    }
  }
}

/** Begins to watch. The database is taken as there until the first try to reach it has failed. */
export function watchDatabase(
  database: Pick<OpenDatabase, "config" | "revive">,
  log: (line: string) => void,
): DatabaseWatch {
  const closing = new AbortController();
  const { signal } = closing;
  const listeners = new Set<() => void>();
  let line: Line | undefined;
  let away = false;
  let losses = 0;
  let change = Promise.withResolvers<void>();

  function setBack() {
    if (!away) return;
    away = false;
    log("the database is back");
    change.resolve();
    for (const listener of listeners) listener();
  }
  function setAway(error: unknown) {
    if (away) return;
    away = true;
    change = Promise.withResolvers<void>();
    log(`the database is away (${reasonOf(error)}); waiting for it`);
  }

  /** Holds one connection, renewing it, until it breaks or a new one is refused. */
  async function hold(first: Line): Promise<void> {
    for (line = first; ; ) {
      const held: Line = line;
      const timer = new AbortController();
      const pause = wait(renewMs, false, { signal: AbortSignal.any([signal, timer.signal]) });
      const isLost = await Promise.race([held.ended.then(() => true), pause]);
      timer.abort();
      pause.catch(() => {});
      if (isLost) return;
      const fresh = await openLine(database.config, signal).catch(() => undefined);
      closeLine(held);
      if (!fresh) return;
      line = fresh;
    }
  }

  /** Has it started again, where that is ours to do. A reason is said once, not at each try. */
  async function revive(said: string): Promise<string> {
    try {
      await database.revive?.(signal);
      return said;
    } catch (error) {
      signal.throwIfAborted();
      if (reasonOf(error) !== said) log(reasonOf(error));
      return reasonOf(error);
    }
  }

  /** Tries until a connection is open. */
  async function connect(): Promise<Line> {
    let said = "";
    for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.max)) {
      try {
        return await openLine(database.config, signal);
      } catch (error) {
        signal.throwIfAborted();
        setAway(error);
      }
      said = await revive(said);
      await wait(pause, undefined, { signal });
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      line = await connect();
      setBack();
      await hold(line);
      losses++;
    }
  }
  // It ends by `close` alone, whose reason nobody needs.
  const running = run().catch(() => {});

  async function answers(withinMs: number): Promise<boolean> {
    if (away || !line) return false;
    const timer = new AbortController();
    const answered = line.client.query("select 1").then(
      () => true,
      () => false,
    );
    const silent = wait(withinMs, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([answered, silent]).finally(() => timer.abort());
  }

  return {
    isAway: () => away,
    answers,
    async back(given) {
      const signals = AbortSignal.any([signal, ...(given ? [given] : [])]);
      while (away) await orAbort(change.promise, signals);
    },
    losses: () => losses,
    onBack: (listener) => void listeners.add(listener),
    async close() {
      closing.abort(new Error("the program ends"));
      await running;
      closeLine(line);
    },
  };
}

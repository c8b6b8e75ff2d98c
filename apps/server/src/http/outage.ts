/** While the database is away each call is refused at once, and what runs behind them waits. */
import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { DatabaseWatch } from "@nihol/db/database-watch";
import fp from "fastify-plugin";
import { databaseAway } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered without asking the database, so also while it is away. */
    withoutDatabase?: boolean;
  }
}

/** Tools for waiting for the database; `closing` is aborted when the server ends. */
export interface Waiting {
  watch?: DatabaseWatch | undefined;
  closing: AbortSignal;
}

const againMs = 1000;

/**
 * Repeats background work while the database is away. The work must bear being done twice: a commit whose answer was
 * lost may have been made. @throws the reason of `closing` when the server ends meanwhile
 */
export async function outlastOutages<Result>(
  { watch, closing }: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      closing.throwIfAborted();
      if (!isDatabaseAway(error)) throw error;
      await wait(againMs, undefined, { signal: closing });
      await watch?.back(closing);
    }
  }
}

/** Must come before the access check, which asks the database who calls. */
export const outagePlugin = fp<{ watch: DatabaseWatch }>(async (app, { watch }) => {
  app.addHook("onRequest", async (request) => {
    if (!watch.isAway() || request.routeOptions.config?.withoutDatabase) return;
    // The panel's own files need no database.
    if (request.url.startsWith("/api")) throw databaseAway();
  });
});

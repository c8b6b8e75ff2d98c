/** Evaluates new readings by the rules of alerts, every ten seconds: behind the intake, which waits for nothing of it. */
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { alertPasses } from "@nihol/store/alerts/evaluate-alerts";

const EVERY_MS = 10_000;

/** Begins now. Several workers may: one evaluates at a time, and whoever is killed leaves what was due. */
export function startAlerts(db: Db, log: (line: string) => void): { close: () => Promise<void> } {
  const pass = alertPasses(db);
  const closed = new AbortController();
  let running: Promise<unknown> | undefined;
  const evaluate = () => {
    running ??= pass(new Date(), closed.signal)
      .catch((error: Error) => isDatabaseAway(error) || log(`alerts: ${error.message}`))
      .finally(() => {
        running = undefined;
      });
  };
  evaluate();
  const timer = setInterval(evaluate, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      closed.abort();
      await running;
    },
  };
}

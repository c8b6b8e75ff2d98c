/**
 * Looks at new readings every ten seconds, first by the rules of quality and then by those of alerts, which read nothing of
 * what failed: behind the intake, which waits for nothing of it.
 */
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { alertPasses } from "@nihol/store/alerts/evaluate-alerts";
import { qualityPass } from "@nihol/store/quality/quality-pass";
import type { OnFailure } from "@nihol/store/readings/device-failures";

const EVERY_MS = 10_000;

interface Options {
  signal: AbortSignal;
  onFailure: OnFailure;
}

/** Begins now. Several workers may: one evaluates at a time, and whoever is killed leaves what was due. */
export function startAlerts(db: Db, log: (line: string) => void): { close: () => Promise<void> } {
  const pass = alertPasses(db);
  const closed = new AbortController();
  let running: Promise<unknown> | undefined;
  const fails = (what: string) => (error: Error) =>
    isDatabaseAway(error) || log(`${what}: ${error.message}`);
  /** Does passes, and logs errors of devices: one that fails each time is logged once. */
  function loggedPass(what: string, work: (options: Options) => Promise<unknown>) {
    let logged = new Set<string>();
    return async () => {
      const failed = new Set<string>();
      const onFailure = (device: number, error: unknown) => {
        failed.add(`${what}, device ${device}: ${error}`);
      };
      await work({ signal: closed.signal, onFailure }).catch(fails(what));
      for (const line of failed) if (!logged.has(line)) log(line);
      logged = failed;
    };
  }
  const checkQuality = loggedPass("quality", (options) => qualityPass(db, options));
  const raiseAlerts = loggedPass("alerts", (options) => pass(new Date(), options));
  async function evaluate() {
    await checkQuality();
    if (!closed.signal.aborted) await raiseAlerts();
    running = undefined;
  }
  const begin = () => {
    running ??= evaluate();
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      closed.abort();
      await running;
    },
  };
}

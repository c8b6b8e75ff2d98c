/**
 * Looks at new readings every ten seconds, first by the rules of quality and then by those of alerts, which read nothing of
 * what failed: behind the intake, which waits for nothing of it.
 */
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { alertPasses } from "@nihol/store/alerts/evaluate-alerts";
import { qualityPass } from "@nihol/store/quality/quality-pass";

const EVERY_MS = 10_000;

/** Begins now. Several workers may: one evaluates at a time, and whoever is killed leaves what was due. */
export function startAlerts(db: Db, log: (line: string) => void): { close: () => Promise<void> } {
  const pass = alertPasses(db);
  const closed = new AbortController();
  let running: Promise<unknown> | undefined;
  const fails = (what: string) => (error: Error) =>
    isDatabaseAway(error) || log(`${what}: ${error.message}`);
  // Errors of devices that the last pass has logged: one that fails each time is logged once.
  let logged = new Set<string>();
  async function quality() {
    const failed = new Set<string>();
    const onFailure = (device: number, error: unknown) => failed.add(`device ${device}: ${error}`);
    await qualityPass(db, { signal: closed.signal, onFailure });
    for (const line of failed) if (!logged.has(line)) log(`quality, ${line}`);
    logged = failed;
  }
  async function evaluate() {
    await quality().catch(fails("quality"));
    if (!closed.signal.aborted) await pass(new Date(), closed.signal).catch(fails("alerts"));
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

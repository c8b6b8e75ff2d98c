/** Logs who signed in and who tried to, in the server's log and in the audit log, never with the password. */
import type { Db } from "@nihol/db/connection";
import type { FastifyRequest } from "fastify";
import { insertAudit } from "../../http/audit.ts";

/** Of an address without an account nothing is written down: people type their passwords there too. */
type SignInOutcome = "sign_in" | "sign_in_failed" | "sign_in_slowed";

/**
 * Writes one line. An address without an account is logged like others, or the time of an answer would give away which
 * exist; the slowing of guesses limits how many lines anybody can make.
 */
export async function logSignIn(
  db: Db,
  request: FastifyRequest,
  outcome: SignInOutcome,
  account: { id: number; knownDevice: boolean } | undefined,
): Promise<void> {
  const line = { outcome, account: account?.id ?? "unknown", address: request.ip };
  if (outcome === "sign_in") request.log.info(line, "sign-in");
  else request.log.warn(line, "sign-in refused");
  if (outcome === "sign_in_slowed") return;
  await insertAudit(db, outcome === "sign_in" && account ? account : null, {
    action: outcome,
    resource: "user",
    id: account?.id ?? null,
    change: { address: request.ip, known_device: account?.knownDevice ?? false },
  });
}

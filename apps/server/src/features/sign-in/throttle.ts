/** Slows guessing: by account and by address, over the last quarter of an hour. */
import { createHash } from "node:crypto";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { Problem } from "../../http/problem.ts";
import { countFailures, deleteFailures, insertFailures } from "./queries.ts";

const windowMinutes = 15;
const perAccount = 5;
// An office behind one address has many people; a guesser over many accounts is still stopped.
const perAddress = 50;

const key = (kind: string, value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("hex").slice(0, 32)}`;
const accountKey = (email: string) => key("account", email);

/** @throws {Problem} 429 with Retry-After after too many failures */
export async function refuseWhenThrottled(db: Kysely<Database>, email: string, address: string) {
  const since = new Date(Date.now() - windowMinutes * 60_000);
  const [account, from] = await Promise.all([
    countFailures(db, accountKey(email), since),
    countFailures(db, key("address", address), since),
  ]);
  if (account < perAccount && from < perAddress) return;
  throw new Problem(
    429,
    "too_many_attempts",
    { minutes: windowMinutes },
    { "retry-after": String(windowMinutes * 60) },
  );
}

export const recordFailure = (db: Kysely<Database>, email: string, address: string) =>
  insertFailures(db, [accountKey(email), key("address", address)]);

export const forgetFailures = (db: Kysely<Database>, email: string) =>
  deleteFailures(db, accountKey(email));

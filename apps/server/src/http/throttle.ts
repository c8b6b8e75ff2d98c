/** Slows the guessing of passwords: by account, by address and by both, over the last quarter of an hour. */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { Problem } from "./problem.ts";

type Db = Kysely<Database>;

const windowMinutes = 15;
/**
 * Five guesses at one account from one address. From many addresses 25, so 100 in an hour (OWASP ASVS 4.0,
 * 2.2.1): were it five, anybody could keep anybody else out. An office behind one address has many people,
 * and a guesser over many accounts is still stopped.
 */
const most = { both: 5, account: 25, address: 50 } as const;
type Kind = keyof typeof most;

/** A guess that has been counted. */
export interface Attempt {
  keys: Record<Kind, string>;
  at: string;
}

const key = (kind: Kind, value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("hex").slice(0, 32)}`;

/** One household or server has a whole /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  return (plain.split("::")[0] ?? "").split(":").slice(0, 4).join(":");
}

function keysOf(email: string, address: string): Attempt["keys"] {
  const network = networkOf(address);
  return {
    both: key("both", `${email} ${network}`),
    account: key("account", email),
    address: key("address", network),
  };
}

async function insertAttempt(db: Db, keys: Attempt["keys"]): Promise<Attempt> {
  const { rows } = await sql<{ at: string }>`
    insert into sign_in_failure (key) select unnest(${Object.values(keys)}::text[])
    returning failed_at::text as at`.execute(db);
  await sql`delete from sign_in_failure where failed_at < now() - interval '1 day'`.execute(db);
  return { keys, at: rows[0]?.at ?? "" };
}

async function deleteAttempt(db: Db, { keys, at }: Attempt) {
  await sql`delete from sign_in_failure
    where key = any(${Object.values(keys)}::text[]) and failed_at = ${at}::timestamptz`.execute(db);
}

async function isTooMuch(db: Db, keys: Attempt["keys"]): Promise<boolean> {
  const { rows } = await sql<{ key: string; n: number }>`
    select key, count(*)::int as n from sign_in_failure
    where key = any(${Object.values(keys)}::text[])
      and failed_at > now() - make_interval(mins => ${windowMinutes}::int)
    group by key`.execute(db);
  const counts = new Map(rows.map((row) => [row.key, row.n]));
  return (Object.keys(most) as Kind[]).some((kind) => (counts.get(keys[kind]) ?? 0) > most[kind]);
}

/**
 * Counts a guess as failed before it is judged: a hundred guesses sent at once are stopped like a hundred in
 * a row. Whoever is refused is not counted, so that asking again does not prolong the wait.
 * @throws {Problem} 429 with Retry-After after too many failures
 */
export async function beginAttempt(db: Db, email: string, address: string): Promise<Attempt> {
  const attempt = await insertAttempt(db, keysOf(email, address));
  if (!(await isTooMuch(db, attempt.keys))) return attempt;
  await deleteAttempt(db, attempt);
  throw new Problem(
    429,
    "too_many_attempts",
    { minutes: windowMinutes },
    { "retry-after": String(windowMinutes * 60) },
  );
}

/** The guess was right: it and the earlier ones from the same address are forgotten. */
export async function forgetAttempt(db: Db, attempt: Attempt) {
  await deleteAttempt(db, attempt);
  await sql`delete from sign_in_failure where key = ${attempt.keys.both}`.execute(db);
}

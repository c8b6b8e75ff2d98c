/**
 * Slows the guessing of passwords over the last quarter of an hour. A device from which the account has signed in
 * before is counted by itself, and a network from which it has by account and network, so that nobody elsewhere can
 * keep its owner out; every other guess is counted by account too.
 */

import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { Problem } from "./problem.ts";

const windowMinutes = 15;
/**
 * Five guesses at one account from one network, and five from a device that is known (OWASP device cookies). An office
 * behind one address has many people, and a guesser over many accounts is still stopped.
 */
const max = { device: 5, both: 5, address: 50 } as const;
/**
 * From devices not known, wherever they are: 25 guesses at one account, then one each 36 seconds and so 100 in an
 * hour (OWASP ASVS 4.0, 2.2.1). Slowed and not stopped: the owner may be on a new device.
 */
const account = { burst: 25, spacingSeconds: 36 } as const;
/** Of one network in a minute. A token cannot be guessed; whoever tries is slowed all the same. */
const wrongTokensPerMinute = 30;

type Kind = keyof typeof max | "account";

/** Guess at a password: whose, and from where; `device` is set when it is known for this account. */
interface Guess {
  email: string;
  address: string;
  device: string | undefined;
  /** True where the account signed in from this network of late: guesses from elsewhere do not slow those from here. */
  isUsualNetwork?: boolean;
}

/** A guess that has been counted. */
interface Attempt {
  keys: Partial<Record<Kind | "token", string>>;
  at: string;
}

const tooMany = (seconds: number) =>
  new Problem(
    429,
    "too_many_attempts",
    { minutes: Math.ceil(seconds / 60) },
    { "retry-after": String(seconds) },
  );

const key = (kind: Kind | "token", value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("hex").slice(0, 32)}`;

/** Network of an address: a household or server has a whole /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  return (plain.split("::")[0] ?? "").split(":").slice(0, 4).join(":");
}

function keysOf({ email, address, device, isUsualNetwork = false }: Guess): Attempt["keys"] {
  if (device !== undefined) return { device: key("device", `${email} ${device}`) };
  const network = networkOf(address);
  return {
    both: key("both", `${email} ${network}`),
    ...(isUsualNetwork ? {} : { account: key("account", email) }),
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

interface Counted {
  key: string;
  n: number;
  /** Seconds since the guess before this one; null when there is none. */
  since: number | null;
}

async function countAttempts(db: Db, { keys, at }: Attempt): Promise<Map<string, Counted>> {
  const { rows } = await sql<Counted>`
    select key, count(*)::int as n,
      extract(epoch from ${at}::timestamptz
        - max(failed_at) filter (where failed_at <> ${at}::timestamptz))::float8 as since
    from sign_in_failure
    where key = any(${Object.values(keys)}::text[])
      and failed_at > now() - make_interval(mins => ${windowMinutes}::int)
    group by key`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Seconds until the next guess is taken; 0: this one is. */
function waitOf(keys: Attempt["keys"], counts: Map<string, Counted>): number {
  const waits = (Object.entries(keys) as [Kind, string][]).map(([kind, name]) => {
    const { n, since } = counts.get(name) ?? { n: 0, since: null };
    if (kind !== "account") return n > max[kind] ? windowMinutes * 60 : 0;
    if (n <= account.burst || since === null) return 0;
    return Math.max(0, Math.ceil(account.spacingSeconds - since));
  });
  return Math.max(...waits);
}

/**
 * Counts a guess as failed before it is checked: a hundred guesses sent at once are stopped like a hundred in
 * a row. Whoever is refused is not counted, so that asking again does not prolong the wait.
 * @throws {Problem} 429 with Retry-After after too many failures
 */
export async function beginAttempt(db: Db, guess: Guess): Promise<Attempt> {
  const attempt = await insertAttempt(db, keysOf(guess));
  const wait = waitOf(attempt.keys, await countAttempts(db, attempt));
  if (wait === 0) return attempt;
  await deleteAttempt(db, attempt);
  throw tooMany(wait);
}

/**
 * Counts a wrong access token against its network, at whichever server it came.
 * @throws {Problem} 429 with Retry-After after thirty in a minute
 */
export async function countWrongToken(db: Db, address: string): Promise<void> {
  const network = key("token", networkOf(address));
  const countKept = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sign_in_failure
      where key = ${network} and failed_at > now() - interval '1 minute'`.execute(db);
    return rows[0]?.n ?? 0;
  };
  // Asked first: a flood of them writes nothing.
  if ((await countKept()) >= wrongTokensPerMinute) throw tooMany(60);
  const attempt = await insertAttempt(db, { token: network });
  if ((await countKept()) <= wrongTokensPerMinute) return;
  await deleteAttempt(db, attempt);
  throw tooMany(60);
}

/** The guess was right: it and the earlier ones from the same device or network are forgotten. */
export async function forgetAttempt(db: Db, attempt: Attempt) {
  await deleteAttempt(db, attempt);
  const { both, device } = attempt.keys;
  await sql`delete from sign_in_failure where key = any(${[both, device].filter((one) => one !== undefined)}::text[])`.execute(
    db,
  );
}

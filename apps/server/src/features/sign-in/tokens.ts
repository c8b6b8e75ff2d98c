/** Refresh tokens that rotate: each is good for one successor; one used again later ends its whole family. */

import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { Problem } from "../../http/problem.ts";
import {
  deleteRefreshFamily,
  insertRefreshToken,
  lockRefreshToken,
  updateRefreshTokenUsed,
} from "./sign-in-queries.ts";

// Two tabs may refresh at the same moment with the same token; that is not theft.
const graceMs = 10_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * The one token that may follow. It is derived, not drawn, so that a token that is used fifty times within
 * the grace has one live successor and not fifty.
 */
const successorOf = (token: string, secret: string) =>
  createHmac("sha256", secret).update(`refresh token after ${token}`).digest("base64url");

/** Whom tokens are for; those of an earlier version than the account's, or of an ended family, are of no use. */
interface TokenOwner {
  userId: number;
  tokenVersion: number;
  family: string;
}

/** Session that a caller is handed: the token, and the moment (absolute) when its family ends. */
export interface Session extends TokenOwner {
  refresh: string;
  expiresAt: Date;
}

/** A new family of tokens, as after signing in; it ends after `minutes`, however often it is refreshed. */
export async function startFamily(
  db: Db,
  account: Omit<TokenOwner, "family">,
  minutes: number,
): Promise<Session> {
  const refresh = randomBytes(32).toString("base64url");
  const family = randomUUID();
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  const session = { ...account, family, refresh, expiresAt };
  await insertToken(db, session);
  return session;
}

const insertToken = (db: Db, session: Session) =>
  insertRefreshToken(db, {
    family: session.family,
    userId: session.userId,
    tokenVersion: session.tokenVersion,
    tokenHash: hashOf(session.refresh),
    familyExpiresAt: session.expiresAt,
  });

/** Ways in which a refresh token was sent. */
interface Renewal {
  /** The server's own. */
  secret: string;
  /** When the call arrived, in milliseconds since 1970: how long it waited here does not count against the grace. */
  at: number;
  /** The caller's own mark of this renewal; the same one again asks for an answer that was lost. */
  attempt: string | undefined;
}

/**
 * Trades a refresh token for the next one of its family.
 * @throws {Problem} 401 when it is unknown, expired or used before (then the family has ended)
 */
export async function rotate(
  db: Db,
  token: string,
  { secret, at, attempt }: Renewal,
): Promise<Session> {
  const session = await db.transaction().execute(async (trx) => {
    const row = await lockRefreshToken(trx, hashOf(token));
    if (!row || row.family_expires_at.getTime() < Date.now()) return undefined;
    const successor = successorOf(token, secret);
    /** The answer was lost: the same caller asks, and nobody holds the successor. */
    const isAskedAgain = async () =>
      attempt !== undefined &&
      row.attempt_hash?.equals(hashOf(attempt)) &&
      (await lockRefreshToken(trx, hashOf(successor)))?.used_at === null;
    if (row.used_at && at - row.used_at.getTime() > graceMs && !(await isAskedAgain())) {
      await deleteRefreshFamily(trx, row.family);
      return undefined;
    }
    const next: Session = {
      userId: row.user_id,
      tokenVersion: row.token_version,
      family: row.family,
      refresh: successor,
      expiresAt: row.family_expires_at,
    };
    if (!row.used_at) {
      await updateRefreshTokenUsed(trx, row.id, attempt === undefined ? null : hashOf(attempt));
      await insertToken(trx, next);
    }
    return next;
  });
  if (!session) throw new Problem(401, "token_invalid");
  return session;
}

/** Ends the family of a token, with the access tokens that it gave; an unknown one is already ended. */
export async function endFamily(db: Db, token: string) {
  const row = await lockRefreshToken(db, hashOf(token));
  if (row) await deleteRefreshFamily(db, row.family);
}

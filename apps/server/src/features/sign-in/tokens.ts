/** Refresh tokens that rotate: each works once; one used twice ends its whole family. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { Problem } from "../../http/problem.ts";
import {
  deleteRefreshFamily,
  insertRefreshToken,
  lockRefreshToken,
  updateRefreshTokenUsed,
} from "./queries.ts";

// Two tabs may refresh at the same moment with the same token; that is not theft.
const graceMs = 10_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Whom tokens are for; those of an earlier version than the account's are of no use. */
export interface TokenOwner {
  userId: number;
  tokenVersion: number;
}

/** A new family of tokens, as after signing in. Returns the token to hand out. */
export async function startFamily(
  db: Kysely<Database>,
  owner: TokenOwner,
  minutes: number,
): Promise<string> {
  return issue(db, {
    ...owner,
    family: randomUUID(),
    familyExpiresAt: new Date(Date.now() + minutes * 60_000),
  });
}

async function issue(
  db: Kysely<Database>,
  token: TokenOwner & { family: string; familyExpiresAt: Date },
) {
  const secret = randomBytes(32).toString("base64url");
  await insertRefreshToken(db, { ...token, tokenHash: hashOf(secret) });
  return secret;
}

/**
 * Trades a refresh token for the next one of its family.
 * @throws {Problem} 401 when it is unknown, expired or used before (then the family has ended)
 */
export async function rotate(
  db: Kysely<Database>,
  token: string,
): Promise<TokenOwner & { refresh: string }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const row = await lockRefreshToken(trx, hashOf(token));
    if (!row || row.family_expires_at.getTime() < Date.now()) return undefined;
    if (row.used_at && Date.now() - row.used_at.getTime() > graceMs) {
      await deleteRefreshFamily(trx, row.family);
      return undefined;
    }
    if (!row.used_at) await updateRefreshTokenUsed(trx, row.id);
    const owner = { userId: row.user_id, tokenVersion: row.token_version };
    const { family, family_expires_at: familyExpiresAt } = row;
    const refresh = await issue(trx, { ...owner, family, familyExpiresAt });
    return { ...owner, refresh };
  });
  if (!outcome) throw new Problem(401, "token_invalid");
  return outcome;
}

/** Ends the family of a token; an unknown one is already ended. */
export async function endFamily(db: Kysely<Database>, token: string) {
  const row = await lockRefreshToken(db, hashOf(token));
  if (row) await deleteRefreshFamily(db, row.family);
}

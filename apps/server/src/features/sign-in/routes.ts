import { token, tokenLogout, tokenRefresh } from "@nihol/contract/people/sign-in";
import type { FastifyReply } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { beginAttempt, forgetAttempt, networkOf } from "../../http/throttle.ts";
import { passwordMatches, spendCheck } from "../../shared/accounts/passwords.ts";
import { clearRefresh, knownDevice, readRefresh, rememberDevice, setRefresh } from "./cookies.ts";
import { logSignIn } from "./sign-in-log.ts";
import { findAccount, findActor, findSignInAddresses, updateLastLogin } from "./sign-in-queries.ts";
import { endFamily, rotate, type Session, startFamily } from "./tokens.ts";

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const signInRoutes: Feature = (app, { db, tokens }) => {
  const { secret } = tokens;

  /** Takes as long for an address without an account. */
  async function isRight(account: Account | undefined, password: string): Promise<boolean> {
    if (!account) return spendCheck(password).then(() => false);
    return (await passwordMatches(account.password_hash, password)) && account.is_active;
  }

  /** The pair of tokens; the refresh token in the cookie when the caller keeps it there. */
  function answer(reply: FastifyReply, session: Session, inCookie: boolean) {
    const { userId, tokenVersion, family, refresh } = session;
    if (inCookie) setRefresh(reply, secret, session);
    return {
      access: app.jwt.sign({ sub: String(userId), ver: tokenVersion, sid: family }),
      refresh: inCookie ? null : refresh,
    };
  }

  serve(app, token, async (request, reply) => {
    const { email, password, cookie } = request.body;
    const device = knownDevice(request, email, secret);
    const account = await findAccount(db.sql, email);
    const known = account && { id: account.id, knownDevice: device !== undefined };
    // Asked for an address without an account too: its answer takes as long.
    const usual = (await findSignInAddresses(db.sql, account?.id ?? 0)).map(networkOf);
    const isUsualNetwork = usual.includes(networkOf(request.ip));
    const guess = { email, address: request.ip, device, isUsualNetwork };
    const attempt = await beginAttempt(db.sql, guess).catch(async (error) => {
      await logSignIn(db.sql, request, "sign_in_slowed", known);
      throw error;
    });
    if (!(await isRight(account, password)) || !account) {
      await logSignIn(db.sql, request, "sign_in_failed", known);
      throw new Problem(401, "no_active_account");
    }
    await forgetAttempt(db.sql, attempt);
    await updateLastLogin(db.sql, account.id);
    await logSignIn(db.sql, request, "sign_in", known);
    rememberDevice(reply, email, secret);
    const who = { userId: account.id, tokenVersion: account.token_version };
    return answer(reply, await startFamily(db.sql, who, tokens.refreshMinutes), cookie);
  });

  serve(app, tokenRefresh, async (request, reply) => {
    const { refresh: sent, attempt } = request.body;
    const held = sent ?? readRefresh(request, secret);
    if (!held) refuseField("refresh", "required");
    const session = await rotate(db.sql, held, {
      ...{ secret, attempt },
      at: Date.now() - reply.elapsedTime,
    });
    if (!(await findActor(db, session))) throw new Problem(401, "token_invalid");
    return answer(reply, session, sent === undefined);
  });

  serve(app, tokenLogout, async (request, reply) => {
    const held = request.body.refresh ?? readRefresh(request, secret);
    if (held) await endFamily(db.sql, held);
    clearRefresh(reply, secret);
    return null;
  });
};

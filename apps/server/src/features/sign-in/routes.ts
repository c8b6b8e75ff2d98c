import { paths } from "@nihol/contract/paths";
import { refreshRequestSchema, tokenRequestSchema, tokenSchema } from "@nihol/contract/sign-in";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/app.ts";
import { passwordMatches, spendCheck } from "../../http/passwords.ts";
import { Problem } from "../../http/problem.ts";
import { beginAttempt, forgetAttempt } from "../../http/throttle.ts";
import { findAccount, findActor, updateLastLogin } from "./queries.ts";
import { endFamily, rotate, startFamily, type TokenOwner } from "./tokens.ts";

const access = "public" as const;

export const signInRoutes: Feature = (app, { db, tokens }) => {
  const accessToken = ({ userId, tokenVersion }: TokenOwner) =>
    app.jwt.sign({ sub: String(userId), ver: tokenVersion });

  async function authenticate(email: string, password: string): Promise<TokenOwner | undefined> {
    const account = await findAccount(db.sql, email);
    if (!account) return void (await spendCheck(password));
    const matches = await passwordMatches(account.password_hash, password);
    if (!matches || !account.is_active) return undefined;
    return { userId: account.id, tokenVersion: account.token_version };
  }

  app.post(
    paths.token,
    { config: { access }, schema: { body: tokenRequestSchema, response: { 200: tokenSchema } } },
    async (request) => {
      const { email, password } = request.body;
      const attempt = await beginAttempt(db.sql, email, request.ip);
      const owner = await authenticate(email, password);
      if (!owner) throw new Problem(401, "no_active_account");
      await forgetAttempt(db.sql, attempt);
      await updateLastLogin(db.sql, owner.userId);
      return {
        access: accessToken(owner),
        refresh: await startFamily(db.sql, owner, tokens.refreshMinutes),
      };
    },
  );

  app.post(
    paths.tokenRefresh,
    { config: { access }, schema: { body: refreshRequestSchema, response: { 200: tokenSchema } } },
    async (request) => {
      const { refresh, ...owner } = await rotate(db.sql, request.body.refresh);
      if (!(await findActor(db.sql, owner.userId, owner.tokenVersion)))
        throw new Problem(401, "token_invalid");
      return { access: accessToken(owner), refresh };
    },
  );

  app.post(
    paths.tokenLogout,
    { config: { access }, schema: { body: refreshRequestSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await endFamily(db.sql, request.body.refresh);
      return reply.code(204).send(null);
    },
  );
};

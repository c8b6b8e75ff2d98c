import {
  accessTokenCreate,
  accessTokenDelete,
  accessTokenList,
} from "@nihol/contract/people/access-tokens";
import { limits } from "@nihol/contract/values/limits";
import { insertAudit } from "../../http/audit.ts";
import type { Feature } from "../../http/feature.ts";
import { newPersonalToken, personalTokenHash } from "../../http/personal-token.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { holdAccount } from "../../shared/accounts/hold-account.ts";
import { countTokens, insertToken, listTokens, revokeToken } from "./access-token-queries.ts";
import { confirmPassword } from "./confirm-password.ts";

const resource = "profile";

/** A person's own access tokens: made with the password, shown once, revoked at any time. */
export const accessTokenRoutes: Feature = (app, { db }) => {
  serve(app, accessTokenList, ({ actor }) => listTokens(db.sql, actor.id));

  serve(app, accessTokenCreate, async ({ actor, body, ip }) => {
    const { name, days, current_password } = body;
    await confirmPassword(db.sql, actor.id, current_password, ip);
    const token = newPersonalToken();
    return db.sql.transaction().execute(async (trx) => {
      await holdAccount(trx, actor.id);
      const max = limits.accessTokens.count;
      if ((await countTokens(trx, actor.id)) >= max) throw new Problem(409, "too_many", { max });
      const hash = personalTokenHash(token);
      const made = await insertToken(trx, actor.id, { name, days, hash });
      const change = { name, expires_at: made.expires_at };
      await insertAudit(trx, actor, { action: "token", resource, id: actor.id, change });
      return { ...made, token };
    });
  });

  serve(app, accessTokenDelete, async ({ actor, params }) => {
    await db.sql.transaction().execute(async (trx) => {
      const name = await revokeToken(trx, actor.id, params.id);
      if (name === undefined) throw notFound();
      const change = { name };
      await insertAudit(trx, actor, { action: "token_delete", resource, id: actor.id, change });
    });
    return null;
  });
};

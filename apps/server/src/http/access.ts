/** Default deny: every route declares who may call it, or the server does not start. */
import type { PersonalToken } from "@nihol/contract/resource";
import type { Access, Permission } from "@nihol/contract/values/permissions";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Actor, mayCallRoute, missingRight } from "./actor.ts";
import { type FindTokenActor, personalTokenCheck, personalTokenOf } from "./personal-token.ts";
import { denied, Problem } from "./problem.ts";
import { verifiedClaims } from "./verified-claims.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** People who may call; "device" and "monitor" routes ask for a device's or the installation's token themselves. */
    access?: Access;
    /** Besides, any one of these: where several permissions lead to the same call. */
    andOneOf?: readonly Permission[];
    /** Ways in which a personal access token may come, where it opens the call. */
    personalToken?: PersonalToken;
  }
  interface FastifyRequest {
    /** The caller; undefined on public routes without a valid token. */
    caller: Actor | undefined;
    /** The caller of a route that is not public. */
    readonly actor: Actor;
    /** The personal access token that the call came with; its holder may read images and nothing else. */
    personalToken: { token: string; isInAddress: boolean } | undefined;
    /** Asks again who calls, for answers that last: undefined once they may not, or their token has ended. */
    currentActor: () => Promise<Actor | undefined>;
  }
}

/** Claims of a token: whose it is, of which of the account's numbers (`token_version`), and of which session. */
export interface TokenClaims {
  sub: string;
  ver?: number;
  /** The family of refresh tokens that it was handed out with. */
  sid?: string;
  /** When it ends, seconds since 1970. */
  exp?: number;
}

/** Finds the actor behind a token, or undefined when the account is gone, inactive or has ended its tokens. */
type FindActor = (claims: TokenClaims) => Promise<Actor | undefined>;

/** Finds as whom a call is answered: its caller, or as another role would see it. */
type SeeAs = (request: FastifyRequest, caller: Actor | undefined) => Promise<Actor | undefined>;

/** Registers the check; must come before any route. */
export const accessPlugin = fp<{
  findActor: FindActor;
  findTokenActor: FindTokenActor;
  countWrongToken: (address: string) => Promise<void>;
  seeAs: SeeAs;
}>(async (app, options) => {
  const { findActor, seeAs } = options;
  const rememberClaims = verifiedClaims<TokenClaims>();
  const actorOfToken = personalTokenCheck(app, options);
  app.decorateRequest("caller", undefined);
  app.decorateRequest("personalToken", undefined);
  app.decorateRequest("actor", {
    getter() {
      if (!this.caller) throw new Problem(401, "not_authenticated");
      return this.caller;
    },
  });
  app.decorateRequest("currentActor", async function (this: FastifyRequest) {
    const claims = this.user as TokenClaims;
    if ((claims.exp ?? 0) * 1000 < Date.now()) return undefined;
    const actor = await seeAs(this, await findActor(claims));
    return mayCallRoute(this.routeOptions.config, actor) ? actor : undefined;
  });
  app.addHook("onRoute", (route) => {
    if (!route.config?.access) {
      throw new Error(
        `${route.method} ${route.url} declares no access: set config.access to a permission, "signedIn", "builtIn", "device", "monitor" or "public"`,
      );
    }
    // The matrix of the tests is made from the document: what is not in it would not be tried.
    if (route.url.startsWith("/api/") && route.schema?.hide) {
      throw new Error(`${route.method} ${route.url} is hidden: every call is in the document`);
    }
  });
  app.addHook("onRequest", async (request) => {
    // No route: the panel's files and "not found" are everybody's.
    if (request.is404) return;
    const access = request.routeOptions.config.access ?? "signedIn";
    if (!["public", "device", "monitor"].includes(access)) request.caller = await callerOf(request);
    if (!mayCallRoute(request.routeOptions.config, request.caller)) {
      throw request.caller
        ? denied(missingRight(request.routeOptions.config, request.caller))
        : new Problem(401, "not_authenticated");
    }
  });

  async function callerOf(request: FastifyRequest): Promise<Actor | undefined> {
    request.personalToken = personalTokenOf(request);
    const { personalToken } = request;
    if (personalToken) return seeAs(request, await actorOfToken(request, personalToken.token));
    const { authorization } = request.headers;
    if (!authorization?.startsWith("Bearer ")) return undefined;
    return seeAs(request, await findActor(await claimsOf(request, authorization)));
  }

  async function claimsOf(request: FastifyRequest, header: string): Promise<TokenClaims> {
    try {
      const claims = await rememberClaims(header, () => request.jwtVerify<TokenClaims>());
      request.user = claims;
      return claims;
    } catch {
      throw new Problem(401, "token_invalid");
    }
  }
});

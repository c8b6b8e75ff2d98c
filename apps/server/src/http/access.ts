/** Default deny: every route declares who may call it, or the server does not start. */
import type { Access } from "@nihol/contract/permissions";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Actor, mayCall } from "./actor.ts";
import { Problem } from "./problem.ts";
import { type FindRole, seeAs } from "./see-as.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call: "public", "signedIn" or "<resource>.<action>". */
    access?: Access;
  }
  interface FastifyRequest {
    /** The caller; undefined on public routes without a valid token. */
    caller: Actor | undefined;
    /** The caller of a route that is not public. */
    readonly actor: Actor;
    /** Asks again who calls, for answers that last: undefined once they may not, or their token has ended. */
    currentActor: () => Promise<Actor | undefined>;
  }
}

/** Finds the actor behind a user id, or undefined when the account is gone or inactive. */
export type FindActor = (userId: number) => Promise<Actor | undefined>;

/** Registers the check; must come before any route. */
export const accessPlugin = fp<{ findActor: FindActor; findRole: FindRole }>(
  async (app, options) => {
    const { findActor, findRole } = options;
    app.decorateRequest("caller", undefined);
    app.decorateRequest("actor", {
      getter() {
        if (!this.caller) throw new Problem(401, "not_authenticated");
        return this.caller;
      },
    });
    app.decorateRequest("currentActor", async function (this: FastifyRequest) {
      const { exp } = this.user as { exp: number };
      if (exp * 1000 < Date.now()) return undefined;
      const actor = await seeAs(this, await findActor(this.actor.id), findRole);
      return mayCall(this.routeOptions.config.access ?? "signedIn", actor) ? actor : undefined;
    });
    app.addHook("onRoute", (route) => {
      if (!route.config?.access) {
        throw new Error(
          `${route.method} ${route.url} declares no access: set config.access to a permission, "signedIn" or "public"`,
        );
      }
    });
    app.addHook("onRequest", async (request) => {
      // No route: the panel's files and "not found" are everybody's.
      if (request.is404) return;
      const access = request.routeOptions.config.access ?? "signedIn";
      const token = request.headers.authorization?.startsWith("Bearer ");
      if (token && access !== "public")
        request.caller = await seeAs(
          request,
          await findActor(await verifiedUserId(request)),
          findRole,
        );
      if (!mayCall(access, request.caller)) {
        throw request.caller
          ? new Problem(403, "permission_denied")
          : new Problem(401, "not_authenticated");
      }
    });

    async function verifiedUserId(request: { jwtVerify: () => Promise<unknown> }): Promise<number> {
      try {
        return Number(((await request.jwtVerify()) as { sub: string }).sub);
      } catch {
        throw new Problem(401, "token_invalid");
      }
    }
  },
);

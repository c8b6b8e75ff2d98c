/** Personal access tokens in a call: where they stand, how they are told from others, how often they may be used. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "./actor.ts";
import { Problem } from "./problem.ts";

/** Tells them from the tokens of a session, and lets programs that look for leaked secrets find them. */
const prefix = "nihol_pat_";
/** Of one person in a minute: a map that is moved asks for some hundred tiles. */
const callsPerMinute = 3000;

/** A new token: 256 random bits. */
export const newPersonalToken = () => `${prefix}${randomBytes(32).toString("base64url")}`;

/** Hash that is kept of a token and looked for. The token is random through and through: a slow hash would add nothing. */
export const personalTokenHash = (token: string) => createHash("sha256").update(token).digest();

/** The password of `Authorization: Basic`; the name before it is anybody's. */
function basicPassword(header: string): string {
  const pair = Buffer.from(header.slice("Basic ".length), "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

/**
 * Takes the token out of the address, so that nothing that writes the address down (an error in the log, a link of the
 * answer) holds it.
 */
function takeFromAddress(request: FastifyRequest): string | undefined {
  const url = new URL(request.raw.url ?? "/", "http://localhost");
  const token = url.searchParams.get("token");
  if (token === null) return undefined;
  url.searchParams.delete("token");
  request.raw.url = url.pathname + url.search;
  return token;
}

/** The personal access token of a call, or undefined where it has none. */
export function personalTokenOf(
  request: FastifyRequest,
): { token: string; isInAddress: boolean } | undefined {
  const header = request.headers.authorization ?? "";
  const bearer = header.startsWith("Bearer ") ? header.slice("Bearer ".length).trim() : "";
  if (bearer.startsWith(prefix)) return { token: bearer, isInAddress: false };
  const { personalToken } = request.routeOptions.config;
  if (!personalToken) return undefined;
  if (header.startsWith("Basic ")) return { token: basicPassword(header), isInAddress: false };
  if (personalToken !== "address") return undefined;
  const token = takeFromAddress(request);
  return token === undefined || header ? undefined : { token, isInAddress: true };
}

/** Finds whose a token is, as they are now; undefined for one that holds no more, and for a blocked person's. */
export type FindTokenActor = (tokenHash: Buffer) => Promise<Actor | undefined>;

const wait = { "retry-after": "60" };
const tooMany = () => new Problem(429, "too_many_attempts", { minutes: 1 }, wait);

/** Lets in calls with a personal access token. Limits are counted here; `limitCalls` must come before. */
export function personalTokenCheck(
  app: FastifyInstance,
  options: { findTokenActor: FindTokenActor; countWrongToken: (address: string) => Promise<void> },
) {
  const { findTokenActor, countWrongToken } = options;
  const countCalls = app.createRateLimit({
    max: callsPerMinute,
    timeWindow: "1 minute",
    keyGenerator: (request) => `person ${request.caller?.id}`,
  });

  /** @throws {Problem} 401 for a token that does not hold, 403 for a call that is not of images, 429 for too many */
  return async (request: FastifyRequest, token: string): Promise<Actor> => {
    // Asked first: a token that was given away by mistake does not say here whether it holds.
    if (!request.routeOptions.config.personalToken) throw new Problem(403, "access_token_images");
    request.caller = await findTokenActor(personalTokenHash(token));
    if (!request.caller) {
      request.log.warn({ address: request.ip }, "personal access token refused");
      await countWrongToken(request.ip);
      const isBasic = request.headers.authorization?.startsWith("Basic ");
      throw new Problem(
        401,
        "access_token_invalid",
        {},
        isBasic ? { "www-authenticate": 'Basic realm="Nihol", charset="UTF-8"' } : {},
      );
    }
    const counted = await countCalls(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany();
    return request.caller;
  };
}

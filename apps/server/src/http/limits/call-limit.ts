/** Limits the calls of one address. */
import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { CallCounts } from "./call-counts.ts";

/** The library's store: counts that servers share. Limits of people and of addresses have callers of different names. */
const storeOf = (counts: CallCounts) =>
  class implements FastifyRateLimitStore {
    incr(...[caller, callback, windowMs, max]: Parameters<FastifyRateLimitStore["incr"]>) {
      callback(null, counts.count({ kind: "call", max, windowMs }, caller));
    }
    child() {
      return this;
    }
  };

/**
 * Counts every call of the API before it is checked: one that is refused costs as much as one that is answered, and
 * guessing is made of refusals. Must come before the access check. A route that counts by itself says `rateLimit: false`.
 */
export async function limitCalls(app: FastifyInstance, counts: CallCounts, max: number) {
  const store = storeOf(counts);
  await app.register(rateLimit, { global: false, max, timeWindow: "1 minute", store });
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api")) return;
    if (request.routeOptions.config?.rateLimit === false) return;
    await limit.call(app, request, reply);
  });
}

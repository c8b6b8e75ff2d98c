/** Limits the calls of one address. */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";

/**
 * Counts every call of the API before it is checked: one that is refused costs as much as one that is answered, and
 * guessing is made of refusals. Must come before the access check. A route that counts by itself says `rateLimit: false`.
 */
export async function limitCalls(app: FastifyInstance, max: number) {
  await app.register(rateLimit, { global: false, max, timeWindow: "1 minute" });
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api")) return;
    if (request.routeOptions.config?.rateLimit === false) return;
    await limit.call(app, request, reply);
  });
}

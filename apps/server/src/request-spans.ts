/** Spans of requests, while traces are on: a route's pattern, a method and a status, and nothing of who asks for what. */
import { paths } from "@nihol/contract/values/paths";
import { placeIn, tracing } from "@nihol/db/tracing/tracing";
import type { FastifyInstance } from "fastify";

/** Asked every few seconds by proxies and monitoring: they would hide what people do. */
const probes = [paths.live, paths.ready, paths.health, paths.metrics].map((path) => `/api${path}`);

/** Has each request of `app` be a span, which continues the trace that it names. */
export function traceRequests(app: FastifyInstance): void {
  const on = tracing();
  if (!on) return;
  app.addHook("onRequest", (request, reply, done) => {
    const { method, headers } = request;
    const route = request.routeOptions.url;
    if (route !== undefined && probes.includes(route)) return done();
    const span = on.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: "server",
      attributes: {
        "http.request.method": method,
        ...(route !== undefined && { "http.route": route }),
      },
      parent: placeIn(headers),
    });
    reply.raw.once("close", () => {
      // Not sent: whoever asked went away before an answer.
      const { headersSent, statusCode } = reply.raw;
      span.end(
        headersSent ? { "http.response.status_code": statusCode } : {},
        headersSent && statusCode >= 500 ? String(statusCode) : undefined,
      );
    });
    span.within(done);
  });
}

/** The headers of every answer. The policy is the one measured without a violation in the panel. */
import helmet from "@fastify/helmet";
import fp from "fastify-plugin";

export const securityPlugin = fp(async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        // blob: fragments are fetched with the bearer token and shown as object URLs
        "img-src": ["'self'", "data:", "blob:"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "worker-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
      },
    },
    // The panel may be served by plain HTTP inside a ministry; TLS is the proxy's to promise.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "same-origin" },
  });
  // Answers hold people and places: no proxy and no shared computer keeps what did not ask to be kept.
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/api") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
});

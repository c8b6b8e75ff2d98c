/** The headers of every answer, whichever way it is written: by a route, by tus, or raw before there is a request. */
import fp from "fastify-plugin";

/**
 * The policy is the one measured without a violation in the panel.
 * @param filesOrigin where the panel is sent for large files
 */
const contentSecurityPolicy = (filesOrigin?: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    // blob: fragments are fetched with the bearer token and shown as object URLs
    "img-src 'self' data: blob:",
    `connect-src 'self'${filesOrigin ? ` ${filesOrigin}` : ""}`,
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join(";");

/** Abilities that a page could ask the device for and the panel never does; where the phone is, its own pages may ask. */
const permissionsPolicy = [
  ...["accelerometer", "bluetooth", "camera", "display-capture", "gyroscope", "hid"],
  ...["magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial"],
  ...["usb", "xr-spatial-tracking"],
]
  .map((feature) => `${feature}=()`)
  .concat("geolocation=(self)")
  .join(", ");

/** OWASP Secure Headers Project, with the values that suit a panel which nobody embeds. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy(),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

/** A year; without the domain's other hosts, which are not ours to promise for. */
const strictTransport = "max-age=31536000";

/**
 * Sets them on the raw answer, so that those which are written past Fastify carry them too. `https`: whether people
 * reach the product by TLS; a proxy on this machine may say so for one call (X-Forwarded-Proto).
 */
export const securityPlugin = fp<{
  https: boolean;
  filesOrigin: string | undefined;
}>(async (app, { https, filesOrigin }) => {
  const policy = contentSecurityPolicy(filesOrigin);
  const headers = Object.entries({ ...securityHeaders, "content-security-policy": policy });
  app.addHook("onRequest", async (request, reply) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    // By plain HTTP browsers ignore it, and a ministry's own network may have nothing else.
    if (https || request.protocol === "https")
      reply.raw.setHeader("strict-transport-security", strictTransport);
    // Answers hold people and places: no proxy and no shared computer keeps what did not ask to be kept.
    if (request.url.startsWith("/api")) reply.raw.setHeader("cache-control", "no-store");
  });
});

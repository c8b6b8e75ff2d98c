/**
 * The two cookies of signing in, neither of which a script can read: the refresh token of the panel's session, and
 * the mark of a device from which an account has signed in before (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies").
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sent back only to /api/token, /api/token/refresh and /api/token/logout. */
const path = "/api/token";
/** Browsers keep a cookie for 400 days at most. */
const deviceSeconds = 400 * 86_400;
/** People who share one computer. */
const maxDevices = 5;

/** Two installations on one host must not overwrite each other's cookies: their secrets differ. */
const nameOf = (kind: "refresh" | "device", secret: string) =>
  `nihol_${kind}_${createHash("sha256").update(secret).digest("hex").slice(0, 8)}`;

const optionsOf = (request: FastifyRequest) => ({
  path,
  httpOnly: true,
  sameSite: "strict" as const,
  secure: request.protocol === "https",
});

/** The panel's refresh token, or undefined. */
export const readRefresh = (request: FastifyRequest, secret: string): string | undefined =>
  request.cookies[nameOf("refresh", secret)];

/** Hands the refresh token out as a cookie until its family ends. */
export function setRefresh(
  reply: FastifyReply,
  secret: string,
  session: { refresh: string; expiresAt: Date },
): void {
  reply.setCookie(nameOf("refresh", secret), session.refresh, {
    ...optionsOf(reply.request),
    expires: session.expiresAt,
  });
}

export function clearRefresh(reply: FastifyReply, secret: string): void {
  reply.clearCookie(nameOf("refresh", secret), optionsOf(reply.request));
}

const signatureOf = (email: string, nonce: string, secret: string) =>
  createHmac("sha256", secret).update(`device ${nonce} of ${email}`).digest("base64url");

/** The entries `nonce.mark` of the cookie, newest first. */
const entriesOf = (request: FastifyRequest, secret: string) =>
  (request.cookies[nameOf("device", secret)] ?? "").split("~").slice(0, maxDevices);

function isFor(entry: string, email: string, secret: string): boolean {
  const [nonce = "", signature = ""] = entry.split(".");
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(email, nonce, secret))];
  return nonce !== "" && given.length === right.length && timingSafeEqual(given, right);
}

/** The number of the device when this account has signed in from it before; undefined for a device not known. */
export function knownDevice(
  request: FastifyRequest,
  email: string,
  secret: string,
): string | undefined {
  const entry = entriesOf(request, secret).find((one) => isFor(one, email, secret));
  return entry?.split(".")[0];
}

/** Marks the device as one from which the account has signed in; a new number each time. */
export function rememberDevice(reply: FastifyReply, email: string, secret: string): void {
  const { request } = reply;
  const nonce = randomBytes(12).toString("base64url");
  const others = entriesOf(request, secret).filter((one) => one && !isFor(one, email, secret));
  const entries = [`${nonce}.${signatureOf(email, nonce, secret)}`, ...others].slice(0, maxDevices);
  reply.setCookie(nameOf("device", secret), entries.join("~"), {
    ...optionsOf(request),
    maxAge: deviceSeconds,
  });
}

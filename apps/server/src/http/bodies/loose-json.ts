/** JSON as devices write it. */
import { intakeSeen } from "@nihol/contract/values/sensors/readings";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** The body's beginning as it was sent; on calls of devices alone. */
    sentText?: string;
  }
}

/** Keeps the beginning of a device's body: whoever looks after the device reads there what it sends. */
export function keepSentText(request: FastifyRequest, body: string): void {
  if (request.routeOptions.config.access === "device")
    request.sentText = body.slice(0, intakeSeen.payload);
}

/**
 * Texts, which are left as they are, and the numbers of IEEE 754 that JSON does not have. A text that nobody closes goes to
 * the end: were it no match, each quotation mark in it would be tried anew.
 */
const noNumbers = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gis;

/**
 * Strict JSON of a device's: NaN, written where a sensor is broken, becomes null, which a schema names by its place,
 * and what stands beside it is read.
 */
export function strictJson(text: string): string {
  if (!/NaN|Infinity/i.test(text)) return text;
  return text.replace(noNumbers, (found) => (found.startsWith('"') ? found : "null"));
}

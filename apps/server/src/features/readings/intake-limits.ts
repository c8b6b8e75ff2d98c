/** Limits of what devices may send: a broken or stolen device fills neither the network nor the disk. */
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/feature.ts";
import { Problem } from "../../http/problem.ts";

const timeWindow = "1 minute";
/** A thousand devices behind one address, each once a second. Asked before the token is looked up. */
const callsOfAddress = 60_000;
/** A device that sends each second is served. Whatever else the address says is the same device. */
const callsOfDevice = 120;
const dayMs = 86_400_000;

const tooMuch = (seconds: number) =>
  new Problem(
    429,
    "too_many_attempts",
    { minutes: Math.ceil(seconds / 60) },
    { "retry-after": String(Math.ceil(seconds)) },
  );

/** The limits of one server. All throw {Problem} 429 with Retry-After. */
export function intakeLimits(app: App) {
  const ofAddress = app.createRateLimit({
    max: callsOfAddress,
    timeWindow,
    keyGenerator: ({ ip }) => `intake ${ip}`,
  });
  const ofDevice = app.createRateLimit({
    max: callsOfDevice,
    timeWindow,
    keyGenerator: ({ deviceFacts }) => `device ${deviceFacts?.id}`,
  });
  const check = (limit: typeof ofAddress) => async (request: FastifyRequest) => {
    const found = await limit(request);
    if (!found.isAllowed && found.isExceeded) throw tooMuch(found.ttlInSeconds);
  };

  let today = 0;
  const sent = new Map<number, number>();
  /** Counts the readings of a call against the device's day. */
  function countReadings(deviceId: number, readings: number, now = Date.now()) {
    const day = Math.floor(now / dayMs);
    if (day !== today) sent.clear();
    today = day;
    const total = (sent.get(deviceId) ?? 0) + readings;
    if (total > readingLimits.perDay) throw tooMuch(((day + 1) * dayMs - now) / 1000);
    sent.set(deviceId, total);
  }
  return { checkAddress: check(ofAddress), checkDevice: check(ofDevice), countReadings };
}

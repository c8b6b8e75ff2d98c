/** Limits of what devices may send: a broken or stolen device fills neither the network nor the disk. */
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { Problem } from "../../http/problem.ts";

const windowMs = 60_000;
/** A thousand devices behind one address, each once a second. Asked before the token is looked up. */
const callsOfAddress = 60_000;
/** A device that sends each second is served. Whatever else the address says is the same device. */
const callsOfDevice = 120;
/** Of each kind, as many callers are remembered: more make room by those that came first. */
const remembered = 100_000;
const dayMs = 86_400_000;

const tooMuch = (seconds: number) =>
  new Problem(
    429,
    "too_many_attempts",
    { minutes: Math.ceil(seconds / 60) },
    { "retry-after": String(Math.ceil(seconds)) },
  );

/** Counts calls by their caller over a minute from the first. */
function minuteLimit<Caller>(max: number) {
  const windows = new Map<Caller, { ends: number; calls: number }>();
  return (caller: Caller, now = Date.now()) => {
    const known = windows.get(caller);
    if (known && known.ends > now) {
      known.calls += 1;
      if (known.calls > max) throw tooMuch((known.ends - now) / 1000);
      return;
    }
    // Taken out first: what is set anew stands last, and the first is the oldest.
    windows.delete(caller);
    windows.set(caller, { ends: now + windowMs, calls: 1 });
    const oldest = windows.size > remembered ? windows.keys().next() : undefined;
    if (oldest?.done === false) windows.delete(oldest.value);
  };
}

/** Limits of one server, whatever way devices send. All throw {Problem} 429 with Retry-After. */
export interface IntakeLimits {
  /** Counts a call, or a connection, of an address. */
  checkAddress: (address: string) => void;
  /** Counts a call, or a connection, of a device that has shown its token. */
  checkDevice: (deviceId: number) => void;
  /** Counts readings against the device's day. */
  countReadings: (deviceId: number, readings: number, now?: number) => void;
}

export function intakeLimits(): IntakeLimits {
  let today = 0;
  const sent = new Map<number, number>();
  function countReadings(deviceId: number, readings: number, now = Date.now()) {
    const day = Math.floor(now / dayMs);
    if (day !== today) sent.clear();
    today = day;
    const total = (sent.get(deviceId) ?? 0) + readings;
    if (total > readingLimits.perDay) throw tooMuch(((day + 1) * dayMs - now) / 1000);
    sent.set(deviceId, total);
  }
  return {
    checkAddress: minuteLimit<string>(callsOfAddress),
    checkDevice: minuteLimit<number>(callsOfDevice),
    countReadings,
  };
}

const ofServer = new WeakMap<object, IntakeLimits>();

/** The limits that HTTP and MQTT of one server share. @param server its services */
export function limitsOf(server: object): IntakeLimits {
  const limits = ofServer.get(server) ?? intakeLimits();
  ofServer.set(server, limits);
  return limits;
}

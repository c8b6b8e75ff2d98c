/** Limits of what devices may send: a broken or stolen device fills neither the network nor the disk. */
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { CallCounts, CallLimit } from "../../http/limits/call-counts.ts";
import { Problem } from "../../http/problem.ts";

const minuteMs = 60_000;
/** A thousand devices behind one address, each once a second. Asked before the token is looked up. */
const ofAddress = { kind: "intake of address", max: 60_000, windowMs: minuteMs };
/** A device that sends each second is served. Whatever else the address says is the same device. */
const ofDevice = { kind: "intake of device", max: 120, windowMs: minuteMs };
const ofDay = { kind: "readings of device", max: readingLimits.perDay, windowMs: 1440 * minuteMs };

/** Limits whatever way devices send. All throw {Problem} 429 with Retry-After. */
export interface IntakeLimits {
  /** Counts a call, or a connection, of an address. */
  checkAddress: (address: string) => void;
  /** Counts a call, or a connection, of a device that has shown its token. */
  checkDevice: (deviceId: number) => void;
  /** Counts readings against the device's day. */
  countReadings: (deviceId: number, readings: number, now?: number) => void;
}

/** The limits of devices over the counts that HTTP and MQTT of all servers share. */
export function intakeLimits(counts: CallCounts): IntakeLimits {
  function check(limit: CallLimit, caller: string | number, calls = 1, now = Date.now()) {
    const { current, ttl } = counts.count(limit, String(caller), calls, now);
    if (current <= limit.max) return;
    const seconds = Math.ceil(ttl / 1000);
    const headers = { "retry-after": String(seconds) };
    throw new Problem(429, "too_many_attempts", { minutes: Math.ceil(seconds / 60) }, headers);
  }
  return {
    checkAddress: (address) => check(ofAddress, address),
    checkDevice: (deviceId) => check(ofDevice, deviceId),
    countReadings(deviceId, readings, now) {
      try {
        check(ofDay, deviceId, readings, now);
      } catch (error) {
        // Not written: a smaller message may still have room.
        counts.count(ofDay, String(deviceId), -readings, now);
        throw error;
      }
    },
  };
}

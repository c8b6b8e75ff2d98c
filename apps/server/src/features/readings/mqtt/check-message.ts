/** Checks the entries of a message one by one: names that the device does not measure are refused, the others are kept. */
import { parametersOf } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Guidance } from "@nihol/store/readings/guidance-ranges";
import type { NewReading } from "@nihol/store/readings/reading-values";
import type { DeviceFacts } from "../../../policies/devices.ts";
import { checkSent } from "../check-reading.ts";
import type { Message, RefusedEntry, SentEntry } from "./message.ts";

/** Readings of a message that may be written, and its refusals. */
interface CheckedMessage {
  readings: NewReading[];
  refused: RefusedEntry[];
}

/** Values that can be taken, and the names of those that cannot. Null was not measured. */
function splitValues({ index, values }: SentEntry, own: readonly string[]) {
  const good: Record<string, number> = {};
  const refused: RefusedEntry[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue;
    if (!own.includes(key)) refused.push({ index, key, reason: "unknown_parameter" });
    else if (typeof value !== "number") refused.push({ index, key, reason: "bad_number" });
    else good[key] = value;
  }
  return { good, refused };
}

/** Checks a message of a device by the ranges in force, as readings by HTTP are checked. */
export function checkMessage(
  device: DeviceFacts,
  guidance: Guidance,
  message: Message,
): CheckedMessage {
  const readings: NewReading[] = [];
  const refused = [...message.refused];
  for (const entry of message.entries) {
    const { good, refused: names } = splitValues(entry, parametersOf[device.type]);
    refused.push(...names);
    // An entry of which every name was refused has its reasons already.
    if (names.length > 0 && Object.keys(good).length === 0) continue;
    const check = checkSent(device, guidance, { ts: entry.ts, values: good });
    if ("reading" in check) readings.push(check.reading);
    else refused.push({ index: entry.index, reason: check.reason });
  }
  return { readings, refused };
}

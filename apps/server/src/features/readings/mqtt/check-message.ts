/** Checks the entries of a message one by one: names that the device does not measure are refused, the others are kept. */
import { ownParameter, type Parameters } from "@nihol/store/readings/parameters";
import type { NewReading } from "@nihol/store/readings/reading-values";
import type { DeviceFacts } from "../../../policies/devices.ts";
import { checkSent } from "../check-reading.ts";
import type { Message, RefusedEntry, SentEntry } from "./message.ts";
import { senmlValue } from "./senml.ts";

/** Readings of a message that may be written, and its refusals. */
interface CheckedMessage {
  readings: NewReading[];
  refused: RefusedEntry[];
}

/** Values that can be taken, in the programme's units, and the names of those that cannot. Null was not measured. */
function splitValues(
  { index, values, unit }: SentEntry,
  { type }: DeviceFacts,
  parameters: Parameters,
) {
  const good: Record<string, number> = {};
  const refused: RefusedEntry[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue;
    const refuse = (reason: RefusedEntry["reason"]) => refused.push({ index, key, reason });
    const facts = ownParameter(parameters, type, key);
    if (!facts) refuse("unknown_parameter");
    else if (typeof value !== "number") refuse("bad_number");
    else {
      const own = senmlValue(value, facts.unit, unit);
      if (own === undefined) refuse("unknown_unit");
      else good[key] = own;
    }
  }
  return { good, refused };
}

/** Checks a message of a device by the ranges in force, as readings by HTTP are checked. */
export function checkMessage(
  device: DeviceFacts,
  parameters: Parameters,
  message: Message,
): CheckedMessage {
  const readings: NewReading[] = [];
  const refused = [...message.refused];
  for (const entry of message.entries) {
    const { good, refused: names } = splitValues(entry, device, parameters);
    refused.push(...names);
    // An entry of which every name was refused has its reasons already.
    if (names.length > 0 && Object.keys(good).length === 0) continue;
    const check = checkSent(device, parameters, { ts: entry.ts, values: good });
    if ("reading" in check) readings.push(check.reading);
    else refused.push({ index: entry.index, reason: check.reason });
  }
  return { readings, refused };
}
